package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.UndecidedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A workload whose pods were created.
 *
 * @param workload what makes the pods
 * @param attempts what became of each pod
 * @param before the cluster before its pods were created
 * @param after the cluster afterwards, before the pods of the next workload
 */
record TriedWorkload(
    AppliedWorkload workload, List<PodAttempt> attempts, Simulation before, Simulation after) {

  TriedWorkload {
    attempts = List.copyOf(attempts);
  }

  ObjectReference reference() {
    return workload.checked().object().reference();
  }

  /** Returns its first pod that was submitted. There must be one. */
  Pod firstPod() {
    return attempts.get(0).attempt().pod();
  }

  /** Returns how many new pods it wants: more than were tried if one of them stopped the rest. */
  int wanted() {
    int missing =
        workload
            .rollout()
            .map(r -> r.owner().missing())
            .orElseGet(
                () ->
                    workload.pods().stream()
                        .flatMap(p -> p.templateOwners().stream())
                        .mapToInt(PodTemplateOwner::missing)
                        .sum());
    return Math.max(missing, attempts.size());
  }

  /** Returns whether a pod is created only once all before it run. */
  boolean isOrdered() {
    return workload.pods().stream()
        .flatMap(p -> p.templateOwners().stream())
        .anyMatch(PodTemplateOwner::isOrdered);
  }

  /** Returns whether its pods were tried and left nothing behind, as those of a CronJob are. */
  boolean leavesNothing() {
    return SetRun.isLater(workload.workload());
  }

  /**
   * Returns the workloads once kube-scheduler has tried waiting pods again. A pod may wait for pods
   * of a workload that comes after it, as pod affinity does.
   */
  static List<TriedWorkload> retry(List<TriedWorkload> tried, PodCreation creation) {
    List<TriedWorkload> current = tried;
    boolean moves = tried.size() > 1;
    while (moves) {
      Simulation before = creation.simulation();
      current = current.stream().map(t -> t.retried(creation)).toList();
      moves = creation.simulation() != before;
    }
    return current;
  }

  private TriedWorkload retried(PodCreation creation) {
    List<PodAttempt> now = new ArrayList<>();
    Optional<Pod> last = Optional.empty();
    for (PodAttempt each : attempts) {
      Pod pod = each.attempt().pod();
      boolean isLikeLast =
          last.filter(l -> l.spec().equals(pod.spec()))
              .filter(l -> l.metadata().labels().equals(pod.metadata().labels()))
              .isPresent();
      if (!isLikeLast && isNowFeasible(each, creation.simulation())) {
        now.add(placed(each, creation));
      } else {
        last = each.runs() ? last : Optional.of(pod);
        now.add(each);
      }
    }
    return new TriedWorkload(workload, now, before, after);
  }

  private static boolean isNowFeasible(PodAttempt attempt, Simulation simulation) {
    Pod pod = attempt.attempt().pod();
    boolean waits =
        attempt.attempt().scheduleResult().orElse(null) instanceof ScheduleResult.Unschedulable
            && attempt.hold().isEmpty()
            && simulation
                .cluster()
                .find(Pod.class, pod.namespace(), pod.name())
                .filter(p -> !p.isBound())
                .isPresent();
    try {
      return waits && simulation.scheduleResultOf(pod) instanceof ScheduleResult.Feasible;
    } catch (UndecidedException e) {
      return false; // It waits as far as is known.
    }
  }

  private static PodAttempt placed(PodAttempt waiting, PodCreation creation) {
    PodAttempt again = creation.schedule(List.of(waiting.attempt().pod())).get(0);
    Attempt attempt = again.attempt();
    return new PodAttempt(
        new Attempt(
            attempt.pod(), waiting.attempt().admission(), attempt.scheduleResult(), attempt.node()),
        again.hold(),
        again.victims(),
        waiting.isOpen());
  }
}
