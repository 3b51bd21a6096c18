package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.placement.framework.GangPlacement;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.gate.GateDecision;
import dev.plimsoll.model.gate.GateRelease;
import dev.plimsoll.model.gate.GateUnit;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Places waiting pods once, as kube-scheduler and the policies would: the highest priority first,
 * then the oldest. A pod that fits overtakes pods that don't. No pod evicts another.
 */
final class PlacementPass {
  static final Scheduler SCHEDULER = DefaultPlugins.scheduler();

  /** The order of kube-scheduler's queue. */
  static final Comparator<Pod> QUEUE =
      Comparator.comparing((Pod p) -> -p.spec().priority().orElse(0))
          .thenComparing(p -> p.metadata().creationTimestamp().orElseThrow())
          .thenComparing(Pod::key);

  private final List<CapacityPolicy> policies;
  private final ReplayState state;
  private final Set<PodSpec> unplaceable = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Pod> placed = new ArrayList<>();

  private PlacementPass(List<CapacityPolicy> policies, ReplayState state) {
    this.policies = policies;
    this.state = state;
  }

  /** Places pods in the state; returns those that got a node. */
  static List<Pod> run(List<CapacityPolicy> policies, ReplayState state, Collection<Pod> waiting) {
    PlacementPass pass = new PlacementPass(policies, state);
    List<Pod> queue = waiting.stream().sorted(QUEUE).toList();
    if (has(policies, PlacementMode.GATE)) {
      pass.releaseGates();
    } else if (has(policies, PlacementMode.HOLD)) {
      pass.placeUnheld(queue);
    } else {
      queue.forEach(pass::place);
    }
    return pass.placed;
  }

  static boolean has(List<CapacityPolicy> policies, PlacementMode mode) {
    return policies.stream().anyMatch(p -> p.enforcement().placement() == mode);
  }

  private void releaseGates() {
    GateDecision decision =
        GateRelease.decide(state.cluster(), policies, SCHEDULER, Set.of(), state.now());
    List<Pod> released = new ArrayList<>();
    for (GateUnit unit : decision.released()) {
      for (Pod pod : unit.pods()) {
        released.add(pod.withSpec(pod.spec().withSchedulingGates(List.of())));
      }
    }
    released.addAll(decision.exempt());
    state.pending().stream()
        .filter(p -> p.spec().schedulingGates().isEmpty())
        .forEach(released::add);
    released.forEach(state::replace);
    released.stream().sorted(QUEUE).forEach(this::place);
  }

  /** Places single pods and whole gangs, if the shares of their tenants suffice. */
  private void placeUnheld(List<Pod> queue) {
    Set<Gang> tried = new HashSet<>();
    for (Pod pod : queue) {
      Optional<Gang> gang = Gang.of(pod);
      if (gang.isEmpty()) {
        place(pod);
      } else if (tried.add(gang.get())) {
        placeGang(gang.get());
      }
    }
  }

  private void placeGang(Gang gang) {
    List<Pod> members =
        state.pending().stream().filter(p -> Gang.of(p).equals(Optional.of(gang))).toList();
    if (members.size() < gang.size().orElse(1)) {
      return;
    }
    PodSpec shape = members.get(0).spec();
    if (unplaceable.contains(shape) || !state.shares().suffice(members)) {
      return;
    }
    Optional<Map<String, String>> nodes = GangPlacement.find(SCHEDULER, state.snapshot(), members);
    if (nodes.isEmpty()) {
      unplaceable.add(shape);
    } else {
      members.forEach(p -> bind(p, nodes.get().getOrDefault(p.key(), "")));
    }
  }

  private void place(Pod pod) {
    PodSpec shape = pod.spec();
    if (unplaceable.contains(shape)) {
      return;
    }
    if (state.shares().suffice(List.of(pod))
        && SCHEDULER.schedule(state.snapshot(), pod) instanceof ScheduleResult.Feasible feasible) {
      bind(pod, SCHEDULER.selectHost(state.snapshot(), pod, feasible.nodes()));
    } else {
      unplaceable.add(shape);
    }
  }

  private void bind(Pod pod, String node) {
    placed.add(state.bind(pod, node));
  }
}
