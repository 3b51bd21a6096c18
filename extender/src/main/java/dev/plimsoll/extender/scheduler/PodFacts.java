package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;

/** The facts for {@link PodLife} beside the entry and the event: one state, and one pod in it. */
record PodFacts(SchedulerState state, Pod pod) {
  long now() {
    return state.now();
  }

  /** Returns the number of the state that is being made. */
  long revision() {
    return state.revision() + 1;
  }

  /** Returns when a pod expires that is assumed now. */
  long expiry() {
    return now() + state.settings().assumedPodTtl().toNanos();
  }

  /** Returns when a node is to be reserved for a pod that waits from now on. */
  long due() {
    return now() + state.settings().reservations().after().toNanos();
  }

  /** Returns whether a gang has reserved a node for the pod. */
  boolean isReserved() {
    return new Gangs(state).isReserved(pod);
  }

  boolean isNode(String name) {
    return state.cluster().find(Node.class, "", name).isPresent();
  }

  /** Returns all reasons why the pod must wait, whether or not the pod itself counts. */
  List<HoldReason> holds() {
    return new PodChecks(state, pod).holds();
  }

  boolean isWithinQuota() {
    return HoldCheck.firstHold(new PodChecks(state, pod).quotas(List.of())).isEmpty();
  }

  /** Returns whether nothing holds the pod once its own victims are gone. */
  boolean awaitsVictims() {
    return new Preemption(state, pod).awaitsVictims();
  }
}
