package dev.plimsoll.model.explain;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapFinder;
import dev.plimsoll.model.object.Event;
import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.placement.Placement;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.whatif.World;
import dev.plimsoll.model.workload.PodGroup;
import dev.plimsoll.model.workload.PodMaker;
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

  /** Who a refusal is about; pods of one workload are refused in otherwise equal words. */
  private static final Pattern POD_NAME = Pattern.compile("^\\w+ \"[^\"]+\"");

  private Explainer() {}

  /** Explains a pod that exists. */
  public static Explanation ofPod(World world, Pod pod) {
    ObjectReference subject =
        new ObjectReference("Pod", pod.namespace(), pod.name(), pod.metadata().uid());
    PodGroup group =
        world.workloads().groupOf(subject).orElse(new PodGroup(subject, List.of(), List.of(pod)));
    List<PodState> states = List.of(stateOf(world, pod));
    return explanation(world, subject, group, states, 0);
  }

  /** Explains a workload: all its pods, and those that it should have and hasn't. */
  public static Explanation ofGroup(World world, PodGroup group) {
    List<PodState> states = new ArrayList<>();
    int missing = 0;
    for (PodMaker maker : group.makers()) {
      missing += maker.missing();
      if (maker.missing() > 0) {
        states.addAll(statesOf(Trial.create(world, maker.missingPods())));
      }
    }
    for (Pod pod : group.pods()) {
      states.add(stateOf(world, pod));
    }
    if (states.isEmpty()) {
      for (PodMaker maker : group.makers()) {
        states.addAll(statesOf(Trial.create(world, maker.nextPods(1))));
      }
    }
    return explanation(world, group.root(), group, alike(states), missing);
  }

  /** Explains a pod that doesn't exist, as if it were created now. */
  public static Explanation ofNewPod(World world, Pod pod) {
    Workload pretended = PodMaker.pretend(pod);
    World with = world.with(new Change.Apply(pretended));
    ObjectReference subject = new ObjectReference("Pod", pod.namespace(), pod.name(), "");
    return ofGroup(with, with.workloads().groupOf(subject).orElseThrow());
  }

  private static Explanation explanation(
      World world, ObjectReference subject, PodGroup group, List<PodState> states, int missing) {
    List<Gap> gaps = GapFinder.find(world, group).stream().map(Finding::withRemedies).toList();
    List<PodState> complete = new ArrayList<>(states);
    complete.set(0, withPlacement(world, states.get(0)));
    return new Explanation(
        subject,
        states.get(0).verdict(),
        Summaries.of(subject, states, missing),
        complete,
        missing,
        recorded(world, group, states.get(0)),
        gaps);
  }

  /** Asks the scheduler about a refused pod too, as if it had been let in. */
  private static PodState withPlacement(World world, PodState state) {
    if (state.placement().isPresent()) {
      return state;
    }
    Optional<Placement> placement =
        state
            .admission()
            .map(AdmissionReport::object)
            .filter(Pod.class::isInstance)
            .map(refused -> world.placementOf((Pod) refused));
    return new PodState(
        state.pod(),
        state.count(),
        state.exists(),
        state.verdict(),
        state.admission(),
        placement,
        state.message());
  }

  private static List<PodState> statesOf(Trial trial) {
    List<PodState> states = new ArrayList<>();
    for (Attempt attempt : trial.attempts()) {
      Verdict verdict =
          attempt.isAdmitted()
              ? attempt.placement().map(Explainer::verdictOf).orElse(Verdict.Placeable)
              : attempt.admission().map(Explainer::verdictOf).orElse(Verdict.Invalid);
      String message =
          attempt.isAdmitted()
              ? attempt.placement().map(Attempt::message).orElse("")
              : attempt.admission().map(AdmissionReport::message).orElse("");
      states.add(
          new PodState(
              attempt.pod(), 1, false, verdict, attempt.admission(), attempt.placement(), message));
    }
    return states;
  }

  private static PodState stateOf(World world, Pod pod) {
    if (pod.isTerminal()) {
      return existing(pod, Verdict.Finished, Optional.empty(), pod.status().message());
    }
    if (pod.isBound()) {
      return existing(pod, Verdict.Placed, Optional.empty(), "");
    }
    Placement placement = world.placementOf(pod);
    return existing(pod, verdictOf(placement), Optional.of(placement), Attempt.message(placement));
  }

  private static PodState existing(
      Pod pod, Verdict verdict, Optional<Placement> placement, String message) {
    return new PodState(pod, 1, true, verdict, Optional.empty(), placement, message);
  }

  private static Verdict verdictOf(Placement placement) {
    if (placement instanceof Placement.Feasible) {
      return Verdict.Placeable;
    }
    if (placement instanceof Placement.Preempting) {
      return Verdict.Preempting;
    }
    return placement instanceof Placement.Gated ? Verdict.Gated : Verdict.Unschedulable;
  }

  private static Verdict verdictOf(AdmissionReport report) {
    if (report.quotaRefusal().isPresent()) {
      return Verdict.RefusedByQuota;
    }
    return report.limitRangeRefusal().isPresent() ? Verdict.RefusedByLimitRange : Verdict.Invalid;
  }

  /** Gathers pods with the same verdict and text, the worst first. */
  private static List<PodState> alike(List<PodState> states) {
    record Key(Verdict verdict, boolean exists, String text) {}
    Map<Key, PodState> byKey = new LinkedHashMap<>();
    for (PodState state : states) {
      String text = POD_NAME.matcher(state.message()).replaceFirst("");
      byKey.merge(
          new Key(state.verdict(), state.exists(), text),
          state,
          (first, more) ->
              new PodState(
                  first.pod(),
                  first.count() + 1,
                  first.exists(),
                  first.verdict(),
                  first.admission(),
                  first.placement(),
                  first.message()));
    }
    return byKey.values().stream().sorted(Comparator.comparing(PodState::verdict)).toList();
  }

  private static Optional<Event> recorded(World world, PodGroup group, PodState worst) {
    if (worst.verdict().isFine()) {
      return Optional.empty();
    }
    Set<String> names = new HashSet<>();
    group.makers().forEach(m -> names.add(m.workload().name()));
    group.pods().forEach(p -> names.add(p.name()));
    return world.cluster().list(Event.class, group.root().namespace()).stream()
        .filter(e -> FAILURES.contains(e.reason()))
        .filter(e -> names.contains(e.regarding().name()))
        .max(Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH)));
  }
}
