package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The pods that remedies are tried on.
 *
 * @param workload whose pods they are
 * @param pods the pods
 * @param stored whether they are there and only have to be placed
 * @param owner what creates them, where they are not there
 * @param holds which pods a capacity policy holds
 */
record TriedPods(
    WorkloadPods workload,
    List<Pod> pods,
    boolean stored,
    Optional<PodTemplateOwner> owner,
    PodHolds holds) {

  TriedPods {
    pods = List.copyOf(pods);
  }

  TriedPods(
      WorkloadPods workload, List<Pod> pods, boolean stored, Optional<PodTemplateOwner> owner) {
    this(workload, pods, stored, owner, PodHolds.NONE);
  }

  TriedPods withPods(List<Pod> others) {
    return new TriedPods(workload, others, stored, owner, holds);
  }

  /** Returns the pods that a cause keeps from running, if it keeps any. */
  static Optional<TriedPods> of(GapCause cause) {
    if (cause instanceof GapCause.Unschedulable unschedulable) {
      return Optional.of(
          new TriedPods(
              unschedulable.pods().workload(),
              unschedulable.pods().pods(),
              true,
              Optional.empty()));
    }
    if (cause instanceof GapCause.GatedPods gated) {
      return Optional.of(new TriedPods(gated.workload(), gated.pods(), true, Optional.empty()));
    }
    if (cause instanceof GapCause.OtherScheduler other) {
      return Optional.of(new TriedPods(other.workload(), other.pods(), true, Optional.empty()));
    }
    if (cause instanceof GapCause.HeldAtShare held) {
      return Optional.of(
          new TriedPods(held.workload(), held.pods(), true, Optional.empty(), held.holds()));
    }
    if (cause instanceof GapCause.Denied denied) {
      return Optional.of(ofDenial(denied.denial()));
    }
    if (cause instanceof GapCause.Retrying retrying) {
      return Optional.of(
          new TriedPods(
              retrying.workload(),
              retrying.creator().missingPods(),
              false,
              Optional.of(retrying.creator())));
    }
    if (cause instanceof GapCause.Rollout blocked) {
      return Optional.of(ofDenial(blocked.rollout().denial()));
    }
    if (cause instanceof GapCause.HeldQuota held) {
      return Optional.of(ofDenial(held.denial()));
    }
    return cause instanceof GapCause.InjectedDefault injected
        ? injected.denial().map(TriedPods::ofDenial)
        : Optional.empty();
  }

  private static TriedPods ofDenial(WorkloadDenial denial) {
    return new TriedPods(
        denial.workload(), denial.missingPods(), false, Optional.of(denial.owner()));
  }

  /** Returns whether an edit of the template changes only the pods of a later Job. */
  boolean isOfNextRun(UnaryOperator<PodSpec> edit) {
    return workload.root().kind().equals("CronJob")
        && pods.stream().map(Pod::spec).anyMatch(spec -> !edit.apply(spec).equals(spec));
  }

  /** Returns the Jobs of a CronJob that the pods belong to. */
  List<PodTemplateOwner> jobs() {
    Set<String> creators =
        pods.stream()
            .flatMap(p -> p.metadata().controller().stream())
            .map(OwnerReference::name)
            .collect(Collectors.toSet());
    return workload.templateOwners().stream()
        .filter(o -> o.workload().type().kind().equals("Job"))
        .filter(o -> stored ? creators.contains(o.workload().name()) : o.missing() > 0)
        .toList();
  }

  /**
   * Submits or places them, as if they had been made with another spec. The next run of a CronJob
   * creates the pods of one Job.
   */
  SimulationRun run(Simulation simulation, UnaryOperator<PodSpec> edit) {
    List<Pod> edited = nextRun(edit).stream().map(p -> p.withSpec(edit.apply(p.spec()))).toList();
    return stored ? withoutHeld(simulation, edited) : SimulationRun.create(simulation, edited);
  }

  private List<Pod> nextRun(UnaryOperator<PodSpec> edit) {
    return isOfNextRun(edit)
        ? pods.stream()
            .filter(p -> p.metadata().controller().equals(pods.get(0).metadata().controller()))
            .toList()
        : pods;
  }

  /** Places the pods that no policy holds. */
  private SimulationRun withoutHeld(Simulation simulation, List<Pod> edited) {
    PodHolds.Sequence sequence = holds.on(simulation.cluster()).start();
    List<Pod> passing = new ArrayList<>();
    List<Attempt> held = new ArrayList<>();
    for (Pod pod : edited) {
      if (sequence.next(pod).isEmpty()) {
        passing.add(pod);
      } else {
        held.add(Attempt.none(pod));
      }
    }
    SimulationRun run = SimulationRun.place(simulation, passing);
    List<Attempt> attempts = new ArrayList<>(run.attempts());
    attempts.addAll(held);
    return new SimulationRun(run.before(), run.after(), attempts);
  }
}
