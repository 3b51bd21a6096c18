package dev.plimsoll.model.explain;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.ResourceQuotaController;
import java.util.ArrayList;
import java.util.List;

/**
 * What a pod that is being deleted waits for and still holds. On its node it counts until it is
 * gone, in quotas until its grace period has passed once more.
 *
 * <p>Sources: {@code QuotaV1Pod} in {@code pkg/quota/v1/evaluator/core/pods.go}, {@code
 * pkg/scheduler/framework/types.go}.
 */
final class PendingDeletion {
  private PendingDeletion() {}

  static List<String> notes(Cluster cluster, Pod pod) {
    List<String> notes = new ArrayList<>();
    pod.metadata()
        .deletionTimestamp()
        .ifPresent(at -> notes.add("it must be gone by " + at + overdue(cluster, pod)));
    if (!pod.metadata().finalizers().isEmpty()) {
      notes.add(
          "it goes once these finalizers are removed: "
              + String.join(", ", pod.metadata().finalizers()));
    }
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, pod.namespace())) {
      Resources charge = ResourceQuotaController.charge(cluster, quota, pod);
      if (charge.names().stream().anyMatch(n -> charge.getOrZero(n).signum() > 0)) {
        notes.add("it is still charged to quota " + quota.name() + ": " + charge);
      }
    }
    if (pod.isBound()) {
      Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
      notes.add(
          "it still holds on node "
              + pod.spec().nodeName()
              + ": "
              + (requests.isEmpty() ? "no requested resources" : requests.toString()));
    }
    return notes;
  }

  private static String overdue(Cluster cluster, Pod pod) {
    return pod.metadata().deletionTimestamp().filter(cluster.asOf()::isAfter).isPresent()
        ? ", which is past"
        : "";
  }
}
