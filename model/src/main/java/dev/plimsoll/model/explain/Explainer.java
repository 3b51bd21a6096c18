package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.recorded.AutoscalerRecord;
import dev.plimsoll.kubernetes.recorded.ClusterRecord;
import dev.plimsoll.kubernetes.workload.Inactivity;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.Examination;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.queue.AppWrapperAnswer;
import dev.plimsoll.model.queue.PodGroupAnswer;
import dev.plimsoll.model.queue.QueueAnswer;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.DecisionStep;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.UndecidedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Explains why a pod or a workload runs or doesn't: its pods, its missing pods, the layer that
 * blocks them, and the remedy.
 */
public final class Explainer {
  private static final Set<String> FAILURES = Set.of("FailedCreate", "FailedResourceClaimCreation");

  /**
   * The part of a denial that names the pod; denials of one workload's pods are otherwise equal.
   */
  private static final Pattern POD_NAME =
      Pattern.compile("^(failed to create PVC \\S+ )?\\w+ \"[^\"]+\"");

  private static final List<PodTemplateOwner> NO_OWNERS = List.of();

  private Explainer() {}

  /** Explains a pod that exists, where no pods are held. */
  public static Explanation ofPod(Simulation simulation, Pod pod) {
    return ofPod(simulation, pod, PodHolds.NONE);
  }

  /** Explains a pod that exists. */
  public static Explanation ofPod(Simulation simulation, Pod pod, PodHolds holds) {
    ObjectReference subject = PodStates.reference(pod);
    WorkloadPods workload =
        simulation
            .workloads()
            .workloadOf(subject)
            .orElse(new WorkloadPods(subject, List.of(), List.of(pod)));
    List<PodState> states = List.of(new PodStates(simulation, holds).ofStored(pod));
    return explanation(simulation, subject, workload, states, 0, Unread.NOTHING, holds);
  }

  /** Explains a workload where no pods are held. */
  public static Explanation ofWorkload(Simulation simulation, WorkloadPods workload) {
    return ofWorkload(simulation, workload, PodHolds.NONE);
  }

  /** Explains a workload: its pods, and its missing pods. */
  public static Explanation ofWorkload(
      Simulation simulation, WorkloadPods workload, PodHolds holds) {
    Unread unread = Unread.of(simulation.cluster(), simulation.workloads().requirements(workload));
    PodStates pods = new PodStates(simulation, holds);
    List<PodState> states = new ArrayList<>();
    int missing = 0;
    for (PodTemplateOwner owner : unread.isEmpty() ? workload.templateOwners() : NO_OWNERS) {
      missing += owner.missing();
      if (owner.missing() > 0) {
        states.addAll(pods.ofMissing(owner, workload.root()));
      }
    }
    workload.pods().forEach(p -> states.add(pods.ofStored(p)));
    if (states.isEmpty()) {
      for (PodTemplateOwner owner : workload.templateOwners()) {
        pods.ofNext(owner, workload.root())
            .forEach(s -> states.add(unread.isEmpty() ? s : s.withVerdict(PodVerdict.Unknown)));
      }
    }
    return explanation(simulation, workload.root(), workload, states, missing, unread, holds);
  }

  /**
   * Explains a workload that isn't there, because it is denied itself.
   *
   * @param workload its pods, as if it were there
   * @param denied what the API server says to it
   */
  public static Explanation ofDenied(
      Simulation simulation, WorkloadPods workload, AdmissionReport denied) {
    PodStates pods = new PodStates(simulation);
    List<PodState> states =
        workload.templateOwners().stream()
            .map(owner -> pods.ofDenied(owner, denied, workload.root()))
            .toList();
    int missing = states.stream().mapToInt(PodState::count).sum();
    return explanation(
        simulation,
        workload.root(),
        workload,
        states,
        missing,
        Unread.NOTHING,
        Optional.empty(),
        PodHolds.NONE);
  }

  /** Explains a pod that doesn't exist, where no pods are held. */
  public static Explanation ofNewPod(Simulation simulation, Pod pod) {
    return ofNewPod(simulation, pod, PodHolds.NONE);
  }

  /** Explains a pod that doesn't exist, as if it were created now. */
  public static Explanation ofNewPod(Simulation simulation, Pod pod, PodHolds holds) {
    Workload pretended = PodTemplateOwner.ofBarePod(pod);
    Simulation with = simulation.with(new Change.Apply(pretended));
    ObjectReference subject = new ObjectReference("Pod", pod.namespace(), pretended.name(), "");
    return ofWorkload(with, with.workloads().workloadOf(subject).orElseThrow(), holds);
  }

  private static Explanation explanation(
      Simulation simulation,
      ObjectReference subject,
      WorkloadPods workload,
      List<PodState> all,
      int missing,
      Unread ofOwners,
      PodHolds holds) {
    Optional<Inactivity> inactivity =
        subject.kind().equals("Pod") || !ofOwners.isEmpty()
            ? Optional.empty()
            : simulation.workloads().inactivityOf(workload);
    return explanation(simulation, subject, workload, all, missing, ofOwners, inactivity, holds);
  }

