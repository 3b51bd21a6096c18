package dev.plimsoll.extender.placement;

import dev.plimsoll.extender.protocol.Names;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.packing.Room;
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
public final class NodeFigures {
  private final Map<String, Figures> byName = new ConcurrentHashMap<>();
  private final RoomTable rooms = new RoomTable();

  /**
   * The figures of one node.
   *
   * @param known whether the node itself is known; pods may be heard of before it
   * @param allocatable what it has for pods
   * @param held what its pods request
   */
  public record Figures(boolean known, Resources allocatable, Resources held) {
    static final Figures NONE = new Figures(false, Resources.EMPTY, Resources.EMPTY);

    /** Returns what is free; negative where it is overcommitted. */
    public Resources free() {
      return allocatable.subtract(held);
    }

    boolean agrees(Figures other) {
      return known == other.known
          && allocatable.equals(other.allocatable)
          && held.removeZeros().equals(other.held.removeZeros());
    }
  }

  /** Takes the whole picture in. */
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
      put(node.name(), new Figures(in, allocatable, of(node.name()).held()));
    } else if (object instanceof Pod pod && pod.isBound() && !pod.isTerminal()) {
      String node = pod.spec().nodeName();
      Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
      Figures was = of(node);
      Resources held = in ? was.held().add(requests) : was.held().subtract(requests);
      put(node, new Figures(was.known(), was.allocatable(), held));
    }
  }

  private void put(String node, Figures figures) {
    byName.put(node, figures);
    Optional<ResourceName> device = Rooms.device(figures.allocatable());
    rooms.put(node, device, Rooms.of(figures, device));
  }

  /** Returns on which nodes others count otherwise. */
  List<String> differences(NodeFigures other) {
    Set<String> names = new TreeSet<>(byName.keySet());
    names.addAll(other.byName.keySet());
    return names.stream()
        .filter(n -> !of(n).agrees(other.of(n)))
        .map(n -> "pods on node " + n)
        .toList();
  }

  /** Returns a node's figures; empty ones if it isn't known. */
  public Figures of(String node) {
    return byName.getOrDefault(node, Figures.NONE);
  }

  /** Returns the nodes with these names by that device, each by its own if it is empty. */
  List<Room> rooms(Names names, Optional<ResourceName> device) {
    return rooms.rooms(names, device, name -> Rooms.of(of(name), device));
  }
}
