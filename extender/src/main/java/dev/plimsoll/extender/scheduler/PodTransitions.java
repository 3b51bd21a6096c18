package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.model.object.Condition;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a pod without a node comes to be, by what is decided about it and by what a watch shows:
 * assumed, nominated or held. A held pod isn't nominated: the nomination it may have is obsolete,
 * unless it only waits for what is being evicted for it. For one thread at a time.
 */
final class PodTransitions {
  /** What kube-scheduler says where extenders let nothing be evicted. */
  private static final String NOT_PREEMPTING = "no candidate node for preemption";

  private final SchedulerCache cache;
  private final HeldPods held;
  private final Set<String> needingEvictions = new HashSet<>();
  private final Map<String, Pod> obsoleteNominations = new LinkedHashMap<>();

  PodTransitions(SchedulerCache schedulerCache, HeldPods heldPods) {
    this.cache = schedulerCache;
    this.held = heldPods;
  }

  /** Returns the pods whose nomination is to be cleared. */
  List<Pod> obsoleteNominations() {
    return List.copyOf(obsoleteNominations.values());
  }

  /** Returns whether only evictions could help a held pod. */
  boolean needsEvictions(Pod pod) {
    return needingEvictions.contains(AssumedPod.uid(pod));
  }

  /** Takes in the pods that are there at the start. */
  void found(Collection<Pod> pods) {
    List<Pod> without = pods.stream().filter(pod -> !isOver(pod)).toList();
    without.forEach(this::showNomination);
    without.forEach(this::adopt);
    without.forEach(this::countAnew);
  }

  /** Takes in how a watch shows a pod. */
  void changed(Optional<Pod> before, Optional<Pod> after) {
    cache.gangs().changed(before, after);
    Pod pod = after.or(() -> before).orElseThrow();
    if (after.isEmpty() || isOver(pod)) {
      cache.reservations().end(pod);
      if (after.isEmpty()) {
        cache.inFlight().gone(pod);
      } else {
        cache.inFlight().over(AssumedPod.uid(pod));
      }
      forgetHold(pod);
      obsoleteNominations.remove(AssumedPod.uid(pod));
      cache.noLongerWaits(pod);
      return;
    }
    boolean isUnplaced =
        PodScheduled.isUnschedulable(pod)
            && !PodScheduled.of(pod).equals(before.flatMap(PodScheduled::of))
            && cache.inFlight().isNewerThanAsked(pod);
    if (isUnplaced) {
      cache.gangs().passed(pod, false);
    }
    if (isUnplaced && !cache.gangs().isReserved(pod)) {
      cache.inFlight().forget(AssumedPod.uid(pod));
    } else {
      cache.inFlight().confirm(pod);
    }
    showNomination(pod);
    if (isUnplaced && isReserved(pod) && !ReservedNodes.areIn(message(pod))) {
      forgetHold(pod);
    }
    if (isUnplaced && !held.contains(pod)) {
      adopt(pod);
    }
    countAnew(pod);
  }

  /** Counts the pod as one that waits for a node, if a node is all that it lacks. */
  private void countAnew(Pod pod) {
    if ((held.contains(pod) || PodScheduled.isUnschedulable(pod))
        && cache.inFlight().of(pod).isEmpty()
        && cache.quotaHoldReason(pod, List.of()).isEmpty()) {
      cache.waits(pod);
    } else {
      cache.noLongerWaits(pod);
    }
  }

  /** Returns whether nobody schedules the pod any more. */
  static boolean isOver(Pod pod) {
    return pod.isTerminal() || pod.isTerminating() || pod.isBound();
  }

  private void showNomination(Pod pod) {
    String uid = AssumedPod.uid(pod);
    String node = pod.status().nominatedNodeName();
    obsoleteNominations.remove(uid);
    if (node.isEmpty()) {
      cache.inFlight().hideNomination(uid);
    } else if (isObsolete(pod)) {
      cache.inFlight().forgetNomination(uid);
      obsoleteNominations.put(uid, pod);
    } else if (node.equals(RequeueNomination.NODE)) {
      cache.inFlight().hideNomination(uid);
      obsoleteNominations.put(uid, pod);
    } else if (cache.cluster().find(Node.class, "", node).isPresent()) {
      cache.inFlight().showNomination(pod, node);
    } else {
      cache.inFlight().hideNomination(uid);
    }
  }