  private static Explanation explanation(
      Simulation simulation,
      ObjectReference subject,
      WorkloadPods workload,
      List<PodState> all,
      int missing,
      Unread ofOwners,
      Optional<Inactivity> inactivity,
      PodHolds holds) {
    List<QueueAnswer.Result> queues = queues(simulation, workload, all);
    List<PodState> states = alike(all);
    GapSurvey survey = GapFinder.survey(simulation, workload, holds);
    List<Gap> gaps =
        survey.findings().stream().map(f -> f.withRemedies().forWorkload(workload.root())).toList();
    List<PodState> complete = new ArrayList<>(states);
    PodState asked = new PodStates(simulation).withScheduleResult(states.get(0), subject);
    complete.set(0, PodStates.withUnmetRequests(asked, subject));
    String summary =
        inactivity
            .map(why -> ExplanationSummary.of(subject, why, states))
            .orElseGet(
                () ->
                    ExplanationSummary.of(subject, complete, ofOwners)
                        + RecordedVerdict.ofController(simulation, workload)
                        + (subject.kind().equals("Pod") ? "" : JobNotes.later(workload)));
    complete.set(0, KarpenterNotes.noted(simulation.cluster(), complete.get(0)));
    complete.set(0, NodeGroupNotes.noted(simulation.cluster(), complete.get(0)));
    complete.set(0, ConcurrentRuns.noted(simulation.cluster(), workload.root(), complete.get(0)));
    complete.set(0, JobNotes.noted(simulation.cluster(), workload, complete.get(0)));
    complete.set(0, Disruptions.noted(simulation.cluster(), workload, complete.get(0)));
    Examination examination = new Examination();
    PodState worst = complete.get(0);
    Collection<QuotaCharge> charges =
        examination.of(
            subject,
            () ->
                UndecidedException.at(
                    DecisionStep.Charge,
                    Attempt.none(worst.pod()),
                    () -> QuotaCharge.of(worst, simulation.cluster())));
    return new Explanation(
        subject,
        workload.root(),
        inactivity.map(Explainer::verdictOf).orElseGet(() -> worst(states, ofOwners)),
        summary + queues.stream().map(QueueAnswer.Result::summary).collect(Collectors.joining()),
        complete,
        List.copyOf(charges),
        missing,
        recordedEvent(simulation, workload, states.get(0)),
        AutoscalerRecord.of(simulation.cluster(), all.stream().map(PodState::pod).toList()),
        gaps,
        complete.stream().map(PodState::unread).reduce(ofOwners, Unread::and),
        unexamined(Stream.concat(all.stream(), Stream.of(worst)), examination.failures(), survey),
        queues.stream().flatMap(q -> q.sentences().stream()).toList());
  }

  /** Returns the answers of queues about a workload: Kueue's, Volcano's and KAI's. */
  private static List<QueueAnswer.Result> queues(
      Simulation simulation, WorkloadPods workload, List<PodState> states) {
    List<Workload> workloads =
        workload.templateOwners().stream().map(PodTemplateOwner::workload).toList();
    Stream<ObjectMeta> owners = workloads.stream().map(Workload::metadata);
    Optional<String> label =
        Stream.concat(owners, workload.pods().stream().map(Pod::metadata))
            .flatMap(m -> Optional.ofNullable(m.labels().get(QueueAnswer.LABEL)).stream())
            .findFirst();
    List<Pod> pods = states.stream().map(PodState::pod).toList();
    return Stream.concat(
            Stream.of(
                AppWrapperAnswer.of(simulation.cluster(), workload.root()),
                QueueAnswer.of(
                    simulation,
                    workload.root(),
                    workload.pods(),
                    label,
                    workloads.stream().anyMatch(Workload::waiting))),
            PodGroupAnswer.of(simulation, workload.root(), pods).stream())
        .toList();
  }

  /** Returns on what rules failed, each defect of an object once. */
  private static List<Unexamined> unexamined(
      Stream<PodState> states, List<Unexamined> charges, GapSurvey survey) {
    return Unexamined.distinct(
        Stream.of(
                states.flatMap(s -> s.undecided().stream()),
                charges.stream(),
                survey.unexamined().stream())
            .flatMap(u -> u));
  }

  /**
   * Returns the worst verdict, or {@code Unknown} if an undetermined pod could have a worse one.
   */
  private static PodVerdict worst(List<PodState> states, Unread ofOwners) {
    boolean isKnown =
        ofOwners.isEmpty() && states.stream().noneMatch(s -> s.verdict() == PodVerdict.Unknown);
    return isKnown ? states.get(0).verdict() : PodVerdict.Unknown;
  }

  private static PodVerdict verdictOf(Inactivity inactivity) {
    return switch (inactivity.cause()) {
      case Idle -> PodVerdict.Inactive;
      case Complete -> PodVerdict.Finished;
      case Failed -> PodVerdict.Failed;
    };
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
          (first, more) -> first.withCount(first.count() + more.count()));
    }
    return byKey.values().stream().sorted(Comparator.comparing(PodState::verdict)).toList();
  }

  private static Optional<Event> recordedEvent(
      Simulation simulation, WorkloadPods workload, PodState worst) {
    if (worst.verdict().isFine()) {
      return Optional.empty();
    }
    Stream<Event> ofOwners =
        workload.templateOwners().stream()
            .flatMap(o -> ClusterRecord.eventsAbout(simulation.cluster(), o.workload()));
    Stream<Event> ofPods =
        workload.pods().stream()
            .flatMap(
                p ->
                    ClusterRecord.eventsAbout(simulation.cluster(), p)
                        .filter(e -> tellsOfFailure(e) || ClusterRecord.isOfScheduler(e, p)));
    return Stream.concat(ofOwners.filter(Explainer::tellsOfFailure), ofPods)
        .max(Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH)));
  }

  private static boolean tellsOfFailure(Event event) {
    return FAILURES.contains(event.reason()) || event.tellsOfFailedCreation();
  }
}
