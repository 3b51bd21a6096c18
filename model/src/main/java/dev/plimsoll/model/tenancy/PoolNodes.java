package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which nodes are in which pool. A node that several pools select is in the first of them.
 *
 * <p>A policy without pools has one for each product and set of taints, without the nodes of the
 * control plane.
 */
final class PoolNodes {
  private static final List<String> CONTROL_PLANE =
      List.of("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master");

  private PoolNodes() {}

  /** Returns the nodes by pool: in the order of the policy, or by name if it has no pools. */
  static Map<String, List<Node>> of(Cluster cluster, CapacityPolicy policy) {
    if (policy.pools().isEmpty()) {
      return byProduct(cluster);
    }
    Map<String, List<Node>> nodes = new LinkedHashMap<>();
    policy.pools().forEach(p -> nodes.put(p.name(), new ArrayList<>()));
    for (Node node : cluster.nodes()) {
      policy.poolOf(node).ifPresent(p -> nodes.getOrDefault(p.name(), new ArrayList<>()).add(node));
    }
    return nodes;
  }

  static boolean selects(NodePool pool, Node node) {
    return pool.nodeSelector().matches(node.metadata().labels());
  }

  private static Map<String, List<Node>> byProduct(Cluster cluster) {
    Map<String, List<Node>> nodes = new TreeMap<>();
    for (Node node : cluster.nodes()) {
      if (node.taints().stream().noneMatch(t -> CONTROL_PLANE.contains(t.key()))) {
        nodes.computeIfAbsent(product(node), p -> new ArrayList<>()).add(node);
      }
    }
    return nodes;
  }

  private static String product(Node node) {
    String taints =
        node.taints().stream()
            .filter(t -> !NodeAvailability.isLifecycle(t) && Tolerations.preventsScheduling(t))
            .sorted(Comparator.comparing(Taint::key).thenComparing(Taint::value))
            .map(t -> t.value().isEmpty() ? t.key() : t.key() + "=" + t.value())
            .distinct()
            .collect(Collectors.joining(","));
    String product = NodeGroups.product(node);
    return taints.isEmpty() ? product : product + " (" + taints + ")";
  }
}
