package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.model.capacity.NodeCapacity;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Resources;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a gang has reserved on nodes for those of its pods that are not bound yet. For one thread at
 * a time.
 */
final class GangReservation {
  private final Map<String, Slot> slots = new LinkedHashMap<>();

  /** Pods that the scheduler may be binding, to whichever node. */
  private final Set<String> passed = new HashSet<>();

  /** Pods that were on their way to nothing known when this was reserved. */
  private final Set<String> earlier;

  private final boolean isBoundToNodes;
  private long expires;
  private boolean isOpen;

  /** Headroom for a pod on a node. */
  record Slot(Pod pod, String node) {

    String uid() {
      return AssumedPod.uid(pod);
    }

    Resources requests() {
      return NodeCapacity.requests(pod);
    }

    boolean isLike(Slot other) {
      return requests().removeZeros().equals(other.requests().removeZeros());
    }
  }

  /**
   * Makes a reservation that isn't open yet.
   *
   * @param isBoundToNodes whether each pod has to go to the very node that was found for it, since
   *     where the others can go depends on it
   * @param earlier the pods that have to be heard of before it opens
   */
  GangReservation(
      Collection<Slot> slots, boolean isBoundToNodes, Set<String> earlier, long expires) {
    slots.forEach(s -> this.slots.put(s.uid(), s));
    this.isBoundToNodes = isBoundToNodes;
    this.earlier = earlier;
    this.expires = expires;
  }

  Collection<Slot> slots() {
    return slots.values();
  }

  Optional<Slot> slot(Pod pod) {
    return Optional.ofNullable(slots.get(AssumedPod.uid(pod)));
  }

  void passed(Pod pod, boolean now) {
    boolean unused = now ? passed.add(AssumedPod.uid(pod)) : passed.remove(AssumedPod.uid(pod));
  }

  boolean isPassed(Slot slot) {
    return passed.contains(slot.uid());
  }

  /** Returns until when nothing is given back if no pod is bound, in nanoseconds of a ticker. */
  long expires() {
    return expires;
  }

  boolean isExpired(long now) {
    return expires - now <= 0;
  }

  /** Forgets pods that have been heard of; returns whether there are none left. */
  boolean awaitsNone(Predicate<String> isOnItsWay) {
    earlier.removeIf(isOnItsWay.negate());
    return earlier.isEmpty();
  }

  boolean isOpen() {
    return isOpen;
  }

  void open() {
    isOpen = true;
  }

  /** Gives back what was reserved for a pod that is bound, and leaves the others enough. */
  void bound(Pod pod, long newExpiry) {
    Optional<Slot> own = Optional.ofNullable(slots.remove(AssumedPod.uid(pod)));
    if (own.isPresent()) {
      expires = newExpiry;
      if (!own.get().node().equals(pod.spec().nodeName())) {
        alike(own.get(), pod.spec().nodeName())
            .findFirst()
            .ifPresent(s -> slots.put(s.uid(), new Slot(s.pod(), own.get().node())));
      }
    }
  }

  void remove(Pod pod) {
    slots.remove(AssumedPod.uid(pod));
  }

  /** Returns whether the pod, which has a slot here, may go to no other node than its own. */
  boolean excludes(Slot own, String node) {
    return isBoundToNodes && !own.node().equals(node);
  }

  /**
   * Returns whether a pod may take another's slot: there is one for each pod, and the scheduler
   * puts no two pods where there is headroom for one.
   */
  boolean mayTake(Slot own, Slot other) {
    return slots.containsKey(other.uid())
        && (isBoundToNodes ? own.uid().equals(other.uid()) : own.isLike(other));
  }

  /** Returns whether each pod has to go to the very node that was found for it. */
  boolean isBoundToNodes() {
    return isBoundToNodes;
  }

  private Stream<Slot> alike(Slot own, String node) {
    return slots.values().stream().filter(s -> s.node().equals(node) && s.isLike(own));
  }
}
