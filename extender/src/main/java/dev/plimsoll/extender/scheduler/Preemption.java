package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.EvictionCandidate;
import dev.plimsoll.extender.accounting.EvictionChoice;
import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.NodeCheck;
import dev.plimsoll.extender.accounting.SharePreemption;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Judges the evictions for a pod that kube-scheduler proposes, node by node. Pods may be evicted
 * where the pod can be placed then by quota, by share, and by the resources that kube-scheduler
 * leaves to the extender, and where enough stays of what is reserved for others.
 */
final class Preemption {
  private final SchedulerState state;
  private final Pod pod;

  Preemption(SchedulerState state, Pod pod) {
    this.state = state;
    this.pod = pod;
  }

  /** Returns a pod's priority. */
  static int priority(Pod pod) {
    return pod.spec().priority().orElse(0);
  }

  /**
   * Returns on which nodes pods are evicted, with everything that decides. Pods that are evicted
   * anyway take the place of alike victims.
   *
   * @param victims their UIDs, by node, as kube-scheduler proposes
   * @param violating the nodes where that violates disruption budgets
   */
  AllowedEvictions evictions(Map<String, List<String>> victims, Set<String> violating) {
    DoomedPods doomed = new DoomedPods(state, pod);
    Map<String, List<String>> exchanged = new LinkedHashMap<>();
    victims.forEach((node, uids) -> exchanged.put(node, doomed.exchanged(node, uids)));
    EvictionChoice choice = choice(exchanged, violating);
    exchanged.keySet().retainAll(choice.nodes());
    return new AllowedEvictions(choice, exchanged);
  }

  /**
   * Returns the nodes on which the victims might be evicted, with everything that decides.
   *
   * @param victims their UIDs, by node
   * @param violating the nodes where that violates disruption budgets
   */
  private EvictionChoice choice(Map<String, List<String>> victims, Set<String> violating) {
    Optional<GangCheck> gang = new Gangs(state).check(pod);
    if (gang.flatMap(GangCheck::holdReason).isPresent()) {
      return new EvictionChoice(gang, List.of());
    }
    PodChecks checks = new PodChecks(state, pod);
    SharePreemption shares =
        new SharePreemption(state.usage(), state.cluster(), pod, state.pods().inFlight(pod));
    List<EvictionCandidate> candidates = new ArrayList<>();
    victims.forEach(
        (node, uids) -> {
          if (!uids.isEmpty()) {
            List<Pod> known =
                state.cluster().podsOn(node).stream()
                    .filter(p -> uids.contains(p.metadata().uid()))
                    .toList();
            candidates.add(
                shares.judged(candidate(checks, node, known, violating.contains(node)), known));
          }
        });
    return new EvictionChoice(gang, candidates);
  }

  private EvictionCandidate candidate(
      PodChecks checks, String node, List<Pod> victims, boolean isViolating) {
    boolean isReserved = state.nodes().keepsOff(state, pod, node, victims);
    return new EvictionCandidate(
        node,
        isReserved,
        isViolating,
        isReserved ? List.of() : checks.quotas(victims),
        isReserved ? NodeCheck.NONE : checks.resources(node, victims),
        List.of(),
        0,
        Instant.MAX);
  }

  /**
   * Returns whether nothing would hold the pod once those are gone that are being evicted from the
   * node for which it is nominated.
   */
  boolean awaitsVictims() {
    List<Pod> victims =
        state.cluster().podsOn(pod.status().nominatedNodeName()).stream()
            .filter(p -> isBeingPreempted(p) && priority(p) < priority(pod))
            .toList();
    return !victims.isEmpty()
        && !new PodChecks(state, pod).isHeldBesidesGang(pod.status().nominatedNodeName(), victims);
  }

  /** Returns whether kube-scheduler has begun to evict the pod for another. */
  static boolean isBeingPreempted(Pod pod) {
    return pod.isTerminating()
        && pod.status()
            .condition("DisruptionTarget")
            .filter(c -> c.status().equals("True") && c.reason().equals("PreemptionByScheduler"))
            .isPresent();
  }
}
