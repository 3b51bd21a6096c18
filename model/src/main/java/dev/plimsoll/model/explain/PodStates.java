package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.ClaimReport;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.gap.SchedulingGate;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.queue.QueuedWorkloads;
import dev.plimsoll.model.topology.IgnoredGangFields;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.DecisionStep;
import dev.plimsoll.model.whatif.Lazy;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.whatif.TemplateClaims;
import dev.plimsoll.model.whatif.UndecidedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How it stands with single pods. Where a rule fails on one, what was decided before is told, and
 * what it should have decided is named.
 */
final class PodStates {
  private final Simulation simulation;
  private final Lazy<PodHolds.Sequence> holds;

  PodStates(Simulation simulation) {
    this(simulation, PodHolds.NONE);
  }

  PodStates(Simulation simulation, PodHolds holds) {
    this.simulation = simulation;
    this.holds = new Lazy<>(holds::start);
  }

  /**
   * Returns the states of an owner's missing pods.
   *
   * @param root what they are called where a rule fails on them
   */
  List<PodState> ofMissing(PodTemplateOwner owner, ObjectReference root) {
    return ofRun(
        () -> SimulationRun.create(simulation, owner),
        run -> {
          List<PodState> made =
              JobNotes.awaited(simulation, owner, root, ofAttempts(run.attempts(), root));
          List<PodState> states =
              new ArrayList<>(RecordedVerdict.ofMissing(simulation, owner, made));
          WaitingPods.of(owner, run).ifPresent(states::add);
          UntriedPods.of(owner, run).ifPresent(states::add);
          return states;
        },
        root,
        owner.tried());
  }

  /** Returns the states of the next pod of an owner without missing pods. */
  List<PodState> ofNext(PodTemplateOwner owner, ObjectReference root) {
    return ofRun(
        () -> SimulationRun.create(simulation, owner.nextPods(1)),
        run -> ofAttempts(run.attempts(), root),
        root,
        1);
  }

  /** Returns the state of the pods of an owner that is denied itself. */
  PodState ofDenied(PodTemplateOwner owner, AdmissionReport denied, ObjectReference root) {
    Pod first = owner.nextPods(1).get(0);
    return of(new Attempt(first, Optional.of(denied), Optional.empty(), ""), root)
        .withCount(Math.max(1, owner.missing()));
  }

  private List<PodState> ofRun(
      Supplier<SimulationRun> run,
      Function<SimulationRun, List<PodState>> states,
      ObjectReference root,
      int all) {
    SimulationRun done;
    try {
      done = run.get();
    } catch (UndecidedException e) {
      List<PodState> some = new ArrayList<>(ofAttempts(e.before(), root));
      some.add(PodState.undecided(e, false, all - some.size(), root));
      return some;
    }
    return states.apply(done);
  }

  private List<PodState> ofAttempts(List<Attempt> attempts, ObjectReference root) {
    return attempts.stream().map(a -> of(a, root)).toList();
  }

  private PodState of(Attempt attempt, ObjectReference root) {
    try {
      return UndecidedException.at(DecisionStep.Status, attempt, () -> submitted(attempt));
    } catch (UndecidedException e) {
      return PodState.undecided(e, false, 1, root);
    }
  }

  /** Returns the state of an existing pod. */
  PodState ofStored(Pod pod) {
    try {
      return stored(pod);
    } catch (UndecidedException e) {
      return PodState.undecided(e, true, 1, reference(pod));
    }
  }

  static ObjectReference reference(Pod pod) {
    return new ObjectReference("Pod", pod.namespace(), pod.name(), pod.metadata().uid());
  }

  /** Asks the scheduler about a denied pod too, as if it had been admitted. */
  PodState withScheduleResult(PodState state, ObjectReference root) {
    Optional<Pod> denied =
        state
            .admission()
            .filter(a -> !a.allowed())
            .map(AdmissionReport::object)
            .filter(Pod.class::isInstance)
            .map(Pod.class::cast);
    try {
      return denied
          .map(
              pod ->
                  state.withScheduleResult(
                      Optional.of(simulation.scheduleResultOf(pod)).filter(PodStates::isAsked)))
          .orElse(state);
    } catch (UndecidedException e) {
      return state.withUndecided(Optional.of(Unexamined.of(root, e)));
    }
  }

  /** Looks into why the pod's claims get no devices, if they are why it finds no node. */
  static PodState withUnmetRequests(PodState state, ObjectReference root) {
    Attempt attempt = new Attempt(state.pod(), state.admission(), state.scheduleResult(), "");
    try {
      return UndecidedException.at(DecisionStep.Status, attempt, () -> DeviceReport.noted(state));
    } catch (UndecidedException e) {
      return state.withUndecided(Optional.of(Unexamined.of(root, e)));
    }
  }

