package dev.plimsoll.model.explain;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.object.Event;
import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.workload.Inactivity;
import dev.plimsoll.model.workload.PodTemplateOwner;
import dev.plimsoll.model.workload.WorkloadPods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Explains why a pod or a workload runs or doesn't: the pods it has, those it can't make, which
 * layer stands in the way, and what would help.
 */
public final class Explainer {
  private static final Set<String> FAILURES = Set.of("FailedCreate", "FailedScheduling");

  /** Who a denial is about; pods of one workload are denied in otherwise equal words. */
  private static final Pattern POD_NAME =
      Pattern.compile("^(failed to create PVC \\S+ )?\\w+ \"[^\"]+\"");

  private static final List<PodTemplateOwner> NO_OWNERS = List.of();

  private Explainer() {}

  /** Explains a pod that exists. */
  public static Explanation ofPod(Simulation simulation, Pod pod) {
    ObjectReference subject =
        new ObjectReference("Pod", pod.namespace(), pod.name(), pod.metadata().uid());
    WorkloadPods workload =
        simulation
            .workloads()
            .workloadOf(subject)
            .orElse(new WorkloadPods(subject, List.of(), List.of(pod)));
    List<PodState> states = List.of(stateOf(simulation, pod));
    return explanation(simulation, subject, workload, states, 0, Unread.NOTHING);
  }

  /** Explains a workload: all its pods, and those that it should have and hasn't. */
  public static Explanation ofWorkload(Simulation simulation, WorkloadPods workload) {
    Unread unread = Unread.of(simulation.cluster(), simulation.workloads().requirements(workload));
    List<PodState> states = new ArrayList<>();
    int missing = 0;
    for (PodTemplateOwner owner : unread.isEmpty() ? workload.templateOwners() : NO_OWNERS) {
      missing += owner.missing();
      if (owner.missing() > 0) {
        SimulationRun run = SimulationRun.create(simulation, owner);
        List<PodState> made = JobBackoff.noted(owner, statesOf(run));
        states.addAll(RecordedVerdict.ofMissing(simulation, owner, made));
        WaitingPods.of(owner, run).ifPresent(states::add);
      }
    }
    for (Pod pod : workload.pods()) {
      states.add(stateOf(simulation, pod));
    }
    if (states.isEmpty()) {
      for (PodTemplateOwner owner : workload.templateOwners()) {
        statesOf(SimulationRun.create(simulation, owner.nextPods(1)))
            .forEach(s -> states.add(unread.isEmpty() ? s : s.unknown()));
      }
    }
    return explanation(simulation, workload.root(), workload, alike(states), missing, unread);
  }

  /** Explains a pod that doesn't exist, as if it were created now. */
  public static Explanation ofNewPod(Simulation simulation, Pod pod) {
    Workload pretended = PodTemplateOwner.ofBarePod(pod);
    Simulation with = simulation.with(new Change.Apply(pretended));
    ObjectReference subject = new ObjectReference("Pod", pod.namespace(), pretended.name(), "");
    return ofWorkload(with, with.workloads().workloadOf(subject).orElseThrow());
  }

  private static Explanation explanation(
      Simulation simulation,
      ObjectReference subject,
      WorkloadPods workload,
      List<PodState> states,
      int missing,
      Unread ofOwners) {
    GapSurvey survey = GapFinder.survey(simulation, workload);
    List<Gap> gaps = survey.findings().stream().map(Finding::withRemedies).toList();
    List<PodState> complete = new ArrayList<>(states);
    complete.set(0, withScheduleResult(simulation, states.get(0)));
    Optional<Inactivity> inactivity =
        subject.kind().equals("Pod") || !ofOwners.isEmpty()
            ? Optional.empty()
            : simulation.workloads().inactivityOf(workload);
    return new Explanation(
        subject,
        inactivity.map(Explainer::verdictOf).orElseGet(() -> worst(states, ofOwners)),
        inactivity
            .map(why -> ExplanationSummary.of(subject, why, states))
            .orElseGet(() -> ExplanationSummary.of(subject, complete, ofOwners)),
        complete,
        missing,
        recordedEvent(simulation, workload, states.get(0)),
        gaps,
        complete.stream().map(PodState::unread).reduce(ofOwners, Unread::and),
        survey.unexamined());
  }

