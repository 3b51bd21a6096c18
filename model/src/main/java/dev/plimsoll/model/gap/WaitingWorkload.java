package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.whatif.UndecidedException;
import java.util.ArrayList;
import java.util.List;

/**
 * The simulated result for a workload's missing and waiting pods, if the pods of all workloads are
 * submitted one workload after the other.
 *
 * @param workload the workload
 * @param pods how many pods that are
 * @param admitted how many of them are admitted, or have been
 * @param placed how many of them get a node
 * @param unread what that rests on and the snapshot doesn't have
 */
public record WaitingWorkload(
    WorkloadPods workload, int pods, int admitted, int placed, Unread unread) {

  /**
   * Returns the waiting workloads of a cluster. One on which a rule fails is left out; a survey of
   * gaps says what could not be looked at.
   */
  public static List<WaitingWorkload> of(Simulation simulation) {
    List<WaitingWorkload> waiting = new ArrayList<>();
    Simulation current = simulation;
    for (WorkloadPods workload : simulation.workloads().list()) {
      current = addTo(waiting, current, workload);
    }
    return List.copyOf(waiting);
  }

  private static Simulation addTo(
      List<WaitingWorkload> waiting, Simulation current, WorkloadPods workload) {
    try {
      List<Attempt> attempts = new ArrayList<>();
      Simulation after = submit(current, workload, attempts);
      if (!attempts.isEmpty()) {
        waiting.add(of(workload, new SimulationRun(current, after, attempts)));
      }
      return after;
    } catch (UndecidedException e) {
      return current;
    }
  }

  private static Simulation submit(
      Simulation simulation, WorkloadPods workload, List<Attempt> attempts) {
    List<Pod> pending = workload.pods().stream().filter(PendingPods::isPending).toList();
    SimulationRun run = SimulationRun.place(simulation, pending);
    attempts.addAll(run.attempts());
    for (PodTemplateOwner owner : workload.templateOwners()) {
      run = SimulationRun.create(run.after(), owner);
      attempts.addAll(run.attempts());
    }
    return run.after();
  }

  private static WaitingWorkload of(WorkloadPods workload, SimulationRun run) {
    return new WaitingWorkload(
        workload, run.attempts().size(), run.admitted(), run.placed(), run.unread());
  }
}
