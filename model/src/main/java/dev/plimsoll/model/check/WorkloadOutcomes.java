package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The outcomes for the pods of one object of a set. */
final class WorkloadOutcomes {
  private static final int NAMED = 3;

  private WorkloadOutcomes() {}

  /**
   * Returns the outcomes; none if all pods run.
   *
   * @param before the cluster before its pods are created
   * @param after the cluster afterwards
   */
  static List<Outcome> of(
      AppliedWorkload workload,
      List<PodAttempt> attempts,
      Simulation before,
      Simulation after,
      PodHolds holds) {
    List<Outcome> outcomes = new ArrayList<>();
    UnmodelledAdmission seen = seeing(workload, attempts, before);
    Optional<PodAttempt> unknown = attempts.stream().filter(a -> isUnknown(a, seen)).findFirst();
    Optional<PodAttempt> worst =
        attempts.stream()
            .filter(a -> !isUnknown(a, seen) && a.isDenied())
            .findFirst()
            .or(() -> attempts.stream().filter(a -> !isUnknown(a, seen) && !a.runs()).findFirst());
    if (worst.isPresent()) {
      int count =
          (int)
              attempts.stream()
                  .filter(a -> !a.runs() && a.isDenied() == worst.get().isDenied())
                  .count();
      outcomes.add(failed(workload, worst.get(), count, attempts, before, after, holds));
    }
    unknown.ifPresent(
        a ->
            outcomes.add(
                isUnknown(a) ? unknown(workload, a) : ObjectOutcome.ofPods(workload, seen)));
    List<Pod> victims = attempts.stream().flatMap(a -> a.victims().stream()).toList();
    if (!victims.isEmpty()) {
      outcomes.add(evicts(workload, victims, attempts));
    }
    return outcomes;
  }

  /**
   * A denial by a quota without counted usage is no finding: the quota controller soon counts the
   * usage.
   */
  private static boolean isUnknown(PodAttempt attempt) {
    return !attempt.isKnown()
        || attempt.attempt().admission().filter(PodCreation::isUncounted).isPresent()
        || attempt.attempt().scheduleResult().orElse(null) instanceof ScheduleResult.OtherScheduler;
  }

  /**
   * Returns whether a pod's outcome isn't known, or whether a webhook or policy may change it. A
   * pod that was there already isn't submitted again.
   */
  private static boolean isUnknown(PodAttempt attempt, UnmodelledAdmission seen) {
    Optional<AdmissionReport> admission = attempt.attempt().admission();
    if (isUnknown(attempt) || admission.isEmpty()) {
      return isUnknown(attempt);
    }
    if (attempt.isDenied()) {
      return ObjectOutcome.mayMend(seen, admission.get());
    }
    return !seen.mayChange().isEmpty() || (attempt.runs() && !seen.mayDeny().isEmpty());
  }

  /**
   * Returns the webhooks and policies that may see an object, its ReplicaSet or Job, or its pods.
   */
  private static UnmodelledAdmission seeing(
      AppliedWorkload workload, List<PodAttempt> attempts, Simulation before) {
    Cluster cluster = before.cluster();
    UnmodelledAdmission seen = workload.seen();
    Optional<Pod> last = Optional.empty();
    for (PodAttempt each : attempts) {
      Pod pod = each.attempt().pod();
      boolean isLikeLast =
          last.filter(l -> l.metadata().labels().equals(pod.metadata().labels()))
              .filter(l -> l.spec().equals(pod.spec().withNodeName(l.spec().nodeName())))
              .isPresent();
      if (each.attempt().admission().isPresent() && !isLikeLast) {
        seen = seen.and(UnmodelledAdmission.of(cluster, AdmissionRequest.create(pod)));
        Optional<Workload> creator = before.creatorOf(pod);
        if (creator.isPresent()) {
          Workload made =
              creator
                  .get()
                  .withMetadata(
                      creator.get().metadata().with().labels(pod.metadata().labels()).build());
          seen = seen.and(UnmodelledAdmission.of(cluster, AdmissionRequest.create(made)));
        }
        last = Optional.of(pod);
      }
    }
    return seen;
  }

  private static Outcome failed(
      AppliedWorkload workload,
      PodAttempt worst,
      int count,
      List<PodAttempt> attempts,
      Simulation before,
      Simulation after,
      PodHolds holds) {
    Effect effect = worst.isDenied() ? Effect.Denied : Effect.Waits;
    ObjectReference affected = workload.subject();
    ExplainedFailure explained =
        new ExplainedFailure(workload, worst, count, attempts, before, after, holds);
    return new Outcome(Outcome.Key.of(effect, affected, effect.name()), count, explained::finding);
  }

  private static Outcome unknown(AppliedWorkload workload, PodAttempt attempt) {
    ObjectReference affected = workload.subject();
    Unread unread = attempt.attempt().unread();
    String rule =
        attempt.isOpen() ? "LimitRangeOrder" : unread.isEmpty() ? "OtherScheduler" : "Unread";
    String why = why(attempt);
    return new Outcome(
        Outcome.Key.of(Effect.Unknown, affected, "Unread"),
        1,
        () ->
            new CheckFinding(
                Effect.Unknown,
                FindingLevel.warning,
                rule,
                affected,
                Optional.of(workload.checked()),
                List.of(),
                "",
                1,
                "whether the pods of "
                    + workload.checked().label()
                    + " run isn't known, since "
                    + why,
                List.of(),
                List.of(),
                unread));
  }

  private static String why(PodAttempt attempt) {
    Unread unread = attempt.attempt().unread();
    if (!unread.isEmpty() && !attempt.isOpen()) {
      return unread.message();
    }
    if (attempt.isOpen()) {
      return "the API server takes the limit ranges of the namespace in no fixed order, and their"
          + " defaults differ";
    }
    return attempt
        .attempt()
        .admission()
        .filter(PodCreation::isUncounted)
        .map(AdmissionReport::message)
        .orElse("they name the scheduler " + attempt.attempt().pod().spec().schedulerName());
  }

  private static Outcome evicts(
      AppliedWorkload workload, List<Pod> victims, List<PodAttempt> attempts) {
    CheckedObject checked = workload.checked();
    ObjectReference affected = workload.subject();
    Set<String> namespaces =
        victims.stream().map(Pod::namespace).collect(Collectors.toCollection(TreeSet::new));
    String whose =
        namespaces.stream().limit(NAMED).collect(Collectors.joining(", "))
            + (namespaces.size() > NAMED ? " and " + (namespaces.size() - NAMED) + " more" : "");
    List<String> field =
        PodSpecFields.of(checked, attempts.get(0).attempt().pod().spec())
            .map(f -> f.field("priorityClassName"))
            .orElse(List.of());
    return new Outcome(
        Outcome.Key.of(Effect.WorseForOthers, affected, "Preemption"),
        victims.size(),
        () ->
            new CheckFinding(
                Effect.WorseForOthers,
                FindingLevel.warning,
                "Preemption",
                affected,
                Optional.of(checked),
                field,
                "",
                victims.size(),
                "the pods of "
                    + checked.label()
                    + " get nodes only once "
                    + Counted.of(victims.size(), "pod")
                    + " of lower priority in "
                    + (namespaces.size() == 1 ? "namespace " : "namespaces ")
                    + whose
                    + (victims.size() == 1 ? " is" : " are")
                    + " evicted",
                victims.stream().limit(NAMED).map(v -> "evicts pod " + v.key()).toList(),
                List.of(),
                Unread.NOTHING));
  }
}
