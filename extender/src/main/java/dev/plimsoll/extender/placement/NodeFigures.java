package dev.plimsoll.extender.placement;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.packing.Room;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** What each node has and what of it is held by placed pods; kept current change by change. */
public final class NodeFigures {
  private final Map<String, Figures> byName = new ConcurrentHashMap<>();

  /**
   * The figures of one node.
   *
   * @param known whether the node itself is known; pods may be heard of before it
   * @param allocatable what it has for pods
   * @param held what its pods request
   * @param device the first extended resource that it has
   * @param room what of it is free for packing, counted in that resource
   */
  public record Figures(
      boolean known,
      Resources allocatable,
      Resources held,
      Optional<ResourceName> device,
      Room room) {
    static final Figures NONE = of(false, Resources.EMPTY, Resources.EMPTY);

    static Figures of(boolean known, Resources allocatable, Resources held) {
      Optional<ResourceName> device = Rooms.device(allocatable);
      return new Figures(known, allocatable, held, device, Rooms.of(allocatable, held, device));
    }

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
    byName.clear();
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
      byName.compute(
          node.name(),
          (name, old) -> {
            Resources held = old == null ? Resources.EMPTY : old.held();
            return Figures.of(in, in ? node.allocatable() : Resources.EMPTY, held);
          });
    } else if (object instanceof Pod pod && pod.isBound() && !pod.isTerminal()) {
      Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
      byName.compute(
          pod.spec().nodeName(),
          (name, old) -> {
            Figures was = old == null ? Figures.NONE : old;
            Resources held = in ? was.held().add(requests) : was.held().subtract(requests);
            return Figures.of(was.known(), was.allocatable(), held);
          });
    }
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

  /** Returns all nodes' figures by name; changes show in it. */
  public Map<String, Figures> all() {
    return Collections.unmodifiableMap(byName);
  }
}