  private PodState submitted(Attempt attempt) {
    Optional<Judgement> judgement =
        attempt.isAdmitted() && attempt.scheduleResult().filter(PodStates::isAsked).isEmpty()
            ? UnscheduledPods.ofPresetNode(simulation, attempt.pod())
                .or(() -> UnscheduledPods.ofOtherScheduler(simulation, attempt.pod()))
            : Optional.empty();
    PodVerdict verdict =
        attempt.isAdmitted()
            ? attempt.scheduleResult().map(PodStates::verdictOf).orElse(PodVerdict.Placeable)
            : attempt.admission().map(PodStates::verdictOf).orElse(PodVerdict.Invalid);
    boolean isKnown = attempt.admission().map(AdmissionReport::isKnown).orElse(true);
    String message =
        attempt.isAdmitted()
            ? attempt.scheduleResult().map(ScheduleResult::message).orElse("")
            : attempt.admission().map(PodStates::denialOf).orElse("");
    PodState state =
        new PodState(
            attempt.pod(),
            1,
            false,
            isKnown ? judgement.map(Judgement::verdict).orElse(verdict) : PodVerdict.Unknown,
            attempt.admission(),
            attempt.scheduleResult().filter(PodStates::isAsked),
            isKnown ? message : "",
            judgement.map(Judgement::notes).orElseGet(() -> notesOn(attempt)),
            List.of(),
            Optional.empty(),
            List.of());
    return HeldVerdict.ofNew(state, holds.get());
  }

  private List<String> notesOn(Attempt attempt) {
    Optional<AdmissionReport> denied = attempt.admission().filter(a -> !a.allowed());
    if (denied.isPresent()) {
      return DenialNotes.of(simulation.cluster(), attempt.pod(), denied.get());
    }
    List<String> notes = new ArrayList<>();
    attempt.scheduleResult().ifPresent(r -> notes.addAll(notesOn(attempt.pod(), r)));
    notes.addAll(UnmodelledRules.of(simulation, attempt));
    notes.addAll(
        IgnoredGangFields.of(
            attempt.pod(), QueuedWorkloads.owns(simulation.cluster(), attempt.pod())));
    return notes;
  }

  /** Returns why the pod isn't made, in the words of the API server or of a controller. */
  private static String denialOf(AdmissionReport report) {
    if (report.object() instanceof Workload creator) {
      return DenialNotes.ofController(creator, report.message());
    }
    return report.object() instanceof PersistentVolumeClaim claim
        ? "failed to create PVC " + claim.name() + ": " + report.message()
        : report.message();
  }

  private static boolean isAsked(ScheduleResult result) {
    return !(result instanceof ScheduleResult.OtherScheduler);
  }

  private PodState stored(Pod pod) {
    Optional<Judgement> judgement =
        UndecidedException.at(
            DecisionStep.Status,
            Attempt.none(pod),
            () ->
                PodLifecycle.of(simulation.cluster(), pod)
                    .or(() -> UnscheduledPods.ofOtherScheduler(simulation, pod)));
    if (judgement.isPresent()) {
      return new PodState(
          pod,
          1,
          true,
          judgement.get().verdict(),
          Optional.empty(),
          Optional.empty(),
          pod.isTerminal() ? pod.status().message() : "",
          judgement.get().notes(),
          List.of(),
          Optional.empty(),
          List.of());
    }
    ScheduleResult result = simulation.scheduleResultOf(pod);
    return UndecidedException.at(
        DecisionStep.Status,
        new Attempt(pod, Optional.empty(), Optional.of(result), ""),
        () -> pending(pod, result));
  }

  private PodState pending(Pod pod, ScheduleResult result) {
    List<String> notes = new ArrayList<>(notesOn(pod, result));
    notes.addAll(IgnoredGangFields.of(pod, QueuedWorkloads.owns(simulation.cluster(), pod)));
    PodState state =
        new PodState(
            pod,
            1,
            true,
            verdictOf(result),
            Optional.empty(),
            Optional.of(result),
            result.message(),
            notes,
            List.of(),
            Optional.empty(),
            List.of());
    return HeldVerdict.ofPending(simulation, state, holds.get())
        .orElseGet(() -> RecordedVerdict.ofPending(simulation, state));
  }

  private List<String> notesOn(Pod pod, ScheduleResult result) {
    if (result instanceof ScheduleResult.Preempting preempting) {
      return UnscheduledPods.ofNominated(pod, preempting);
    }
    if (result instanceof ScheduleResult.Gated gated
        && gated.plugin().equals(DefaultPlugin.DynamicResources.name())) {
      return TemplateClaims.failures(simulation, pod).stream()
          .map(f -> "a claim on devices isn't made for it, FailedResourceClaimCreation: " + f)
          .toList();
    }
    if (result instanceof ScheduleResult.Gated gated) {
      return gated.gates().stream()
          .flatMap(g -> SchedulingGate.of(g).textOn(pod).stream())
          .toList();
    }
    return result instanceof ScheduleResult.Unschedulable
        ? ClaimReport.of(simulation.cluster(), pod)
        : List.of();
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
}
