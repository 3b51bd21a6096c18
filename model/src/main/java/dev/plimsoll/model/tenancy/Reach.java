package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Toleration;
import dev.plimsoll.model.placement.RequiredNodeAffinity;
import dev.plimsoll.model.placement.Tolerations;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which pools pods reach: those with a schedulable node that their selectors want, whose taints
 * they tolerate, and which is large enough for them when empty. Not safe for use by several
 * threads.
 */
final class Reach {
  private final List<PoolCapacity> pools;
  private final Set<ResourceName> divided;
  private final Map<Wish, Set<Room>> known = new HashMap<>();

  /** What a pod wants of a node, besides resources. */
  private record Wish(RequiredNodeAffinity affinity, List<Toleration> tolerations) {
    boolean suits(Node node) {
      return affinity.matches(node) && Tolerations.tolerateScheduling(tolerations, node.taints());
    }
  }

  /** What some node of a pool has when it is empty. */
  private record Room(String pool, Resources resources) {}

  Reach(Capacity capacity) {
    this.pools = capacity.pools();
    this.divided =
        capacity.policy().resources().stream()
            .map(DividedResource::name)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the names of the pools that a pod with these requests reaches. */
  Set<String> of(Pod pod, Resources requests) {
    Wish wish = new Wish(RequiredNodeAffinity.of(pod), pod.spec().tolerations());
    Resources needed = requests.mask(divided).removeZeros();
    return known.computeIfAbsent(wish, this::rooms).stream()
        .filter(r -> has(r.resources(), needed))
        .map(Room::pool)
        .collect(Collectors.toUnmodifiableSet());
  }

  private Set<Room> rooms(Wish wish) {
    Set<Room> rooms = new LinkedHashSet<>();
    for (PoolCapacity pool : pools) {
      for (Node node : pool.nodes()) {
        if (wish.suits(node)) {
          rooms.add(new Room(pool.name(), node.allocatable().mask(divided)));
        }
      }
    }
    return rooms;
  }

  private static boolean has(Resources room, Resources needed) {
    for (ResourceName name : needed.names()) {
      if (room.getOrZero(name).compareTo(needed.getOrZero(name)) < 0) {
        return false;
      }
    }
    return true;
  }
}
