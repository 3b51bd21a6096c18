package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Explains why a terminating pod is still there and which resources it holds. On its node the pod
 * counts until it is gone. In quotas it counts until its grace period has passed once more.
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
    if (!pod.isTerminal()) {
      absentNode(cluster, pod).ifPresent(notes::add);
    }
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
    if (pod.isBound() && !pod.isTerminal()) {
      Resources requests =
          PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED).removeZeros();
      notes.add(
          "it still holds on node "
              + pod.spec().nodeName()
              + ": "
              + (requests.isEmpty() ? "no requested resources" : requests.toString()));
    }
    return notes;
  }

  /** Returns which pods that are being deleted still hold of what a quota denies. */
  static List<String> holders(Cluster cluster, String namespace, QuotaDenial.Exceeded exceeded) {
    List<String> holders = new ArrayList<>();
    cluster
        .find(ResourceQuota.class, namespace, exceeded.quota())
        .ifPresent(
            quota ->
                cluster.list(Pod.class, namespace).stream()
                    .filter(Pod::isTerminating)
                    .forEach(p -> holder(cluster, quota, exceeded, p).ifPresent(holders::add)));
    return holders;
  }

  private static Optional<String> holder(
      Cluster cluster, ResourceQuota quota, QuotaDenial.Exceeded exceeded, Pod pod) {
    Resources charge = ResourceQuotaController.charge(cluster, quota, pod);
    return exceeded.limited().names().stream()
        .filter(key -> charge.getOrZero(key).signum() > 0)
        .findFirst()
        .map(
            key ->
                "pod %s is being deleted and still holds %s of %s of quota %s%s"
                    .formatted(
                        pod.name(),
                        charge.getOrZero(key),
                        key,
                        quota.name(),
                        pod.metadata()
                            .deletionTimestamp()
                            .map(at -> " (it must be gone by " + at + overdue(cluster, pod) + ")")
                            .orElse("")));
  }

  /**
   * Only the kubelet of a pod's node, or the deletion of the node, ends the deletion of the pod.
   */
  private static Optional<String> absentNode(Cluster cluster, Pod pod) {
    return cluster
        .find(Node.class, "", pod.spec().nodeName())
        .filter(n -> !n.isReady())
        .map(
            n ->
                "node "
                    + n.name()
                    + " is not ready: the pod goes when its node answers again, or when the node is"
                    + " deleted");
  }

  /**
   * Returns sentences on denied resources: a quota counts more than its objects add up to. Returns
   * none if not all was read.
   */
  static List<String> staleCounts(
      Cluster cluster, String namespace, QuotaDenial.Exceeded exceeded) {
    return cluster
        .find(ResourceQuota.class, namespace, exceeded.quota())
        .filter(q -> Unread.of(cluster, ResourceQuotaController.requirements(cluster, q)).isEmpty())
        .map(
            quota -> {
              Resources counted = ResourceQuotaController.sync(cluster, quota).status().used();
              Resources recorded = quota.status().used();
              return exceeded.limited().names().stream()
                  .filter(k -> recorded.getOrZero(k).compareTo(counted.getOrZero(k)) > 0)
                  .map(
                      k ->
                          ("quota %s counts %s of %s, and its objects add up to %s: the quota controller"
                                  + " counts again within 5 minutes")
                              .formatted(
                                  quota.name(), recorded.getOrZero(k), k, counted.getOrZero(k)))
                  .toList();
            })
        .orElse(List.of());
  }

  private static String overdue(Cluster cluster, Pod pod) {
    return pod.metadata().deletionTimestamp().filter(cluster.asOf()::isAfter).isPresent()
        ? ", which is past"
        : "";
  }
}
