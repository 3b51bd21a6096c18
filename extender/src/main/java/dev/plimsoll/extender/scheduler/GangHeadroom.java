package dev.plimsoll.extender.scheduler;

import static java.util.stream.Collectors.groupingBy;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.extender.scheduler.PodPhase.Assumed;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** How much nodes have beside what is reserved on them for gangs, in one state. */
final class GangHeadroom {
  private final SchedulerState state;
  private final GangReservations all;
  private final Gangs gangs;

  GangHeadroom(SchedulerState state) {
    this.state = state;
    this.all = state.gangs();
    this.gangs = new Gangs(state);
  }

  /** Returns for each node why the pod may not go there; empty if it may. */
  Function<String, String> rejections(Pod pod) {
    Map<String, List<Slot>> byNode = all.slots().stream().collect(groupingBy(Slot::node));
    Optional<GangReservation> own = gangs.reservation(pod);
    Optional<Slot> ownSlot = own.flatMap(r -> r.slot(pod));
    Resources requests = NodeCapacity.requests(pod);
    Map<String, Resources> coming = coming(pod);
    List<Slot> passed = passed(pod);
    return node -> {
      if (ownSlot.isPresent() && own.get().excludes(ownSlot.get(), node)) {
        return Gangs.REJECTION;
      }
      List<Slot> others = new ArrayList<>(byNode.getOrDefault(node, List.of()));
      ownSlot.ifPresent(s -> others.removeIf(o -> own.get().mayTake(s, o)));
      if (others.isEmpty()) {
        return "";
      }
      passed.stream().filter(s -> !others.contains(s)).forEach(others::add);
      Resources taken =
          sum(
              Stream.concat(
                  others.stream().map(Slot::requests),
                  Stream.of("", node).map(n -> coming.getOrDefault(n, Resources.EMPTY))));
      return hasHeadroom(node, taken, requests) ? "" : Gangs.REJECTION;
    };
  }

  /**
   * Returns the requests of other pods without a reservation, by the node that each is being bound
   * to. Pods that may come to any node have the empty name.
   */
  private Map<String, Resources> coming(Pod pod) {
    Map<String, Resources> coming = new HashMap<>();
    state
        .pods()
        .assumed()
        .filter(e -> !e.uid().equals(AssumedPod.uid(pod)) && !gangs.isReserved(e.pod()))
        .forEach(
            e ->
                coming.merge(
                    e.phase().assumed().map(Assumed::node).orElse(""),
                    NodeCapacity.requests(e.pod()),
                    Resources::add));
    return coming;
  }

  /** Returns the slots of other pods that may come to any node. */
  private List<Slot> passed(Pod pod) {
    return all.reservations().values().stream()
        .filter(r -> !r.isBoundToNodes())
        .flatMap(r -> r.slots().stream().filter(gangs::isPassed))
        .filter(s -> !s.uid().equals(AssumedPod.uid(pod)))
        .toList();
  }

  /** Returns whether each node has headroom for all that is reserved on it. */
  boolean nodesHaveHeadroom(GangReservation reservation) {
    Map<String, Resources> reserved = new HashMap<>();
    all.slots().forEach(s -> reserved.merge(s.node(), s.requests(), Resources::add));
    Map<String, Resources> coming = new HashMap<>();
    state
        .pods()
        .assumed()
        .filter(e -> !e.isToAnyNode() && !gangs.isReserved(e.pod()))
        .forEach(e -> coming.merge(e.node(), NodeCapacity.requests(e.pod()), Resources::add));
    return reservation.slots().stream()
        .map(Slot::node)
        .distinct()
        .allMatch(
            n ->
                hasHeadroom(
                    n,
                    coming.getOrDefault(n, Resources.EMPTY),
                    reserved.getOrDefault(n, Resources.EMPTY)));
  }

  private boolean hasHeadroom(String node, Resources taken, Resources requests) {
    Resources free = state.usage().nodes().of(node).capacity().free().subtract(taken);
    return requests.removeZeros().names().stream()
        .allMatch(n -> free.getOrZero(n).compareTo(requests.getOrZero(n)) >= 0);
  }

  private static Resources sum(Stream<Resources> some) {
    return some.reduce(Resources.EMPTY, Resources::add);
  }
}
