package dev.plimsoll.model.patch;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.validation.PodUpdateValidation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the patch that turns one version of an object into the other. Quotas and nodes get a
 * merge patch, which needs no test of the former value unless a field is removed. Objects with
 * lists get a JSON patch that tests each index it uses.
 */
public final class ObjectDiff {
  /** The label by which Kueue's Jobs name their queue. */
  private static final String QUEUE = "kueue.x-k8s.io/queue-name";

  private ObjectDiff() {}

  /**
   * Returns the patch; empty if the two are equal. Fields that controllers write, such as a status,
   * are left out.
   *
   * @throws IllegalArgumentException if they differ in something that no patch is written for
   */
  public static Optional<ObjectPatch> between(ApiObject before, ApiObject after) {
    if (before instanceof ResourceQuota old && after instanceof ResourceQuota now) {
      return quota(old, old.spec(), now.spec(), List.of("spec", "hard"));
    }
    if (before instanceof ClusterResourceQuota old && after instanceof ClusterResourceQuota now) {
      return quota(old, old.quota(), now.quota(), List.of("spec", "quota", "hard"));
    }
    if (before instanceof LimitRange old && after instanceof LimitRange now) {
      return json(old, limitRange(old.limits(), now.limits()));
    }
    if (before instanceof Node old && after instanceof Node now) {
      return old.unschedulable() == now.unschedulable()
          ? Optional.empty()
          : Optional.of(merge(old, "unschedulable", Boolean.toString(now.unschedulable())));
    }
    if (before instanceof Pod old && after instanceof Pod now) {
      Optional<ObjectPatch> patch =
          json(old, PodSpecDiff.operations(List.of("spec"), old.spec(), now.spec()));
      boolean updates = PodUpdateValidation.validate(now, old).isEmpty();
      return updates ? patch : patch.map(ObjectPatch::recreating);
    }
    if (before instanceof PersistentVolumeClaim old && after instanceof PersistentVolumeClaim now) {
      return claim(old, now);
    }
    if (before instanceof HorizontalPodAutoscaler old
        && after instanceof HorizontalPodAutoscaler now) {
      return autoscaler(old, now);
    }
    if (before instanceof KarpenterNodePool old && after instanceof KarpenterNodePool now) {
      return changed(old.limits(), now.limits()).map(limits -> merge(old, "limits", limits));
    }
    PodSpecDiff.require(before instanceof Workload && after instanceof Workload, "kinds");
    return WorkloadDiff.between((Workload) before, (Workload) after);
  }

  /**
   * Returns the patch between two versions of a workload. A Job whose change is of requests and
   * limits only can keep its identity while it is suspended. Kueue suspends and resumes its Jobs
   * itself, so these are left to be created again.
   *
   * <p>Source: {@code validatePodResourceUpdatesOnly} in {@code
   * pkg/apis/batch/validation/validation.go}, {@code shouldAllowMutablePodTemplate} in {@code
   * pkg/registry/batch/job/strategy.go}.
   *
   * @param areResourcesMutable whether the API server lets suspended Jobs be changed so
   */
  public static Optional<ObjectPatch> between(
      Workload before, Workload after, boolean areResourcesMutable) {
    Optional<ObjectPatch> patch = between((ApiObject) before, after);
    return areResourcesMutable && !before.metadata().labels().containsKey(QUEUE)
        ? patch
            .filter(ObjectPatch::recreates)
            .flatMap(recreating -> SuspendedJobDiff.between(before, after))
            .or(() -> patch)
        : patch;
  }

