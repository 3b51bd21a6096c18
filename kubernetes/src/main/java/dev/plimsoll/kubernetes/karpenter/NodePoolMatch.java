package dev.plimsoll.kubernetes.karpenter;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules by which Karpenter passes over a NodePool for a pod: taints, and requirements on
 * labels. The instance types of the provider aren't known, so a NodePool that matches may have none
 * for the pod.
 *
 * <p>Sources: {@code sigs.k8s.io/karpenter/pkg/scheduling/requirements.go}, {@code
 * sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling/nodeclaim.go}.
 */
public final class NodePoolMatch {
  private static final Set<String> SET_ON_NODES =
      Set.of("nvidia.com", "amd.com", "feature.node.kubernetes.io");

  private NodePoolMatch() {}

  /**
   * Returns the taint or label for which nodes of the NodePool never take pods with that spec;
   * empty if they may.
   */
  public static Optional<String> mismatch(KarpenterNodePool pool, PodSpec spec) {
    return Tolerations.firstUntolerated(spec.tolerations(), pool.taints())
        .map(taint -> "taint " + taint.text())
        .or(() -> unmetLabel(pool, spec).map(key -> "label " + key));
  }

  /** Returns the NodePools that match pods with that spec and may get a node with an amount. */
  public static List<KarpenterNodePool> growing(Cluster cluster, PodSpec spec, Resources amount) {
    return cluster.list(KarpenterNodePool.class).stream()
        .filter(pool -> mismatch(pool, spec).isEmpty())
        .filter(pool -> NodePoolGrowth.obstacle(pool, amount).isEmpty())
        .toList();
  }

  private static Optional<String> unmetLabel(KarpenterNodePool pool, PodSpec spec) {
    Map<String, String> labels = new HashMap<>(pool.labels());
    labels.put(KarpenterNodePool.LABEL, pool.name());
    List<NodeSelector.Requirement> selected =
        spec.nodeSelector().entrySet().stream()
            .map(e -> new NodeSelector.Requirement(e.getKey(), "In", List.of(e.getValue())))
            .toList();
    Optional<String> unmet = firstUnmet(pool, labels, selected);
    List<NodeSelector.Term> terms =
        spec.affinity().requiredNodes().map(NodeSelector::terms).orElse(List.of());
    boolean someTermMet =
        terms.isEmpty()
            || terms.stream()
                .anyMatch(t -> firstUnmet(pool, labels, t.matchExpressions()).isEmpty());
    return unmet.or(
        () ->
            someTermMet
                ? Optional.empty()
                : firstUnmet(pool, labels, terms.get(0).matchExpressions()));
  }

  private static Optional<String> firstUnmet(
      KarpenterNodePool pool,
      Map<String, String> labels,
      List<NodeSelector.Requirement> requirements) {
    return requirements.stream()
        .filter(r -> !mayMeet(pool, labels, r))
        .map(NodeSelector.Requirement::key)
        .findFirst();
  }

  /** Returns whether a node of the NodePool may meet a requirement of a pod. */
  private static boolean mayMeet(
      KarpenterNodePool pool, Map<String, String> labels, NodeSelector.Requirement wanted) {
    List<NodeSelector.Requirement> own =
        pool.requirements().stream().filter(r -> r.key().equals(wanted.key())).toList();
    boolean isIn = wanted.operator().equals("In");
    if (labels.containsKey(wanted.key())) {
      String value = labels.getOrDefault(wanted.key(), "");
      return switch (wanted.operator()) {
        case "In" -> wanted.values().contains(value);
        case "NotIn" -> !wanted.values().contains(value);
        case "DoesNotExist" -> false;
        default -> true;
      };
    }
    if (own.isEmpty()) {
      return isProviders(wanted.key()) || !(isIn || wanted.operator().equals("Exists"));
    }
    return !isIn
        || wanted.values().stream().anyMatch(v -> own.stream().allMatch(r -> admits(r, v)));
  }

  private static boolean admits(NodeSelector.Requirement own, String value) {
    return switch (own.operator()) {
      case "In" -> own.values().contains(value);
      case "NotIn" -> !own.values().contains(value);
      case "DoesNotExist" -> false;
      default -> true;
    };
  }

  /**
   * Returns whether Karpenter or its provider may set the label; such a label has a domain. The
   * labels of device plug-ins and of Node Feature Discovery come after the node.
   */
  private static boolean isProviders(String key) {
    int slash = key.indexOf('/');
    return slash > 0 && !SET_ON_NODES.contains(key.substring(0, slash));
  }
}
