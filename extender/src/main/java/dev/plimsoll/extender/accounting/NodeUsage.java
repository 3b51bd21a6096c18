package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The capacity of each node, and the requests of the pods placed there. An instance never changes:
 * each change returns another.
 */
public final class NodeUsage {
  private static final Totals NONE = new Totals(false, NodeCapacity.NONE);

  private final SortedTree<String, Totals> byName;

  /**
   * The usage of one node.
   *
   * @param known whether the node itself is known; pods may be heard of before it
   * @param capacity what it has for pods and what they request
   */
  public record Totals(boolean known, NodeCapacity capacity) {
    private Totals take(ApiObject object, boolean in) {
      if (object instanceof Pod pod) {
        Resources requests = NodeCapacity.requests(pod);
        return new Totals(known, in ? capacity.plus(requests) : capacity.minus(requests));
      }
      Resources allocatable = in ? ((Node) object).allocatable() : Resources.EMPTY;
      return new Totals(in, new NodeCapacity(allocatable, capacity.requested()));
    }

    boolean agrees(Totals other) {
      return known == other.known
          && capacity.allocatable().equals(other.capacity.allocatable())
          && capacity.requested().removeZeros().equals(other.capacity.requested().removeZeros());
    }
  }

  private NodeUsage(SortedTree<String, Totals> byName) {
    this.byName = byName;
  }

  /** Counts a cluster. */
  public static NodeUsage of(Cluster cluster) {
    SortedMap<String, Totals> counted = new TreeMap<>();
    cluster.nodes().forEach(n -> put(counted, n));
    cluster.list(Pod.class).forEach(p -> put(counted, p));
    return new NodeUsage(SortedTree.of(counted));
  }

  private static void put(SortedMap<String, Totals> counted, ApiObject object) {
    node(object)
        .ifPresent(n -> counted.compute(n, (name, t) -> (t == null ? NONE : t).take(object, true)));
  }

  /** Returns the usage after a change. */
  public NodeUsage changed(
      Optional<? extends ApiObject> before, Optional<? extends ApiObject> after) {
    NodeUsage without = before.map(o -> take(o, false)).orElse(this);
    return after.map(o -> without.take(o, true)).orElse(without);
  }

  private NodeUsage take(ApiObject object, boolean in) {
    return node(object)
        .map(n -> new NodeUsage(byName.with(n, of(n).take(object, in))))
        .orElse(this);
  }

  /** Returns the node that an object counts on: a node, or a pod that has one. */
  public static Optional<String> node(ApiObject object) {
    if (object instanceof Node) {
      return Optional.of(object.name());
    }
    return object instanceof Pod pod && pod.isBound() && !pod.isTerminal()
        ? Optional.of(pod.spec().nodeName())
        : Optional.empty();
  }

  /** Returns the names of all nodes. */
  List<String> names() {
    return byName.keys();
  }

  /** Returns on which nodes others count otherwise. */
  List<String> differences(NodeUsage other) {
    Set<String> names = new TreeSet<>(names());
    names.addAll(other.names());
    return names.stream()
        .filter(n -> !of(n).agrees(other.of(n)))
        .map(n -> "pods on node " + n)
        .toList();
  }

  /** Returns the nodes that have some of these resources. */
  Stream<String> having(Collection<ResourceName> resources) {
    return names().stream()
        .filter(n -> resources.stream().anyMatch(of(n).capacity().allocatable()::contains));
  }

  /** Returns a node's usage; no usage for an unknown node. */
  public Totals of(String node) {
    return byName.get(node).orElse(NONE);
  }
}
