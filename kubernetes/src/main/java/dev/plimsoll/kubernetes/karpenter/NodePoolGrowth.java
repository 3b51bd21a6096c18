package dev.plimsoll.kubernetes.karpenter;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Says whether Karpenter may add nodes to a NodePool. A new node has at least the requests of a
 * pod, so a limit that leaves less is exhausted; a limit that leaves more may still be too low for
 * each instance type.
 *
 * <p>Sources: {@code sigs.k8s.io/karpenter/pkg/controllers/provisioning/provisioner.go}, {@code
 * filterByRemainingResources} in {@code
 * sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling/scheduler.go}.
 */
public final class NodePoolGrowth {
  private static final Quantity SMALLEST = Quantity.of(1);

  private NodePoolGrowth() {}

  /**
   * Returns why the NodePool gets no node with an amount, as a sentence; empty if the NodePool may
   * get one.
   */
  public static Optional<String> obstacle(KarpenterNodePool pool, Resources amount) {
    return obstacle(pool, amount, 1);
  }

  private static Optional<String> obstacle(KarpenterNodePool pool, Resources amount, int nodes) {
    List<ResourceName> exhausted = exhausted(pool, amount, nodes);
    return obstacleBeyondLimits(pool)
        .or(
            () ->
                exhausted.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                        "NodePool %s may not get that node: it has provisioned %s."
                            .formatted(pool.name(), ofLimits(pool, exhausted))));
  }

  private static List<ResourceName> exhausted(KarpenterNodePool pool, Resources amount, int nodes) {
    return pool.limitsBelow(amount.with(KarpenterNodePool.NODES, Quantity.of(nodes)));
  }

  private static Optional<String> obstacleBeyondLimits(KarpenterNodePool pool) {
    if (pool.metadata().deletionTimestamp().isPresent()) {
      return Optional.of("NodePool " + pool.name() + " is being deleted.");
    }
    if (pool.isStatic()) {
      return Optional.of(
          "NodePool %s has a fixed number of nodes (spec.replicas): pending pods add none."
              .formatted(pool.name()));
    }
    List<Condition> notReady = pool.notReady();
    return notReady.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "NodePool %s is not ready, so Karpenter adds no node to it: %s."
                .formatted(
                    pool.name(),
                    notReady.stream().map(NodePoolGrowth::text).collect(Collectors.joining("; "))));
  }

  /**
   * Returns why the NodePool of a node gets no more nodes like the node, as a sentence. It is empty
   * if the NodePool may get such nodes, or if no NodePool of the node was read.
   */
  public static Optional<String> obstacle(Cluster cluster, String node, int count) {
    return cluster
        .find(Node.class, "", node)
        .flatMap(
            n ->
                nodePool(n)
                    .flatMap(name -> cluster.find(KarpenterNodePool.class, "", name))
                    .flatMap(pool -> obstacle(pool, times(n.capacity(), count), count)));
  }

  /**
   * Returns the NodePool of a node with the limits that more nodes like the node need; empty if
   * higher limits aren't needed, or aren't enough.
   */
  public static Optional<KarpenterNodePool> raised(Cluster cluster, String node, int count) {
    return cluster
        .find(Node.class, "", node)
        .flatMap(
            n ->
                nodePool(n)
                    .flatMap(name -> cluster.find(KarpenterNodePool.class, "", name))
                    .flatMap(pool -> raised(pool, times(n.capacity(), count), count)));
  }

  private static Optional<KarpenterNodePool> raised(
      KarpenterNodePool pool, Resources amount, int nodes) {
    List<ResourceName> exhausted = exhausted(pool, amount, nodes);
    if (exhausted.isEmpty() || obstacleBeyondLimits(pool).isPresent()) {
      return Optional.empty();
    }
    Resources needed =
        pool.provisioned().add(amount.with(KarpenterNodePool.NODES, Quantity.of(nodes)));
    Resources limits = pool.limits();
    for (ResourceName resource : exhausted) {
      limits = limits.with(resource, needed.getOrZero(resource));
    }
    return Optional.of(pool.withLimits(limits));
  }

  /** Returns whether Karpenter makes nodes like a node. */
  public static boolean isOfKarpenter(Cluster cluster, String node) {
    return cluster.find(Node.class, "", node).flatMap(NodePoolGrowth::nodePool).isPresent();
  }

  private static Optional<String> nodePool(Node node) {
    return Optional.ofNullable(node.metadata().labels().get(KarpenterNodePool.LABEL));
  }

  /**
   * Returns how much of a resource NodePools may still add by their limits, as in "up to 8"; empty
   * if none may. Of a NodePool without a limit, only the resources of the nodes that it has are
   * known.
   */
  public static Optional<String> mayAdd(Cluster cluster, ResourceName resource) {
    Quantity bounded = Quantity.ZERO;
    for (KarpenterNodePool pool : cluster.list(KarpenterNodePool.class)) {
      if (obstacle(pool, Resources.of(resource, SMALLEST)).isPresent()) {
        continue;
      }
      if (pool.limits().contains(resource)) {
        bounded =
            bounded.add(
                pool.limits().getOrZero(resource).subtract(pool.provisioned().getOrZero(resource)));
      } else if (pool.provisioned().getOrZero(resource).signum() > 0) {
        return Optional.of("more, without a limit");
      }
    }
    return bounded.signum() > 0 ? Optional.of("up to " + bounded) : Optional.empty();
  }

  private static Resources times(Resources amount, int count) {
    Resources.Builder product = Resources.builder();
    amount.forEach((name, quantity) -> product.put(name, quantity.multiply(count)));
    return product.build();
  }

  /** Returns how much of its limits a NodePool has provisioned. */
  public static String ofLimits(KarpenterNodePool pool, List<ResourceName> resources) {
    return resources.stream()
        .map(
            r ->
                "%s of its limit of %s %s"
                    .formatted(
                        pool.provisioned().getOrZero(r), pool.limits().getOrZero(r), r.name()))
        .collect(Collectors.joining(", "));
  }

  private static String text(Condition condition) {
    return condition.type()
        + " is "
        + condition.status()
        + (condition.reason().isEmpty() ? "" : ", " + condition.reason())
        + (condition.message().isEmpty() || condition.message().equals(condition.reason())
            ? ""
            : ", " + condition.message());
  }
}
