package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.Evaluators;
import dev.plimsoll.model.quota.ResourceQuotaController;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds quota keys that the API server accepts and no evaluator ever charges. */
final class DeadQuotaKeyDetector implements GapDetector {

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    List<Finding> found = new ArrayList<>();
    for (ResourceQuota quota : detectionContext.quotas()) {
      for (ResourceName key : quota.spec().hard().names()) {
        if (!Evaluators.tracksAnywhere(detectionContext.cluster(), key)) {
          found.add(finding(detectionContext, quota, key));
        }
      }
    }
    return found;
  }

  private static Finding finding(
      DetectionContext detectionContext, ResourceQuota quota, ResourceName key) {
    Quantity hard = quota.spec().hard().getOrZero(key);
    Optional<ResourceName> live = liveKey(key);
    String instead = live.map(l -> "; the key that is enforced is " + l).orElse("");
    return FindingBuilder.of(GapKind.DeadQuotaKey, quota)
        .resource(key)
        .message(
            "key "
                + key
                + " of quota "
                + quota.name()
                + " is accepted but never charged, so its "
                + hard
                + " limits nothing"
                + instead)
        .evidence("hard", hard)
        .evidence("charged", "never")
        .remedies(
            () ->
                live.map(l -> rename(detectionContext, quota, key, l))
                    .map(List::of)
                    .orElse(List.of()));
  }

  /** Returns the key that does what this one seems to. */
  private static Optional<ResourceName> liveKey(ResourceName key) {
    String resource = key.name().startsWith("limits.") ? key.name().substring(7) : key.name();
    return ResourceName.of(resource).isExtended()
        ? Optional.of(ResourceName.of("requests." + resource))
        : Optional.empty();
  }

  private static Remedy rename(
      DetectionContext detectionContext,
      ResourceQuota quota,
      ResourceName dead,
      ResourceName live) {
    Quantity hard = quota.spec().hard().get(live).orElse(quota.spec().hard().getOrZero(dead));
    Resources renamed = quota.spec().hard().without(dead).with(live, hard);
    ResourceQuota changed = quota.withSpec(quota.spec().withHard(renamed));
    Quantity used =
        ResourceQuotaController.sync(detectionContext.cluster().with(changed), changed)
            .status()
            .used()
            .getOrZero(live);
    String result =
        used.compareTo(hard) > 0
            ? used
                + " are in use, more than "
                + hard
                + ": what runs stays, further pods are refused"
            : used + " of " + hard + " are in use, and the limit holds";
    String patch =
        "[{\"op\":\"remove\",\"path\":\"/spec/hard/"
            + pointer(dead)
            + "\"},{\"op\":\"add\",\"path\":\"/spec/hard/"
            + pointer(live)
            + "\",\"value\":\""
            + hard
            + "\"}]";
    return new Remedy(
        "rename the key " + dead + " to " + live,
        Optional.of(
            "kubectl patch resourcequota "
                + quota.name()
                + " -n "
                + quota.namespace()
                + " --type=json -p '"
                + patch
                + "'"),
        Optional.empty(),
        List.of("--set-quota", quota.namespace() + "/" + quota.name() + ":" + live + "=" + hard),
        true,
        result);
  }

  private static String pointer(ResourceName key) {
    return key.name().replace("~", "~0").replace("/", "~1");
  }
}
