package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.HorizontalController;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Explains pods of a set that don't run, as {@code plimsoll explain} does.
 *
 * @param workload what makes the pods
 * @param worst the pod that is explained
 * @param count how many pods stand like this
 * @param attempts what became of all its pods
 * @param before the cluster before its pods are created, with those of the objects before it
 * @param after the cluster afterwards
 * @param holds which pods are held
 */
record ExplainedFailure(
    AppliedWorkload workload,
    PodAttempt worst,
    int count,
    List<PodAttempt> attempts,
    Simulation before,
    Simulation after,
    PodHolds holds) {

  ExplainedFailure {
    attempts = List.copyOf(attempts);
  }

  CheckFinding finding() {
    CheckedObject checked = workload.checked();
    Explanation explanation = explanation();
    boolean agrees = !explanation.verdict().isFine();
    Optional<Gap> gap =
        agrees
            ? explanation.gaps().stream()
                .filter(g -> OpenedGaps.isOfDenial(g.kind()) == worst.isDenied())
                .findFirst()
            : Optional.empty();
    List<String> details = new ArrayList<>();
    details.add(said());
    autoscaled().ifPresent(details::add);
    if (agrees) {
      details.addAll(explanation.worst().notes());
    }
    worst.hold().ifPresent(h -> details.addAll(h.notes()));
    return new CheckFinding(
        worst.isDenied() ? Effect.Denied : Effect.Waits,
        worst.isDenied() ? FindingLevel.error : FindingLevel.warning,
        gap.map(g -> g.kind().name()).orElseGet(this::rule),
        workload.subject(),
        Optional.of(checked),
        field(gap),
        gap.map(Gap::resource).orElse(""),
        count,
        agrees && !isForNodes() ? explanation.summary() : summary(),
        details,
        isForNodes() && !worst.isDenied() ? List.of() : remedies(explanation),
        explanation.unread());
  }

  /**
   * Returns whether each pod is for a node of its own. {@code explain} would let such a pod run on
   * any node, so its remedies are not for pods that wait.
   */
  private boolean isForNodes() {
    return workload.workload().details() instanceof WorkloadDetails.DaemonSet;
  }

  private Explanation explanation() {
    Simulation here = workload.rollout().isPresent() ? after : before;
    if (workload.isNewPod(before.cluster())) {
      here = before.with(new Change.Apply(workload.workload())).gatheredAs(before);
    }
    ObjectReference reference = workload.workload().reference();
    WorkloadPods pods =
        here.workloads().workloadOf(reference).orElse(workload.pods().orElseThrow());
    return Explainer.ofWorkload(here, pods, holds.on(here.cluster()));
  }

  private Optional<String> autoscaled() {
    return HorizontalController.autoscaler(before.cluster(), workload.workload())
        .map(HorizontalController::sentence);
  }

  private String rule() {
    return worst.hold().isPresent()
        ? "Held"
        : worst.attempt().admission().flatMap(AdmissionReport::deniedBy).orElse("Unschedulable");
  }

  private String said() {
    return worst
        .hold()
        .map(PodHold::text)
        .or(
            () ->
                worst.isDenied()
                    ? worst.attempt().admission().map(AdmissionReport::message)
                    : worst.attempt().scheduleResult().map(ScheduleResult::message))
        .orElse("");
  }

  /** Says how far the pods of an object get that explain alone would let run. */
  private String summary() {
    long running = attempts.stream().filter(PodAttempt::runs).count();
    String label = Workloads.label(workload.subject());
    String what =
        worst.isDenied() ? " denied" : worst.hold().isPresent() ? " held" : " without a node";
    return label
        + " has "
        + Counted.of(attempts.size() + workload.untried(), "pod")
        + ": "
        + count
        + what
        + ", "
        + running
        + " that would be placed"
        + (workload.untried() == 0 ? "" : ", " + workload.untried() + " untried");
  }

  private List<String> field(Optional<Gap> gap) {
    CheckedObject checked = workload.checked();
    if (checked.object() instanceof HorizontalPodAutoscaler) {
      return List.of("spec", "minReplicas");
    }
    Optional<PodSpecFields> fields = PodSpecFields.of(checked, worst.attempt().pod().spec());
    if (fields.isEmpty()) {
      return List.of();
    }
    Optional<ResourceName> resource =
        gap.map(Gap::resource).filter(r -> !r.isEmpty()).map(ResourceName::of);
    if (worst.isDenied()) {
      return worst
          .attempt()
          .admission()
          .map(new DecidingField(checked, fields.get())::of)
          .orElse(List.of());
    }
    if (worst.hold().isPresent()) {
      return worst
          .hold()
          .flatMap(PodHold::share)
          .map(s -> s.amounts().resource())
          .map(r -> fields.get().largest(r, List.of("requests", "limits")))
          .orElse(fields.get().spec());
    }
    return worst
        .attempt()
        .scheduleResult()
        .map(r -> new SchedulingField(fields.get()).of(r, resource.map(DecidingField::resource)))
        .orElse(fields.get().spec());
  }

  private List<Remedy> remedies(Explanation explanation) {
    return explanation.gaps().stream()
        .flatMap(g -> g.remedies().stream())
        .filter(Remedy::helps)
        .filter(r -> !r.givesUp(explanation.root()))
        .toList();
  }
}