  /** Returns the worst verdict; a pod of which nothing is known could have a worse one. */
  private static PodVerdict worst(List<PodState> states, Unread ofOwners) {
    boolean isKnown =
        ofOwners.isEmpty() && states.stream().noneMatch(s -> s.verdict() == PodVerdict.Unknown);
    return isKnown ? states.get(0).verdict() : PodVerdict.Unknown;
  }

  /** Asks the scheduler about a denied pod too, as if it had been admitted. */
  private static PodState withScheduleResult(Simulation simulation, PodState state) {
    Optional<AdmissionReport> denied = state.admission().filter(a -> !a.allowed());
    return denied.isEmpty()
        ? state
        : state.withScheduleResult(
            denied
                .map(AdmissionReport::object)
                .filter(Pod.class::isInstance)
                .map(pod -> simulation.scheduleResultOf((Pod) pod))
                .filter(Explainer::isAsked));
  }

  private static List<PodState> statesOf(SimulationRun simulationRun) {
    List<PodState> states = new ArrayList<>();
    for (Attempt attempt : simulationRun.attempts()) {
      states.add(stateOf(simulationRun.before(), attempt));
    }
    return states;
  }

  private static PodState stateOf(Simulation before, Attempt attempt) {
    Optional<Judgement> judgement =
        attempt.isAdmitted() && attempt.scheduleResult().filter(Explainer::isAsked).isEmpty()
            ? UnscheduledPods.ofPresetNode(before, attempt.pod())
                .or(() -> UnscheduledPods.ofOtherScheduler(before.cluster(), attempt.pod()))
            : Optional.empty();
    PodVerdict verdict =
        attempt.isAdmitted()
            ? attempt.scheduleResult().map(Explainer::verdictOf).orElse(PodVerdict.Placeable)
            : attempt.admission().map(Explainer::verdictOf).orElse(PodVerdict.Invalid);
    boolean isKnown = attempt.admission().map(AdmissionReport::isKnown).orElse(true);
    String message =
        attempt.isAdmitted()
            ? attempt.scheduleResult().map(ScheduleResult::message).orElse("")
            : attempt.admission().map(Explainer::denialOf).orElse("");
    return new PodState(
        attempt.pod(),
        1,
        false,
        isKnown ? judgement.map(Judgement::verdict).orElse(verdict) : PodVerdict.Unknown,
        attempt.admission(),
        attempt.scheduleResult().filter(Explainer::isAsked),
        isKnown ? message : "",
        judgement.map(Judgement::notes).orElseGet(() -> notesOn(before, attempt)));
  }

  private static List<String> notesOn(Simulation before, Attempt attempt) {
    Optional<AdmissionReport> denied = attempt.admission().filter(a -> !a.allowed());
    if (denied.isPresent()) {
      return DenialNotes.of(before.cluster(), attempt.pod(), denied.get());
    }
    List<String> notes = new ArrayList<>();
    attempt.scheduleResult().ifPresent(r -> notes.addAll(notesOn(before, attempt.pod(), r)));
    notes.addAll(UnmodelledRules.of(before.cluster(), attempt.pod()));
    return notes;
  }

  /** Returns why the pod isn't made, in the words of the API server or of its StatefulSet. */
  private static String denialOf(AdmissionReport report) {
    return report.object() instanceof PersistentVolumeClaim claim
        ? "failed to create PVC " + claim.name() + ": " + report.message()
        : report.message();
  }

  private static boolean isAsked(ScheduleResult result) {
    return !(result instanceof ScheduleResult.OtherScheduler);
  }

