package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The latest changes of a quota's objects that explain exactly the difference between the record
 * and the sum. They may be the uncounted ones; nothing proves it.
 *
 * @param objects what was created, or has ended, the latest first
 * @param verb what they have done
 * @param since when the first of them did
 */
record LatestChanges(List<String> objects, String verb, Instant since) {
  private static final int MOST_NAMED = 3;

  /** An amount that an object adds to or removes from the usage, and the time. */
  private record Change(ApiObject object, Quantity amount, Instant time) {}

  /** Finds them; none if no number of the latest makes just the difference. */
  static Optional<LatestChanges> of(
      Cluster cluster, ResourceQuota quota, ResourceName key, Quantity recorded, Quantity counted) {
    boolean isTooLittle = recorded.compareTo(counted) < 0;
    Stream<Change> changes =
        isTooLittle ? created(cluster, quota, key) : ended(cluster, quota, key);
    Quantity missing = isTooLittle ? counted.subtract(recorded) : recorded.subtract(counted);
    List<String> latest = new ArrayList<>();
    Quantity sum = Quantity.ZERO;
    for (Change change :
        changes
            .filter(c -> c.amount().signum() > 0)
            .sorted(Comparator.comparing(Change::time).reversed())
            .toList()) {
      sum = sum.add(change.amount());
      latest.add(
          change.object().type().kind().toLowerCase(Locale.ROOT) + " " + change.object().name());
      if (sum.compareTo(missing) == 0) {
        return Optional.of(
            new LatestChanges(latest, isTooLittle ? "created" : "ended", change.time()));
      }
    }
    return Optional.empty();
  }

  private static Stream<Change> created(Cluster cluster, ResourceQuota quota, ResourceName key) {
    return cluster
        .objects(quota.namespace())
        .flatMap(
            object ->
                object
                    .metadata()
                    .creationTimestamp()
                    .map(time -> new Change(object, charge(cluster, quota, key, object), time))
                    .stream());
  }

  private static Stream<Change> ended(Cluster cluster, ResourceQuota quota, ResourceName key) {
    return cluster.list(Pod.class, quota.namespace()).stream()
        .filter(Pod::isTerminal)
        .flatMap(pod -> end(pod).map(time -> change(cluster, quota, key, pod, time)).stream());
  }

  private static Change change(
      Cluster cluster, ResourceQuota quota, ResourceName key, Pod pod, Instant time) {
    Pod before = pod.withStatus(pod.status().withPhase("Running"));
    Quantity given = charge(cluster, quota, key, before).subtract(charge(cluster, quota, key, pod));
    return new Change(pod, given, time);
  }

  private static Optional<Instant> end(Pod pod) {
    return pod.status().containerStatuses().stream()
        .map(ContainerStatus::state)
        .filter(ContainerState.Terminated.class::isInstance)
        .flatMap(s -> ((ContainerState.Terminated) s).finishedAt().stream())
        .max(Comparator.naturalOrder());
  }

  private static Quantity charge(
      Cluster cluster, ResourceQuota quota, ResourceName key, ApiObject object) {
    return ResourceQuotaController.charge(cluster, quota, object).getOrZero(key);
  }

  /** Returns it as a part of a sentence. */
  String describe(Instant now) {
    String named =
        objects.size() > MOST_NAMED
            ? "the %d objects that last %s".formatted(objects.size(), verb)
            : String.join(" and ", objects) + ", " + verb;
    return "%s %s ago".formatted(named, age(now).toSeconds() + " s");
  }

  Duration age(Instant now) {
    return Duration.between(since, now);
  }
}
