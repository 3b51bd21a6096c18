package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates and places the pods of a set, one after the other. Each pod is charged and has its node
 * before the next one comes. Pods that are evicted for a pod are gone afterwards.
 */
final class PodCreation {
  private final PodHolds.Sequence holds;
  private final Rivals rivals;
  private final Map<String, Unread> charged = new HashMap<>();
  private Simulation simulation;

  /**
   * Makes a creation.
   *
   * @param uncounted by namespace what was not read of the objects that its new quotas count
   */
  PodCreation(Simulation simulation, PodHolds.Sequence holds, Map<String, Unread> uncounted) {
    this(simulation, holds, Rivals.none());
    charged.putAll(uncounted);
  }

  /**
   * Prepares to create pods that have rivals.
   *
   * @param rivals pods that take what deleted pods free
   */
  PodCreation(Simulation simulation, PodHolds.Sequence holds, Rivals rivals) {
    this.simulation = simulation;
    this.holds = holds;
    this.rivals = rivals;
  }

  Simulation simulation() {
    return simulation;
  }

  void goOnWith(Simulation changed) {
    simulation = changed;
  }

  /** Deletes those of the pods that exist. */
  void delete(List<Pod> pods) {
    List<Change> changes =
        pods.stream()
            .filter(p -> simulation.cluster().find(Pod.class, p.namespace(), p.name()).isPresent())
            .<Change>map(p -> new WorkloadChange.DeletePod(p.namespace(), p.name()))
            .toList();
    if (!changes.isEmpty()) {
      simulation = rivals.take(simulation.with(changes).withResync(pods.get(0).namespace()));
    }
  }

  /** Submits pods. After a denial, equal pods are taken to be denied too. */
  List<PodAttempt> create(List<Pod> pods, boolean ordered) {
    List<PodAttempt> attempts = new ArrayList<>();
    Optional<Attempt> denied = Optional.empty();
    for (Pod pod : pods) {
      if (denied.filter(d -> d.pod().spec().equals(pod.spec())).isPresent()) {
        attempts.add(
            new PodAttempt(
                new Attempt(pod, denied.get().admission(), Optional.empty(), ""),
                Optional.empty(),
                List.of(),
                attempts.get(attempts.size() - 1).isOpen()));
        continue;
      }
      PodAttempt attempt = next(simulation.create(pod), simulation.dependsOnOrder(pod));
      attempts.add(attempt);
      denied = attempt.isDenied() ? Optional.of(attempt.attempt()) : Optional.empty();
      if (ordered && !attempt.runs()) {
        break;
      }
    }
    return attempts;
  }

  /** Schedules pods that exist and have no node. */
  List<PodAttempt> schedule(List<Pod> pods) {
    return pods.stream().map(p -> next(simulation.schedule(p), false)).toList();
  }

  private PodAttempt next(Simulation.Step step, boolean isOpen) {
    Attempt attempt = inTurn(step.attempt());
    Optional<PodHold> hold =
        attempt.isAdmitted() && wouldRun(attempt)
            ? holds.next(attempt.pod().withSpec(attempt.pod().spec().withNodeName("")))
            : Optional.empty();
    if (hold.isPresent()) {
      Simulation admitted = step.after();
      simulation = attempt.isPlaced() ? released(admitted, attempt.pod()) : admitted;
      return new PodAttempt(attempt, hold, List.of(), isOpen);
    }
    if (attempt.scheduleResult().orElse(null) instanceof ScheduleResult.Preempting preempting) {
      return evicting(step.after(), attempt, preempting, isOpen);
    }
    simulation = step.after();
    return new PodAttempt(attempt, Optional.empty(), List.of(), isOpen);
  }

  private static boolean wouldRun(Attempt attempt) {
    return attempt.isPlaced()
        || attempt.scheduleResult().orElse(null) instanceof ScheduleResult.Preempting;
  }

  /** A held pod exists and has no node. */
  private static Simulation released(Simulation placed, Pod pod) {
    return placed.cluster().find(Pod.class, pod.namespace(), pod.name()).isEmpty()
        ? placed
        : placed.of(placed.cluster().with(pod.withSpec(pod.spec().withNodeName(""))));
  }

  private PodAttempt evicting(
      Simulation waiting, Attempt attempt, ScheduleResult.Preempting preempting, boolean isOpen) {
    Simulation left =
        waiting.with(
            preempting.victims().stream()
                .map(v -> new WorkloadChange.DeletePod(v.namespace(), v.name()))
                .toList());
    Simulation.Step placed = left.schedule(attempt.pod());
    simulation = placed.after();
    return new PodAttempt(
        new Attempt(
            attempt.pod(), attempt.admission(), attempt.scheduleResult(), placed.attempt().node()),
        Optional.empty(),
        preempting.victims(),
        isOpen);
  }

  /**
   * Returns the attempt with the facts that were unread for admitted pods before it: quotas may
   * have charged these pods.
   */
  private Attempt inTurn(Attempt attempt) {
    String namespace = attempt.pod().namespace();
    Unread before = charged.getOrDefault(namespace, Unread.NOTHING);
    Unread own = attempt.admission().map(AdmissionReport::unread).orElse(Unread.NOTHING);
    if (attempt.isAdmitted()) {
      charged.merge(namespace, own, Unread::and);
    }
    boolean isCharged =
        attempt.isAdmitted()
            || attempt.admission().flatMap(AdmissionReport::quotaDenial).isPresent();
    return isCharged && !before.isEmpty()
        ? new Attempt(
            attempt.pod(),
            attempt.admission().map(a -> a.withUnread(a.unread().and(before))),
            attempt.scheduleResult(),
            attempt.node())
        : attempt;
  }

  /** Returns whether a quota's usage is what keeps the pod from being decided. */
  static boolean isUncounted(AdmissionReport report) {
    return report.quotaDenial().filter(QuotaDenial.StatusUnknown.class::isInstance).isPresent();
  }
}
