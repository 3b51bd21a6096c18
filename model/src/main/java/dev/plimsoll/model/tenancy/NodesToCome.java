package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.capacity.NodeOutlook;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The nodes that an autoscaler may add to a pool. An autoscaled pool counts as large as the
 * autoscaler may make it, less cordoned nodes. So its capacity stays while nodes come and go.
 *
 * @param nodes the nodes, empty and ready
 * @param each the resources of one node for pods of tenants
 */
public record NodesToCome(List<Node> nodes, Resources each) {

  /** No nodes. */
  public static final NodesToCome NONE = new NodesToCome(List.of(), Resources.EMPTY);

  /** The amount of each resource that the policy doesn't name: more than any pod requests. */
  private static final Quantity UNKNOWN = Quantity.of(1L << 50);

  private static final Resources DEFAULTS =
      Resources.builder()
          .put(ResourceName.CPU, UNKNOWN)
          .put(ResourceName.MEMORY, UNKNOWN)
          .put(ResourceName.EPHEMERAL_STORAGE, UNKNOWN)
          .put(ResourceName.PODS, UNKNOWN)
          .build();

  public NodesToCome {
    nodes = List.copyOf(nodes);
  }

  /** Returns the nodes that may still come to a pool with these nodes. */
  static NodesToCome of(NodePool pool, Collection<Node> existing) {
    return pool.autoscaling()
        .map(
            a -> {
              long there = existing.stream().filter(n -> isThere(n, a)).count();
              List<Node> nodes =
                  IntStream.range(0, (int) Math.max(0, a.maxNodes() - there))
                      .mapToObj(i -> node(pool, a, i + 1))
                      .toList();
              return new NodesToCome(nodes, a.allocatable());
            })
        .orElse(NONE);
  }

  /**
   * Returns whether the node is one of the pool's nodes already. A node that has yet to take pods,
   * or that takes none, is not: the node is ready soon, or the autoscaler replaces it. A cordoned
   * node counts as one, because a cordon withholds the node on purpose.
   */
  private static boolean isThere(Node node, PoolAutoscaling autoscaling) {
    boolean cordoned =
        node.unschedulable()
            && NodeOutlook.removal(node).isEmpty()
            && node.metadata().deletionTimestamp().isEmpty();
    return cordoned
        || (NodeAvailability.of(node).isAvailable()
            && autoscaling.allocatable().removeZeros().names().stream()
                .allMatch(r -> node.allocatable().getOrZero(r).signum() > 0));
  }

  private static Node node(NodePool pool, PoolAutoscaling autoscaling, int number) {
    Resources allocatable = autoscaling.allocatable().withDefaults(DEFAULTS);
    return new Node(
        ObjectMeta.builder()
            .name("plimsoll:" + pool.name() + "/" + number)
            .labels(labels(pool, autoscaling))
            .build(),
        false,
        autoscaling.taints(),
        allocatable,
        allocatable,
        List.of());
  }

  /** Returns the labels of a new node. */
  static Map<String, String> labels(NodePool pool, PoolAutoscaling autoscaling) {
    Map<String, String> labels = new HashMap<>(pool.nodeSelector().matchLabels());
    labels.putAll(autoscaling.labels());
    return labels;
  }

  /** Returns the first of the nodes, which are all alike; empty if there are none. */
  public Optional<Node> example() {
    return nodes.stream().findFirst();
  }

  /** Returns the sum of the nodes' resources. */
  public Resources sum() {
    Resources.Builder sum = Resources.builder();
    each.forEach((name, quantity) -> sum.put(name, quantity.multiply(nodes.size())));
    return sum.build();
  }
}
