package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSet;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The default constraints, which spread pods without constraints over nodes and zones. They count a
 * pod together with all pods of the same services and the same ReplicaSet, StatefulSet or
 * ReplicationController.
 *
 * <p>Source: {@code systemDefaultConstraints} in {@code
 * pkg/scheduler/framework/plugins/podtopologyspread/plugin.go}, {@code DefaultSelector} in {@code
 * pkg/scheduler/framework/plugins/helper/spread.go}.
 */
final class DefaultSpreadConstraints {
  private static final Map<String, GroupResource> OWNERS =
      Map.of(
          "v1/ReplicationController", new GroupResource("", "replicationcontrollers"),
          "apps/v1/ReplicaSet", new GroupResource("apps", "replicasets"),
          "apps/v1/StatefulSet", new GroupResource("apps", "statefulsets"));

  private DefaultSpreadConstraints() {}

  static List<SpreadConstraint> of(Pod pod, Snapshot snapshot) {
    LabelSelector selector = selector(pod, snapshot.cluster());
    if (selector.isEmpty()) {
      return List.of();
    }
    NodeSet matching = snapshot.nodesMatching(RequiredNodeAffinity.of(pod));
    return List.of(
        constraint(3, PodTopologySpreadScore.HOSTNAME, selector, matching::contains),
        constraint(5, "topology.kubernetes.io/zone", selector, matching::contains));
  }

  private static SpreadConstraint constraint(
      int maxSkew, String topologyKey, LabelSelector selector, Predicate<NodeInfo> eligible) {
    return new SpreadConstraint(maxSkew, topologyKey, Optional.of(selector), 1, eligible);
  }

  /** Selects what a pod is spread with: the pods of its services and of its owner. */
  static LabelSelector selector(Pod pod, Cluster cluster) {
    Map<String, String> labels = new HashMap<>();
    List<LabelSelector.Requirement> requirements = new ArrayList<>();
    for (Service service : cluster.list(Service.class, pod.namespace())) {
      if (isSubset(service.selector(), pod.metadata().labels())) {
        labels.putAll(service.selector());
      }
    }
    Optional<LabelSelector> owner =
        pod.metadata().controller().flatMap(o -> owner(o, pod.namespace(), cluster));
    if (owner.isPresent()) {
      labels.putAll(owner.get().matchLabels());
      requirements.addAll(owner.get().matchExpressions());
    }
    return new LabelSelector(labels, requirements);
  }

  private static boolean isSubset(Map<String, String> selector, Map<String, String> labels) {
    return labels.entrySet().containsAll(selector.entrySet());
  }

  private static Optional<LabelSelector> owner(
      OwnerReference reference, String namespace, Cluster cluster) {
    GroupResource resource = OWNERS.get(reference.apiVersion() + "/" + reference.kind());
    return resource == null
        ? Optional.empty()
        : cluster
            .find(Workload.class, namespace, Workload.identity(resource, reference.name()))
            .flatMap(Workload::selector);
  }
}
