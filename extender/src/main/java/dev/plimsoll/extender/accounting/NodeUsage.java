package dev.plimsoll.extender.accounting;

import dev.plimsoll.extender.protocol.NodeNames;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.model.capacity.NodeCapacity;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What each node has and what of it is requested by placed pods; kept current change by change. For
 * one writer at a time and any number of readers.
 */
public final class NodeUsage {
  private final Map<String, Totals> byName = new ConcurrentHashMap<>();
  private final NodeHeadroomTable headrooms = new NodeHeadroomTable();

  /**
   * The usage of one node.
   *
   * @param known whether the node itself is known; pods may be heard of before it
   * @param capacity what it has for pods and what they request
   */
  public record Totals(boolean known, NodeCapacity capacity) {
    static final Totals NONE = new Totals(false, NodeCapacity.NONE);

    boolean agrees(Totals other) {
      return known == other.known
          && capacity.allocatable().equals(other.capacity.allocatable())
          && capacity.requested().removeZeros().equals(other.capacity.requested().removeZeros());
    }
  }

  /** Takes the whole cluster in. */
  public void fill(Cluster cluster) {
    cluster.nodes().forEach(n -> changed(Optional.empty(), Optional.of(n)));
    cluster.list(Pod.class).forEach(p -> changed(Optional.empty(), Optional.of(p)));
  }

  /** Takes one change in. */
  public void changed(Optional<? extends ApiObject> before, Optional<? extends ApiObject> after) {
    before.ifPresent(o -> take(o, false));
    after.ifPresent(o -> take(o, true));
  }

  private void take(ApiObject object, boolean in) {
    if (object instanceof Node node) {
      Resources allocatable = in ? node.allocatable() : Resources.EMPTY;
      Resources requested = of(node.name()).capacity().requested();
      put(node.name(), new Totals(in, new NodeCapacity(allocatable, requested)));
    } else if (object instanceof Pod pod && pod.isBound() && !pod.isTerminal()) {
      String node = pod.spec().nodeName();
      Resources requests = NodeCapacity.requests(pod);
      Totals was = of(node);
      NodeCapacity capacity = was.capacity();
      put(node, new Totals(was.known(), in ? capacity.plus(requests) : capacity.minus(requests)));
    }
  }

  private void put(String node, Totals totals) {
    byName.put(node, totals);
    Optional<ResourceName> device = NodeHeadrooms.device(totals.capacity().allocatable());
    headrooms.put(node, device, NodeHeadrooms.of(node, totals.capacity(), device));
  }

  /** Returns on which nodes others count otherwise. */
  List<String> differences(NodeUsage other) {
    Set<String> names = new TreeSet<>(byName.keySet());
    names.addAll(other.byName.keySet());
    return names.stream()
        .filter(n -> !of(n).agrees(other.of(n)))
        .map(n -> "pods on node " + n)
        .toList();
  }

  /** Returns the nodes that have some of these resources. */
  Stream<String> having(Collection<ResourceName> resources) {
    return byName.entrySet().stream()
        .filter(e -> resources.stream().anyMatch(e.getValue().capacity().allocatable()::contains))
        .map(Map.Entry::getKey);
  }

  /** Returns a node's usage; none if it isn't known. */
  public Totals of(String node) {
    return byName.getOrDefault(node, Totals.NONE);
  }

  /** Returns the nodes with these names by that device, each by its own if it is empty. */
  List<NodeHeadroom> headrooms(NodeNames nodeNames, Optional<ResourceName> device) {
    return headrooms.headrooms(
        nodeNames, device, name -> NodeHeadrooms.of(name, of(name).capacity(), device));
  }
}
