package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.recorded.RecordedQuota;
import dev.plimsoll.kubernetes.recorded.SilentController;
import dev.plimsoll.kubernetes.recorded.SilentScheduler;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The cluster's own word on pods that could run as far as the model knows. It is the answer unless
 * something that it depends on has changed since; it says nothing of a cluster as it might be.
 */
final class RecordedVerdict {
  private static final String BY_QUOTA = "exceeded quota:";

  private RecordedVerdict() {}

  /** Returns the state of an existing pod by the scheduler's last record of it. */
  static PodState ofPending(Simulation simulation, PodState state) {
    return simulation.isAsRead() && state.verdict() == PodVerdict.Placeable
        ? simulation
            .recordedPlacement(state.pod())
            .map(c -> with(simulation, state, c, PodVerdict.Unschedulable))
            .orElseGet(() -> silent(simulation, state))
        : state;
  }

  private static PodState silent(Simulation simulation, PodState state) {
    return SilentScheduler.since(simulation.cluster(), state.pod())
        .map(since -> SilentScheduler.sentence(state.pod().spec().schedulerName(), "it", since))
        .map(
            note -> {
              List<String> notes = new ArrayList<>(List.of(note));
              notes.addAll(state.notes());
              return state.withNotes(notes);
            })
        .orElse(state);
  }

  /** Returns that a workload waits for its controller, as the end of a sentence. */
  static String ofController(Simulation simulation, WorkloadPods workload) {
    return simulation.isAsRead()
        ? SilentController.of(simulation.cluster(), simulation.workloads(), workload)
            .map(silent -> "; " + silent.sentence())
            .orElse("")
        : "";
  }

  /** Returns the states of an owner's missing pods by the owner's last record of them. */
  static List<PodState> ofMissing(
      Simulation simulation, PodTemplateOwner owner, List<PodState> states) {
    boolean admitted =
        states.stream().allMatch(s -> s.admission().filter(a -> a.allowed()).isPresent());
    boolean isKnown =
        states.stream().allMatch(s -> s.admission().filter(a -> a.isKnown()).isPresent());
    Optional<Contradiction> said =
        simulation.isAsRead() && admitted
            ? Contradiction.ofCreation(simulation.cluster(), owner.workload())
                .filter(c -> isKnown || c.standsAlone())
            : Optional.empty();
    if (said.isEmpty()) {
      return states.stream().map(s -> counted(simulation, owner, s)).toList();
    }
    PodVerdict denied =
        said.get().recorded().message().contains(BY_QUOTA)
            ? PodVerdict.DeniedByQuota
            : PodVerdict.Denied;
    return states.stream().map(s -> with(simulation, s, said.get(), denied)).toList();
  }

  private static PodState counted(Simulation simulation, PodTemplateOwner owner, PodState state) {
    return state
        .admission()
        .filter(a -> simulation.isAsRead())
        .flatMap(AdmissionReport::exceededQuota)
        .flatMap(e -> RecordedQuota.beyond(simulation.cluster(), owner.workload(), e))
        .map(
            note ->
                state.withNotes(Stream.concat(Stream.of(note), state.notes().stream()).toList()))
        .orElse(state);
  }

  private static PodState with(
      Simulation simulation, PodState state, Contradiction said, PodVerdict recorded) {
    List<String> notes =
        new ArrayList<>(said.notes(state.verdict().meaning(), simulation.cluster().asOf()));
    notes.addAll(state.notes());
    return said.isCurrent()
        ? state.recorded(recorded, said.recorded().message(), notes)
        : state.recorded(state.verdict(), state.message(), notes);
  }
}
