package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.NodeCheck;
import dev.plimsoll.extender.accounting.QuotaCheck;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The checks that hold one pod in one state. The pod itself counts as absent, where it is in
 * flight.
 */
final class PodChecks {
  private final SchedulerState state;
  private final Pod pod;
  private final Resources managed;

  PodChecks(SchedulerState state, Pod pod) {
    this.state = state;
    this.pod = pod;
    Set<ResourceName> ignored = state.settings().ignoredByScheduler();
    this.managed =
        ignored.isEmpty() ? Resources.EMPTY : Decisions.requests(pod).mask(ignored).removeZeros();
  }

  /** Returns all reasons why the pod must wait, each for the nodes that it is about. */
  List<HoldReason> holds() {
    return HoldCheck.holds(all());
  }

  /**
   * Returns the checks of the pod's gang, quotas and shares, up to the first that holds the pod. Of
   * the shares all checks are returned, because each may be about some nodes only.
   */
  List<HoldCheck> all() {
    Optional<GangCheck> gang = new Gangs(state).check(pod);
    List<HoldCheck> checks = new ArrayList<>(gang.stream().toList());
    if (gang.flatMap(GangCheck::holdReason).isEmpty()) {
      checks.addAll(besidesGang());
    }
    return checks;
  }

  /** Returns the checks of quotas and shares. */
  List<HoldCheck> besidesGang() {
    return besidesGang(List.of());
  }

  private List<HoldCheck> besidesGang(List<Pod> evicted) {
    List<HoldCheck> checks = new ArrayList<>(quotas(evicted));
    if (HoldCheck.firstHold(checks).isEmpty()) {
      Optional<Pod> own = state.pods().inFlight(pod);
      checks.addAll(state.usage().shareChecks(state.cluster(), pod, own, evicted));
    }
    return checks;
  }

  /**
   * Returns whether a quota or a share keeps the pod from the node once these pods have gone. The
   * gang isn't asked. An empty node means all nodes.
   */
  boolean isHeldBesidesGang(String node, List<Pod> evicted) {
    List<HoldReason> holds = HoldCheck.holds(besidesGang(evicted));
    return node.isEmpty()
        ? !holds.isEmpty()
        : holds.stream().anyMatch(h -> state.usage().concerns(h, node));
  }

  /** Returns the checks of quotas once these pods are gone. */
  List<QuotaCheck> quotas(List<Pod> evicted) {
    if (!state.settings().quotaAtPlacement()) {
      return List.of();
    }
    List<Pod> gone = new ArrayList<>(evicted);
    state.pods().inFlight(pod).ifPresent(gone::add);
    String namespace = pod.namespace();
    List<Pod> uncounted =
        state.needsCounting(namespace) ? state.pods().inFlight(namespace) : List.of();
    return state.usage().quotaChecks(state.cluster(), pod, uncounted, gone);
  }

  /**
   * Returns the check of the node's free amounts once pods in flight are there and these pods are
   * gone.
   */
  NodeCheck resources(String node, List<Pod> evicted) {
    return resources(node, evicted, before());
  }

  private Map<String, List<Pod>> before() {
    return managed.isEmpty() ? Map.of() : state.pods().before(pod);
  }

  private NodeCheck resources(String node, List<Pod> evicted, Map<String, List<Pod>> before) {
    if (managed.isEmpty()) {
      return NodeCheck.NONE;
    }
    NodeCapacity capacity = state.usage().nodes().of(node).capacity();
    for (Pod each : before.getOrDefault(node, List.of())) {
      capacity = capacity.plus(Decisions.requests(each));
    }
    Resources left = capacity.free();
    for (Pod each : evicted) {
      left = left.add(PodResources.requests(each, PodResourcesOptions.SCHEDULER_PLACED));
    }
    return new NodeCheck(managed, left.mask(managed::contains));
  }

  /**
   * Decides about each of the nodes, by what holds the pod and what each lacks.
   *
   * @param holds what holds the pod, on some nodes at least
   * @param keptOff why nodes that are reserved for others reject the pod
   */
  ExtenderFilterResult filtered(
      List<HoldReason> holds,
      Map<String, String> keptOff,
      int candidates,
      Supplier<List<String>> names) {
    if (state.usage().concernAll(holds)) {
      return ExtenderFilterResult.held(holds.get(0).text(), candidates);
    }
    Gangs gangs = new Gangs(state);
    Optional<Function<String, String>> home = new GangHome(state).rejections(pod);
    if (holds.isEmpty()
        && managed.isEmpty()
        && gangs.isEmpty()
        && keptOff.isEmpty()
        && home.isEmpty()) {
      return ExtenderFilterResult.ALL;
    }
    List<String> unresolvable = new ArrayList<>(candidates);
    Function<String, String> ofPod = rejections(holds);
    Function<String, String> ofGangs =
        gangs.isEmpty() ? n -> "" : new GangHeadroom(state).rejections(pod);
    for (String node : names.get()) {
      String rejection = ofPod.apply(node);
      String keptFor = keptOff.getOrDefault(node, "");
      String reserved = keptFor.isEmpty() ? ofGangs.apply(node) : keptFor;
      reserved = reserved.isEmpty() && home.isPresent() ? home.get().apply(node) : reserved;
      unresolvable.add(rejection.isEmpty() ? reserved : rejection);
    }
    return new ExtenderFilterResult(unresolvable);
  }

  /** Returns all checks for one node. */
  List<HoldCheck> on(String node) {
    return all().stream().map(c -> state.usage().on(c, node)).toList();
  }

  private Function<String, String> rejections(List<HoldReason> holds) {
    Map<String, List<Pod>> before = before();
    return node ->
        holds.stream()
            .filter(h -> state.usage().concerns(h, node))
            .findFirst()
            .map(HoldReason::text)
            .orElseGet(() -> resources(node, List.of(), before).rejection());
  }

  /**
   * Returns whether some node may take a held pod now: one of its reasons has ended, or reserved
   * nodes are free. The remaining reasons must leave some nodes.
   */
  boolean isFree(Hold hold) {
    List<HoldReason> now = holds();
    if (state.usage().coverAll(now)) {
      return false;
    }
    Set<String> reserved = hold.shape().reservedNodes();
    boolean isReserved = !reserved.isEmpty() && ReservedNodes.of(state, pod).containsAll(reserved);
    return hold.reasons().stream()
        .anyMatch(h -> h.equals(HoldReason.RESERVED) ? !isReserved : !now.contains(h));
  }
}