  private boolean isObsolete(Pod pod) {
    return held.contains(pod) && !isReserved(pod) && !new Preemption(cache, pod).awaitsVictims();
  }

  /** Returns whether the pod is held since the nodes that would take it are reserved. */
  private boolean isReserved(Pod pod) {
    return held.reasons(pod).equals(List.of(HoldReason.RESERVED));
  }

  private static String message(Pod pod) {
    return PodScheduled.of(pod).map(Condition::message).orElse("");
  }

  /** Takes over a pod that another replica holds, as kube-scheduler's message tells. */
  private void adopt(Pod pod) {
    if (!PodScheduled.isUnschedulable(pod)) {
      return;
    }
    String message = message(pod);
    boolean isNotPreempting = message.contains(NOT_PREEMPTING);
    List<HoldReason> holds = cache.holds(pod);
    hold(
        pod,
        holds.stream().filter(h -> isNotPreempting || message.contains(h.text())).toList(),
        Set.of(),
        isNotPreempting);
    if (holds.isEmpty() && ReservedNodes.areIn(message)) {
      hold(pod, List.of(HoldReason.RESERVED), Set.of(), false);
    }
  }

  /**
   * Assumes each pod that another replica may have let pass: any without a node that a scheduler
   * may be at work on. Those that it didn't let pass are forgotten when they are asked about again,
   * or after the time that a pod stays assumed.
   */
  void takeOver() {
    cache.cluster().list(Pod.class).stream()
        .filter(PodTransitions::mayBeOnItsWay)
        .forEach(pod -> cache.inFlight().assume(pod, ""));
  }

  private static boolean mayBeOnItsWay(Pod pod) {
    return !pod.isBound()
        && !pod.isTerminal()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().isEmpty();
  }

  /** Takes in that the filter let the pod pass. */
  void passed(Pod pod) {
    cache.gangs().passed(pod, true);
    forgetHold(pod);
    cache.inFlight().assume(pod, "");
    cache.inFlight().asked(pod);
    cache.stored(pod).ifPresent(this::showNomination);
    cache.noLongerWaits(pod);
  }

  /**
   * Takes in that the filter let the pod pass nowhere. Of a pod that no watch has shown yet, {@link
   * #changed} learns later that it is held.
   *
   * @param reservedNodes the nodes that would take it and are reserved for others
   */
  void rejected(Pod pod, List<HoldReason> holds, Set<String> reservedNodes) {
    cache.gangs().passed(pod, false);
    if (!cache.gangs().isReserved(pod)) {
      cache.inFlight().forget(AssumedPod.uid(pod));
    }
    if (holds.isEmpty()) {
      forgetHold(pod);
    }
    cache.stored(pod).ifPresent(stored -> hold(stored, holds, reservedNodes, false));
    cache.stored(pod).ifPresent(this::countAnew);
  }

  /** Takes in that pods may be evicted for the pod. */
  void preempting(Pod pod) {
    forgetHold(pod);
    cache.inFlight().expectNomination(pod);
    cache.stored(pod).ifPresent(this::showNomination);
    cache.noLongerWaits(pod);
  }

  /** Takes in that nothing may be evicted for the pod. */
  void notPreempting(Pod pod) {
    cache.gangs().passed(pod, false);
    cache.inFlight().forgetNomination(AssumedPod.uid(pod));
    if (!cache.gangs().isReserved(pod)) {
      cache.inFlight().forget(AssumedPod.uid(pod));
    }
    cache.stored(pod).ifPresent(this::showNomination);
    List<HoldReason> holds = cache.holds(pod);
    cache.stored(pod).ifPresent(stored -> hold(stored, holds, Set.of(), true));
    cache.stored(pod).ifPresent(this::countAnew);
  }

  private void hold(
      Pod pod, List<HoldReason> reasons, Set<String> reservedNodes, boolean needsEvictions) {
    if (reasons.isEmpty()) {
      return;
    }
    held.put(pod, reasons, reservedNodes, cache.inFlight().now());
    if (needsEvictions) {
      needingEvictions.add(AssumedPod.uid(pod));
    } else {
      needingEvictions.remove(AssumedPod.uid(pod));
    }
    showNomination(pod);
  }

  private void forgetHold(Pod pod) {
    held.remove(pod);
    needingEvictions.remove(AssumedPod.uid(pod));
  }
}
