package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Map;

/**
 * Karpenter's NodePool.
 *
 * <p>Source: {@code sigs.k8s.io/karpenter/pkg/apis/v1/nodepool.go}.
 *
 * @param metadata name, labels and the like
 * @param weight its weight; Karpenter tries NodePools with a higher weight first
 * @param isStatic whether it has {@code replicas}, so that pending pods add no node
 * @param limits the most that its nodes may have; a resource without a limit is absent
 * @param provisioned what its nodes have, as Karpenter counts
 * @param labels the labels of its nodes
 * @param taints the taints of its nodes, without startup taints
 * @param requirements what its nodes meet
 * @param conditions its conditions
 */
public record KarpenterNodePool(
    ObjectMeta metadata,
    int weight,
    boolean isStatic,
    Resources limits,
    Resources provisioned,
    Map<String, String> labels,
    List<Taint> taints,
    List<NodeSelector.Requirement> requirements,
    List<Condition> conditions)
    implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("karpenter.sh/v1", "NodePool");

  public static final GroupResource RESOURCE = new GroupResource("karpenter.sh", "nodepools");

  /** The label of a node or NodeClaim that names its NodePool. */
  public static final String LABEL = "karpenter.sh/nodepool";

  /** The number of nodes in limits. */
  public static final ResourceName NODES = ResourceName.of("nodes");

  public KarpenterNodePool {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
    requirements = List.copyOf(requirements);
    conditions = List.copyOf(conditions);
  }

  /** Returns the resources with a limit that leaves less than an amount. */
  public List<ResourceName> limitsBelow(Resources amount) {
    return amount.add(provisioned.mask(amount::contains)).exceeding(limits);
  }

  /** Returns the NodePool with other limits. */
  public KarpenterNodePool withLimits(Resources others) {
    return new KarpenterNodePool(
        metadata, weight, isStatic, others, provisioned, labels, taints, requirements, conditions);
  }

  /** Returns the conditions that keep it from being ready; Karpenter doesn't use it then. */
  public List<Condition> notReady() {
    boolean isReady =
        conditions.stream().noneMatch(c -> c.type().equals("Ready") && !c.status().equals("True"));
    return isReady
        ? List.of()
        : conditions.stream()
            .filter(c -> !c.status().equals("True"))
            .filter(c -> List.of("ValidationSucceeded", "NodeClassReady").contains(c.type()))
            .toList();
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