  private static PodState stateOf(Simulation simulation, Pod pod) {
    Optional<Judgement> judgement =
        PodLifecycle.of(simulation.cluster(), pod)
            .or(() -> UnscheduledPods.ofOtherScheduler(simulation.cluster(), pod));
    if (judgement.isPresent()) {
      return new PodState(
          pod,
          1,
          true,
          judgement.get().verdict(),
          Optional.empty(),
          Optional.empty(),
          pod.isTerminal() ? pod.status().message() : "",
          judgement.get().notes());
    }
    ScheduleResult scheduleResult = simulation.scheduleResultOf(pod);
    PodState state =
        new PodState(
            pod,
            1,
            true,
            verdictOf(scheduleResult),
            Optional.empty(),
            Optional.of(scheduleResult),
            scheduleResult.message(),
            notesOn(simulation, pod, scheduleResult));
    return RecordedVerdict.ofPending(simulation, state);
  }

  private static List<String> notesOn(Simulation simulation, Pod pod, ScheduleResult result) {
    if (result instanceof ScheduleResult.Preempting preempting) {
      return UnscheduledPods.ofNominated(pod, preempting);
    }
    return result instanceof ScheduleResult.Unschedulable
        ? ClaimReport.of(simulation.cluster(), pod)
        : List.of();
  }

  private static PodVerdict verdictOf(Inactivity inactivity) {
    return switch (inactivity.cause()) {
      case Idle -> PodVerdict.Inactive;
      case Complete -> PodVerdict.Finished;
      case Failed -> PodVerdict.Failed;
    };
  }

  private static PodVerdict verdictOf(ScheduleResult scheduleResult) {
    if (scheduleResult instanceof ScheduleResult.Feasible) {
      return PodVerdict.Placeable;
    }
    if (scheduleResult instanceof ScheduleResult.Preempting) {
      return PodVerdict.Preempting;
    }
    if (scheduleResult instanceof ScheduleResult.Unknown) {
      return PodVerdict.Unknown;
    }
    return scheduleResult instanceof ScheduleResult.Gated gated && !gated.gates().isEmpty()
        ? PodVerdict.Gated
        : PodVerdict.Unschedulable;
  }

  private static PodVerdict verdictOf(AdmissionReport report) {
    if (report.quotaDenial().isPresent()) {
      return PodVerdict.DeniedByQuota;
    }
    if (report.forbiddenBy().isPresent()) {
      return PodVerdict.Denied;
    }
    return report.limitRangeViolations().isEmpty()
        ? PodVerdict.Invalid
        : PodVerdict.DeniedByLimitRange;
  }

  /** Gathers pods with the same verdict and text, the worst first. */
  private static List<PodState> alike(List<PodState> states) {
    record Key(PodVerdict verdict, boolean exists, String text, String cause) {}
    Map<Key, PodState> byKey = new LinkedHashMap<>();
    for (PodState state : states) {
      String text = POD_NAME.matcher(state.message()).replaceFirst("");
      byKey.merge(
          new Key(state.verdict(), state.exists(), text, state.kindOfCause()),
          state,
          (first, more) -> first.withCount(first.count() + 1));
    }
    return byKey.values().stream().sorted(Comparator.comparing(PodState::verdict)).toList();
  }

  private static Optional<Event> recordedEvent(
      Simulation simulation, WorkloadPods workload, PodState worst) {
    if (worst.verdict().isFine()) {
      return Optional.empty();
    }
    Set<String> names = new HashSet<>();
    workload.templateOwners().forEach(m -> names.add(m.workload().name()));
    workload.pods().forEach(p -> names.add(p.name()));
    return simulation.cluster().list(Event.class, workload.root().namespace()).stream()
        .filter(e -> FAILURES.contains(e.reason()))
        .filter(e -> names.contains(e.regarding().name()))
        .max(Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH)));
  }
}
