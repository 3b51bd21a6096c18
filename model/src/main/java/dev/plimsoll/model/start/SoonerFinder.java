package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the changes that make a pod start sooner: the remedies of its gaps, each simulated forward
 * again.
 */
public final class SoonerFinder {
  private static final int MOST = 3;

  private SoonerFinder() {}

  /** Returns the estimate with changes that make it sooner, where the pod waits. */
  public static StartEstimate added(StartEstimator estimator, StartEstimate estimate) {
    boolean mayHelp =
        estimate.state() == StartEstimate.State.Waiting
            && !(estimate.needs() instanceof Needs.Nothing);
    return mayHelp ? estimate.withSoonerIf(find(estimator, estimate.pod())) : estimate;
  }

  private static List<SoonerIf> find(StartEstimator estimator, Pod pod) {
    StartQuestion question = estimator.question();
    Simulation simulation = question.simulation();
    ObjectReference reference = new ObjectReference("Pod", pod.namespace(), pod.name(), "");
    Optional<WorkloadPods> workload = simulation.workloads().workloadOf(reference);
    if (workload.isEmpty()) {
      return List.of();
    }
    PodHolds holds =
        PolicyHolds.of(simulation.cluster(), question.policies(), question.scheduler());
    List<SoonerIf> found = new ArrayList<>();
    for (Finding finding : GapFinder.survey(simulation, workload.get(), holds).findings()) {
      for (Remedy remedy : finding.remedies().get()) {
        if (found.size() < MOST && remedy.helps() && !remedy.givesUp(workload.get().root())) {
          found.add(tried(estimator, pod, remedy));
        }
      }
    }
    return found;
  }

  private static SoonerIf tried(StartEstimator estimator, Pod pod, Remedy remedy) {
    StartQuestion question = estimator.question();
    List<String> commands =
        remedy.commands().stream().flatMap(c -> c.lines(List.of()).stream()).toList();
    Simulation after = question.simulation().with(remedy.changes());
    Optional<Pod> left = after.cluster().find(Pod.class, pod.namespace(), pod.name());
    Optional<LikelyStart> likely =
        left.filter(p -> !p.isBound())
            .flatMap(p -> estimator.withSimulation(after).estimate(p).likely());
    boolean startsNow =
        likely.isPresent()
            ? likely.get().quantile(0.9).filter(question.now()::equals).isPresent()
            : remedy.foretold().filter(f -> f.placed() > 0).isPresent();
    return new SoonerIf(remedy.action(), commands, startsNow, likely);
  }
}
