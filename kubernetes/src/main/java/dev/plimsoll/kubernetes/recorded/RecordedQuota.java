package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The usage and limits of a quota in the text of a denial, to compare with the quota's present
 * values.
 *
 * <p>Source: {@code CheckRequest} in {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go}.
 *
 * @param name the name of the quota
 * @param requested what was requested of the exceeded keys
 * @param used what was used by then
 * @param limited what it allowed by then
 */
public record RecordedQuota(String name, Resources requested, Resources used, Resources limited) {
  private static final Pattern EXCEEDED =
      Pattern.compile(
          "exceeded quota: ([^,\\s]+), requested: (\\S+), used: (\\S+), limited: ([^\\s;]+)");

  /** Returns the usage and limits in a denial's text, if it has any. */
  public static Optional<RecordedQuota> of(String message) {
    Matcher matcher = EXCEEDED.matcher(message);
    if (!matcher.find()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new RecordedQuota(
              matcher.group(1),
              resources(matcher.group(2)),
              resources(matcher.group(3)),
              resources(matcher.group(4))));
    } catch (QuantityFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns a sentence if the creator's last denial counted more for a pod than the model does. A
   * webhook or a policy then adds to the template.
   */
  public static Optional<String> beyond(
      Cluster cluster, Workload creator, QuotaDenial.Exceeded modelled) {
    return ClusterRecord.ofCreation(cluster, creator)
        .flatMap(record -> of(record.message()))
        .filter(recorded -> recorded.name().equals(modelled.quota()))
        .map(recorded -> recorded.requested().mask(key -> recorded.isMore(modelled, key)))
        .filter(more -> !more.isEmpty())
        .map(
            more ->
                "the last denial counted "
                    + more
                    + " for a pod: a webhook or a policy adds to it, or a limit range has changed"
                    + " since");
  }

  private boolean isMore(QuotaDenial.Exceeded modelled, ResourceName key) {
    return modelled.requested().contains(key)
        && requested.getOrZero(key).compareTo(modelled.requested().getOrZero(key)) > 0;
  }

  private static Resources resources(String pairs) {
    Resources.Builder resources = Resources.builder();
    for (String pair : pairs.split(",")) {
      int equals = pair.lastIndexOf('=');
      if (equals > 0) {
        resources.put(
            ResourceName.of(pair.substring(0, equals)), Quantity.parse(pair.substring(equals + 1)));
      }
    }
    return resources.build();
  }

  /** Returns whether a quota still says what it said when it denied. */
  boolean hold(ResourceQuota now) {
    return limited.names().stream()
        .allMatch(
            key ->
                isSame(limited, now.status().hard(), key)
                    && isSame(used, now.status().used(), key));
  }

  private static boolean isSame(Resources one, Resources other, ResourceName key) {
    return one.contains(key) == other.contains(key)
        && one.getOrZero(key).compareTo(other.getOrZero(key)) == 0;
  }
}