  private static Optional<ObjectPatch> autoscaler(
      HorizontalPodAutoscaler before, HorizontalPodAutoscaler after) {
    Map<String, String> bounds = new LinkedHashMap<>();
    if (before.minReplicas() != after.minReplicas()) {
      bounds.put("minReplicas", Integer.toString(after.minReplicas()));
    }
    if (before.maxReplicas() != after.maxReplicas()) {
      bounds.put("maxReplicas", Integer.toString(after.maxReplicas()));
    }
    return bounds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ObjectPatch.of(
                before, PatchType.MERGE, JsonText.object("spec", JsonText.object(bounds))));
  }

  /** A claim's class and volume stay as they are, so that the claim is created again. */
  private static Optional<ObjectPatch> claim(
      PersistentVolumeClaim before, PersistentVolumeClaim after) {
    List<PatchOperation> operations = new ArrayList<>();
    operations.add(
        PatchOperation.add(
            List.of("spec", "storageClassName"),
            JsonText.string(after.storageClassName().orElse(""))));
    if (after.volumeName().isEmpty() && !before.volumeName().isEmpty()) {
      operations.add(PatchOperation.remove(List.of("spec", "volumeName")));
      before.metadata().annotations().keySet().stream()
          .filter(k -> !after.metadata().annotations().containsKey(k))
          .sorted()
          .map(k -> PatchOperation.remove(List.of("metadata", "annotations", k)))
          .forEach(operations::add);
    }
    return json(before, operations).map(ObjectPatch::recreating);
  }

  static ObjectPatch merge(ApiObject object, String field, String value) {
    return ObjectPatch.of(
        object, PatchType.MERGE, JsonText.object("spec", JsonText.object(field, value)));
  }

  static Optional<ObjectPatch> json(ApiObject object, List<PatchOperation> operations) {
    return operations.isEmpty()
        ? Optional.empty()
        : Optional.of(ObjectPatch.of(object, PatchType.JSON, PatchOperation.patch(operations)));
  }

  private static Optional<ObjectPatch> quota(
      ApiObject quota, ResourceQuotaSpec before, ResourceQuotaSpec after, List<String> path) {
    PodSpecDiff.require(before.withHard(after.hard()).equals(after), "scopes");
    Resources old = before.hard();
    Resources now = after.hard();
    if (!now.names().containsAll(old.names())) {
      List<PatchOperation> operations = new ArrayList<>();
      PodSpecDiff.quantities(operations, path, old, now);
      return json(quota, operations);
    }
    return changed(old, now)
        .map(
            hard -> {
              String body = hard;
              for (int i = path.size() - 1; i >= 0; i--) {
                body = JsonText.object(path.get(i), body);
              }
              return ObjectPatch.of(quota, PatchType.MERGE, body);
            });
  }

  /** Returns the amounts that differ, as JSON; empty for none. */
  private static Optional<String> changed(Resources old, Resources now) {
    Map<String, String> amounts = new LinkedHashMap<>();
    now.forEach(
        (key, quantity) -> {
          if (!old.get(key).equals(Optional.of(quantity))) {
            amounts.put(key.name(), JsonText.string(quantity.toString()));
          }
        });
    return amounts.isEmpty() ? Optional.empty() : Optional.of(JsonText.object(amounts));
  }

  private static List<PatchOperation> limitRange(
      List<LimitRangeItem> before, List<LimitRangeItem> after) {
    PodSpecDiff.require(before.size() == after.size(), "limits");
    List<PatchOperation> operations = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      LimitRangeItem old = before.get(i);
      LimitRangeItem now = after.get(i);
      if (!old.equals(now)) {
        PodSpecDiff.require(old.type().equals(now.type()), "limits");
        List<String> item = List.of("spec", "limits", Integer.toString(i));
        operations.add(
            PatchOperation.test(PatchOperation.path(item, "type"), JsonText.string(old.type())));
        bounds(operations, item, "max", old.max(), now.max());
        bounds(operations, item, "min", old.min(), now.min());
        bounds(operations, item, "default", old.defaultLimits(), now.defaultLimits());
        bounds(operations, item, "defaultRequest", old.defaultRequests(), now.defaultRequests());
        bounds(
            operations,
            item,
            "maxLimitRequestRatio",
            old.maxLimitRequestRatio(),
            now.maxLimitRequestRatio());
      }
    }
    return operations;
  }

  private static void bounds(
      List<PatchOperation> operations,
      List<String> item,
      String field,
      Resources before,
      Resources after) {
    PodSpecDiff.quantities(operations, PatchOperation.path(item, field), before, after);
  }
}
