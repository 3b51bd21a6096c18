package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.scheduler.PodPhase.Assumed;
import dev.plimsoll.extender.scheduler.PodPhase.Unknown;
import dev.plimsoll.kubernetes.object.Pod;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The knowledge of the extender about one pod without a node. {@link PodLife} says how an entry
 * changes.
 *
 * @param pod the pod as a watch shows it; of an unknown pod as the scheduler told
 * @param phase the pod's phase
 * @param nomination whether evictions make a node free for the pod
 * @param isObsolete whether the nomination that a watch shows is to be cleared
 * @param hold why the pod is held, if it is
 * @param due if the pod counts as waiting for a node: when a node is to be reserved for it, in
 *     nanoseconds of a ticker
 * @param victims the UIDs of the pods that may be evicted for the pod, by node, as told last
 */
@RecordBuilder
record PodEntry(
    Pod pod,
    PodPhase phase,
    Nomination nomination,
    boolean isObsolete,
    Optional<Hold> hold,
    Optional<Long> due,
    Map<String, List<String>> victims)
    implements PodEntryBuilder.With {
  static final PodPhase WAITING = new PodPhase.Waiting();
  static final Nomination NOT_NOMINATED = new Nomination.None();

  static PodEntry of(Pod pod, PodPhase phase) {
    return new PodEntry(
        pod, phase, NOT_NOMINATED, false, Optional.empty(), Optional.empty(), Map.of());
  }

  String uid() {
    return AssumedPod.uid(pod);
  }

  /** Returns whether the entry says nothing, so that it need not be kept. */
  boolean isBlank() {
    return phase.equals(WAITING)
        && nomination.equals(NOT_NOMINATED)
        && !isObsolete
        && hold.isEmpty()
        && due.isEmpty();
  }

  boolean isUnknown() {
    return phase instanceof Unknown;
  }

  boolean isAssumed() {
    return phase.assumed().isPresent();
  }

  boolean isNominated() {
    return !nomination.equals(NOT_NOMINATED);
  }

  /** Returns whether the pod counts as if it were placed. */
  boolean isInFlight() {
    return isAssumed() || isNominated();
  }

  boolean isHeld() {
    return hold.isPresent();
  }

  long times() {
    return hold.map(Hold::times).orElse(0L);
  }

  List<HoldReason> reasons() {
    return hold.map(Hold::reasons).orElse(List.of());
  }

  /** Returns whether the pod counts as waiting for a node. */
  boolean waits() {
    return due.isPresent();
  }

  /** Returns whether the scheduler may be binding the pod to any node. */
  boolean isPassed() {
    return phase.assumed().flatMap(Assumed::asked).isPresent();
  }

  /** Returns whether the pod is assumed, and may come to any node. */
  boolean isToAnyNode() {
    return phase.assumed().filter(a -> a.node().isEmpty()).isPresent();
  }

  /** Returns the node that the pod is being bound to, or is nominated for; else nothing. */
  String node() {
    String nominated = nomination instanceof Nomination.Shown shown ? shown.node() : "";
    return phase.assumed().map(Assumed::node).filter(n -> !n.isEmpty()).orElse(nominated);
  }

  /** Returns the UIDs of the pods that may be being evicted for the pod. */
  Stream<String> doomed() {
    if (nomination instanceof Nomination.Shown shown) {
      return victims.getOrDefault(shown.node(), List.of()).stream();
    }
    return isNominated() ? victims.values().stream().flatMap(List::stream) : Stream.empty();
  }

  /** Returns the first moment at which the entry changes by itself. */
  long expires() {
    long assumed = phase.assumed().map(Assumed::expires).orElse(Long.MAX_VALUE);
    return nomination instanceof Nomination.Expected expected
        ? Math.min(assumed, expected.expires())
        : assumed;
  }

  /** Returns the pod as it is assumed, if it is. */
  Optional<AssumedPod> assumedPod() {
    return phase.assumed().map(a -> new AssumedPod(pod, a.node(), a.expires()));
  }

  /** Returns the pod as it is nominated, if it is. */
  Optional<AssumedPod> nominatedPod() {
    return isNominated()
        ? Optional.of(
            nomination instanceof Nomination.Shown shown
                ? new AssumedPod(pod, shown.node(), 0)
                : new AssumedPod(pod, "", expires()))
        : Optional.empty();
  }

  /** Returns the pod as it is held, if it is. */
  Optional<HeldPod> heldPod() {
    return hold.map(h -> new HeldPod(pod, h.reasons(), h.times(), h.since()));
  }
}
