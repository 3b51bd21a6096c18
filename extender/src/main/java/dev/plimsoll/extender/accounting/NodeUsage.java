package dev.plimsoll.extender.accounting;

import dev.plimsoll.extender.protocol.NodeNames;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What each node has and what of it is held by placed pods; kept current change by change. For one
 * writer at a time and any number of readers.
 */
public final class NodeUsage {
  private final Map<String, Totals> byName = new ConcurrentHashMap<>();
  private final NodeHeadroomTable headrooms = new NodeHeadroomTable();

  /**
   * The usage of one node.
   *
   * @param known whether the node itself is known; pods may be heard of before it
   * @param allocatable what it has for pods
   * @param requested what its pods request
   */
  public record Totals(boolean known, Resources allocatable, Resources requested) {
    static final Totals NONE = new Totals(false, Resources.EMPTY, Resources.EMPTY);

    /** Returns what is free; negative where it is overcommitted. */
    public Resources free() {
      return allocatable.subtract(requested);
    }

    boolean agrees(Totals other) {
      return known == other.known
          && allocatable.equals(other.allocatable)
          && requested.removeZeros().equals(other.requested.removeZeros());
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
      put(node.name(), new Totals(in, allocatable, of(node.name()).requested()));
    } else if (object instanceof Pod pod && pod.isBound() && !pod.isTerminal()) {
      String node = pod.spec().nodeName();
      Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
      Totals was = of(node);
      Resources held = in ? was.requested().add(requests) : was.requested().subtract(requests);
      put(node, new Totals(was.known(), was.allocatable(), held));
    }
  }

  private void put(String node, Totals totals) {
    byName.put(node, totals);
    Optional<ResourceName> device = NodeHeadrooms.device(totals.allocatable());
    headrooms.put(node, device, NodeHeadrooms.of(totals, device));
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

  /** Returns a node's usage; none if it isn't known. */
  public Totals of(String node) {
    return byName.getOrDefault(node, Totals.NONE);
  }

  /** Returns the nodes with these names by that device, each by its own if it is empty. */
  List<NodeHeadroom> headrooms(NodeNames nodeNames, Optional<ResourceName> device) {
    return headrooms.headrooms(nodeNames, device, name -> NodeHeadrooms.of(of(name), device));
  }
}
