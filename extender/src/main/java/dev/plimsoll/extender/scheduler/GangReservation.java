package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The reservation of a gang on nodes, for its pods that are not bound yet. An instance never
 * changes.
 *
 * @param byUid what is reserved, one slot for each pod
 * @param isBoundToNodes whether each pod has to go to the very node that was found for it, since
 *     where the others can go depends on it
 * @param earlier the UIDs of pods that have to be heard of before the reservation opens
 * @param isOpen whether the gang's pods may pass
 * @param expires when the gang's turn ends if no pod is bound, in nanoseconds of a ticker
 */
@RecordBuilder
record GangReservation(
    SortedTree<String, Slot> byUid,
    boolean isBoundToNodes,
    Set<String> earlier,
    boolean isOpen,
    long expires)
    implements GangReservationBuilder.With {

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

  Collection<Slot> slots() {
    return byUid.values();
  }

  Optional<Slot> slot(Pod pod) {
    return byUid.get(AssumedPod.uid(pod));
  }

  boolean isExpired(long now) {
    return expires - now <= 0;
  }

  /** Returns the reservation that awaits only those of the earlier pods. */
  GangReservation awaiting(Predicate<String> isOnItsWay) {
    return withEarlier(earlier.stream().filter(isOnItsWay).collect(Collectors.toSet()));
  }

  /** Gives back what was reserved for a pod that is bound, and leaves the others enough. */
  GangReservation bound(Pod pod, long newExpiry) {
    Optional<Slot> own = slot(pod);
    if (own.isEmpty()) {
      return this;
    }
    SortedTree<String, Slot> left = byUid.without(AssumedPod.uid(pod));
    String node = pod.spec().nodeName();
    Optional<Slot> alike =
        own.get().node().equals(node)
            ? Optional.empty()
            : left.values().stream()
                .filter(s -> s.node().equals(node) && s.isLike(own.get()))
                .findFirst();
    if (alike.isPresent()) {
      Slot moved = new Slot(alike.get().pod(), own.get().node());
      left = left.with(moved.uid(), moved);
    }
    return withByUid(left).withExpires(newExpiry);
  }

  GangReservation removed(Pod pod) {
    return withByUid(byUid.without(AssumedPod.uid(pod)));
  }

  /** Returns whether the pod, which has a slot here, may go to no other node than its own. */
  boolean excludes(Slot own, String node) {
    return isBoundToNodes && !own.node().equals(node);
  }

  /**
   * Returns whether a pod may take another's slot. Each pod has one, and the scheduler puts no two
   * pods where one fits.
   */
  boolean mayTake(Slot own, Slot other) {
    return byUid.get(other.uid()).isPresent()
        && (isBoundToNodes ? own.uid().equals(other.uid()) : own.isLike(other));
  }
}
