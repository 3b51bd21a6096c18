package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Whether a pod would leave too little of what is reserved for another. As of nominated pods, a
 * higher priority goes first. Pods of a DaemonSet belong to their node, and pass if they request no
 * devices.
 */
final class ReservedHeadroom {
  private final SchedulerState state;
  private final Pod pod;
  private final Resources requests;
  private final boolean passesAlways;

  /** The requests of other pods that may come to any node. */
  private final Resources coming;

  private final Map<String, List<Pod>> toNodes;

  ReservedHeadroom(SchedulerState state, Pod pod) {
    this.state = state;
    this.pod = pod;
    this.requests = Decisions.requests(pod).removeZeros();
    this.passesAlways = isOfDaemonSet() && NodeReservation.devices(pod).isEmpty();
    this.coming = sum(state.pods().toAnyNode());
    this.toNodes = state.pods().toNodes();
  }

  /** Returns whether a DaemonSet manages the pod, by its own word. */
  static boolean isDaemon(Pod pod) {
    return pod.metadata().controller().filter(c -> c.kind().equals("DaemonSet")).isPresent();
  }

  /** Returns whether a DaemonSet that is known manages the pod, and it doesn't only say so. */
  private boolean isOfDaemonSet() {
    return pod.metadata()
        .controller()
        .filter(owner -> isDaemon(pod))
        .flatMap(
            owner ->
                state
                    .cluster()
                    .find(Workload.class, pod.namespace(), "daemonsets.apps/" + owner.name())
                    .filter(set -> set.metadata().uid().equals(owner.uid())))
        .isPresent();
  }

  private Resources sum(Collection<Pod> pods) {
    return pods.stream()
        .filter(p -> !AssumedPod.uid(p).equals(AssumedPod.uid(pod)))
        .map(NodeCapacity::requests)
        .reduce(Resources.EMPTY, Resources::add);
  }

  /**
   * Returns whether the pod would leave too little.
   *
   * @param reservations the reservations of one node
   * @param gone pods that are gone from the node by then
   */
  boolean isTooLittle(List<NodeReservation> reservations, List<Pod> gone) {
    List<NodeReservation> others =
        reservations.stream()
            .filter(r -> !r.isFor(pod))
            .filter(r -> Preemption.priority(pod) <= Preemption.priority(r.pod()))
            .toList();
    return !passesAlways && !others.isEmpty() && exceeds(left(others).add(sum(gone)));
  }

  private Resources left(List<NodeReservation> reservations) {
    String node = reservations.get(0).node();
    List<Pod> comingHere = new ArrayList<>(toNodes.getOrDefault(node, List.of()));
    comingHere.removeIf(p -> reservations.stream().anyMatch(r -> r.isOf(p)));
    Resources reserved =
        reservations.stream()
            .filter(r -> state.pods().get(r.pod()).filter(PodEntry::isToAnyNode).isEmpty())
            .map(NodeReservation::requests)
            .reduce(Resources.EMPTY, Resources::add);
    return state
        .usage()
        .nodes()
        .of(node)
        .capacity()
        .free()
        .subtract(sum(comingHere))
        .subtract(coming)
        .subtract(reserved);
  }

  private boolean exceeds(Resources left) {
    return requests.names().stream()
        .anyMatch(n -> requests.getOrZero(n).compareTo(left.getOrZero(n)) > 0);
  }
}
