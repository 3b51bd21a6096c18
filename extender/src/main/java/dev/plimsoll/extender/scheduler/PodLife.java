package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.scheduler.Nomination.Expected;
import dev.plimsoll.extender.scheduler.Nomination.Shown;
import dev.plimsoll.extender.scheduler.PodPhase.Assumed;
import dev.plimsoll.extender.scheduler.PodPhase.Unknown;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The life of a pod without a node: each method returns what an event makes of the pod's entry, and
 * nothing else. {@link SchedulerState#with} puts the new entry in the place of the old one, and
 * changes usage and indexes by the difference. Nobody else changes an entry.
 *
 * <pre>
 *   (no entry) --filter passes--> Assumed --bind--> Assumed to a node --a watch shows it--> (none)
 *   (no entry) --filter passes, no watch has shown the pod--> Unknown --shown--> Assumed or Waiting
 *   Assumed --rejected, unschedulable, binding failed, or expired--> Waiting
 * </pre>
 *
 * <p>Beside the phase, an entry has a nomination, a hold, and whether the pod waits for a node. The
 * rules that join these:
 *
 * <ul>
 *   <li>A pod counts once, whether it is assumed, nominated or both.
 *   <li>A pod that passes, or for which evictions are allowed, is not held and waits for no node.
 *   <li>A held pod's nomination is obsolete, unless the pod waits only for a reserved node or for
 *       the end of its own victims. An obsolete nomination counts nothing.
 *   <li>A pod waits for a node if it is held or unschedulable, is not in flight, and its quota
 *       leaves enough.
 *   <li>A pod for which a gang's reservation exists stays assumed whatever the scheduler says.
 *   <li>An unknown pod counts for a few seconds once, and is never held.
 * </ul>
 */
final class PodLife {
  /** kube-scheduler's message if extenders allow no eviction. */
  private static final String NOT_PREEMPTING = "no candidate node for preemption";

  private final PodFacts facts;

  PodLife(PodFacts facts) {
    this.facts = facts;
  }

  /** Returns the entry after an event. */
  PodEntry next(PodEntry entry, BiFunction<PodLife, PodEntry, PodEntry> event) {
    PodEntry after = event.apply(this, entry);
    return after.due().equals(entry.due()) ? waiting(after) : after;
  }

  /** Returns whether the pod has left scheduling, so that it has no entry. */
  static boolean isOver(Pod pod) {
    return pod.isTerminal() || pod.isTerminating() || pod.isBound();
  }

  /** A watch shows the pod, after it showed another version or none. */
  PodEntry shown(PodEntry entry, Optional<Pod> before, Pod pod) {
    boolean isUnplaced = isUnplaced(entry, before, pod);
    PodEntry next = known(entry.withPod(pod));
    next = isUnplaced ? unassumed(next) : next;
    next = nominated(next);
    boolean isReserved = next.hold().filter(Hold::isReservation).isPresent();
    if (isUnplaced && isReserved && !ReservedNodes.areIn(message(pod))) {
      next = next.withHold(Optional.empty());
    }
    return isUnplaced && !next.isHeld() ? adopted(next) : next;
  }

  /** Returns whether the scheduler says now that it has not placed the pod. */
  private static boolean isUnplaced(PodEntry entry, Optional<Pod> before, Pod pod) {
    String asked = entry.phase().assumed().flatMap(Assumed::asked).orElse("");
    return PodScheduled.isUnschedulable(pod)
        && !PodScheduled.of(pod).equals(before.flatMap(PodScheduled::of))
        && ResourceVersion.isNewer(pod.metadata().resourceVersion(), asked);
  }

  /** A pod that was unknown counts as long as any other. */
  private PodEntry known(PodEntry entry) {
    if (!entry.isUnknown()) {
      return entry;
    }
    PodPhase phase =
        entry
            .phase()
            .assumed()
            .<PodPhase>map(a -> new Assumed(a.node(), a.asked(), facts.expiry()))
            .orElse(PodEntry.WAITING);
    Nomination nomination =
        entry.nomination() instanceof Expected ? new Expected(facts.expiry()) : entry.nomination();
    return entry.withPhase(phase).withNomination(nomination);
  }

  /** The filter lets the pod pass. */
  PodEntry passed(PodEntry entry, Pod asked) {
    PodEntry next = entry.withHold(Optional.empty());
    return nominated(assumed(next, "", Optional.of(asked.metadata().resourceVersion())));
  }

  /** Quota and share are reserved for the pod, whether or not it passed the filter before. */
  PodEntry reserved(PodEntry entry) {
    return assumed(entry, "", entry.phase().assumed().flatMap(Assumed::asked));
  }

  /** The pod may be bound to the node. */
  PodEntry binding(PodEntry entry, String node) {
    return assumed(entry, node, entry.phase().assumed().flatMap(Assumed::asked));
  }

  private PodEntry assumed(PodEntry entry, String node, Optional<String> asked) {
    if (!(entry.phase() instanceof Unknown unknown)) {
      return entry.withPhase(new Assumed(node, asked, facts.expiry()));
    }
    return unknown.until() <= facts.now()
        ? forgotten(entry)
        : entry.withPhase(
            new Unknown(Optional.of(new Assumed(node, asked, unknown.until())), unknown.until()));
  }

  /** The binding failed, or what the pod was assumed for is given back. */
  PodEntry forgotten(PodEntry entry) {
    return entry.withPhase(
        entry.phase() instanceof Unknown unknown
            ? new Unknown(Optional.empty(), unknown.until())
            : PodEntry.WAITING);
  }

  /** A pod that is not placed is assumed no more, unless a gang has reserved a node for it. */
  private PodEntry unassumed(PodEntry entry) {
    if (!facts.isReserved()) {
      return forgotten(entry);
    }
    return entry
        .phase()
        .assumed()
        .map(a -> entry.withPhase(new Assumed(a.node(), Optional.empty(), a.expires())))
        .orElse(entry);
  }

  /** The filter lets the pod pass nowhere. */
  PodEntry rejected(PodEntry entry, List<HoldReason> reasons, Set<String> reservedNodes) {
    PodEntry next = unassumed(entry);
    return reasons.isEmpty()
        ? next.withHold(Optional.empty())
        : held(next, reasons, reservedNodes, false);
  }

  /** These pods, given by node and UID, may be evicted for the pod. */
  PodEntry preempting(PodEntry entry, Map<String, List<String>> victims) {
    PodEntry next = entry.withHold(Optional.empty()).withVictims(victims);
    long expires = next.phase() instanceof Unknown u ? u.until() : facts.expiry();
    return nominated(
        next.nomination() instanceof Shown || expires <= facts.now()
            ? next
            : next.withNomination(new Expected(expires)));
  }

  /** Nothing may be evicted for the pod. */
  PodEntry notPreempting(PodEntry entry) {
    PodEntry next = nominated(unassumed(entry.withNomination(PodEntry.NOT_NOMINATED)));
    return held(next, facts.holds(), Set.of(), true);
  }

  /** Time passes: what has expired counts no more. */
  PodEntry expired(PodEntry entry) {
    PodEntry next =
        entry.phase().assumed().filter(a -> a.expires() <= facts.now()).isPresent()
            ? forgotten(entry)
            : entry;
    return next.nomination() instanceof Expected e && e.expires() <= facts.now()
        ? next.withNomination(PodEntry.NOT_NOMINATED)
        : next;
  }

  /** The pod is requeued. */
  PodEntry requeued(PodEntry entry) {
    return entry.withHold(entry.hold().map(h -> h.withRequeued(Optional.of(facts.now()))));
  }

  /** The pod is gone: a write about the pod was answered so. */
  PodEntry unheld(PodEntry entry) {
    return entry.withHold(Optional.empty());
  }

  /** Other reasons may hold the pod than the last answer to the scheduler named. */
  PodEntry heldAgain(PodEntry entry) {
    boolean needsEvictions = entry.hold().filter(Hold::needsEvictions).isPresent();
    return entry.isHeld() ? held(entry, facts.holds(), Set.of(), needsEvictions) : entry;
  }

  private PodEntry held(
      PodEntry entry, List<HoldReason> reasons, Set<String> nodes, boolean needsEvictions) {
    if (reasons.isEmpty() || entry.isUnknown()) {
      return entry;
    }
    Optional<Hold> before = entry.hold();
    long times =
        before
            .filter(h -> h.reasons().get(0).cause() == reasons.get(0).cause())
            .map(Hold::times)
            .orElse(0L);
    Hold hold =
        new Hold(
            List.copyOf(reasons),
            times + 1,
            PodShape.of(entry.pod(), nodes),
            before.map(Hold::since).orElse(facts.now()),
            before.map(Hold::first).orElse(facts.revision()),
            facts.revision(),
            needsEvictions,
            Optional.empty());
    return nominated(entry.withHold(Optional.of(hold)));
  }

  /** Takes over a pod that another replica holds, as kube-scheduler's message tells. */
  PodEntry adopted(PodEntry entry) {
    if (!PodScheduled.isUnschedulable(entry.pod())) {
      return entry;
    }
    String message = message(entry.pod());
    boolean isNotPreempting = message.contains(NOT_PREEMPTING);
    List<HoldReason> holds = facts.holds();
    if (holds.isEmpty() && ReservedNodes.areIn(message)) {
      return held(entry, List.of(HoldReason.RESERVED), Set.of(), false);
    }
    List<HoldReason> told =
        holds.stream().filter(h -> isNotPreempting || message.contains(h.text())).toList();
    return held(entry, told, Set.of(), isNotPreempting);
  }

  private static String message(Pod pod) {
    return PodScheduled.of(pod).map(Condition::message).orElse("");
  }

  /** The nomination is what the watch shows, unless that is obsolete. */
  PodEntry nominated(PodEntry entry) {
    String node = entry.isUnknown() ? "" : entry.pod().status().nominatedNodeName();
    Nomination unshown =
        entry.nomination() instanceof Shown ? PodEntry.NOT_NOMINATED : entry.nomination();
    if (node.isEmpty()) {
      return entry.withNomination(unshown).withIsObsolete(false);
    }
    if (isObsolete(entry)) {
      return entry.withNomination(PodEntry.NOT_NOMINATED).withIsObsolete(true);
    }
    if (node.equals(RequeueNomination.NODE)) {
      return entry.withNomination(unshown).withIsObsolete(true);
    }
    return entry
        .withNomination(facts.isNode(node) ? new Shown(node) : unshown)
        .withIsObsolete(false);
  }

  private boolean isObsolete(PodEntry entry) {
    return entry.isHeld()
        && !entry.hold().filter(Hold::isReservation).isPresent()
        && !facts.awaitsVictims();
  }

  /** After each change: the pod waits for a node if a node is all that it lacks. */
  PodEntry waiting(PodEntry entry) {
    boolean waits =
        (entry.isHeld() || PodScheduled.isUnschedulable(entry.pod()))
            && !entry.isUnknown()
            && !entry.isInFlight()
            && facts.isWithinQuota();
    return waits
        ? entry.withDue(Optional.of(entry.due().orElse(facts.due())))
        : entry.withDue(Optional.empty());
  }

  /** A node is reserved for the pod not before then. */
  PodEntry deferred(PodEntry entry, long due) {
    return entry.waits() ? entry.withDue(Optional.of(due)) : entry;
  }

  /** Somebody else may have let the pod pass. */
  PodEntry takenOver(PodEntry entry) {
    return assumed(entry, "", Optional.empty());
  }
}
