package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.placement.framework.Diagnosis;
import dev.plimsoll.kubernetes.placement.framework.FitError;
import dev.plimsoll.kubernetes.placement.framework.PostFilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks for a node that would fit if pods of lower priority were evicted.
 *
 * <p>Kubernetes leaves open where its search starts and which of equal candidates it takes; here
 * the search starts at the first node by name and the first of equals is taken. As there, it ends
 * once a tenth of the nodes in question, but at least 100, are candidates, one of which needs no
 * eviction that budgets don't allow. Source: {@code
 * pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go}, {@code
 * pkg/scheduler/framework/preemption/preemption.go}.
 */
public final class DefaultPreemption implements PostFilterPlugin {
  private static final String NAME = "DefaultPreemption";
  private static final String PREFIX = "preemption: ";
  private static final String BUDGETS_UNREAD =
      "The snapshot has no PodDisruptionBudgets; assuming that none protects the pods to be evicted.";
  private static final int MIN_CANDIDATE_NODES_PERCENTAGE = 10;
  private static final int MIN_CANDIDATE_NODES_ABSOLUTE = 100;
  private static final Rejection NOT_HELPFUL =
      Rejection.unresolvable(NAME, "Preemption is not helpful for scheduling");

  private record Likeness(int priority, String policy) {}

  @Override
  public Optional<Object> likeness(PodInfo pod, Snapshot snapshot) {
    return pod.pod().status().nominatedNodeName().isEmpty()
        ? Optional.of(new Likeness(pod.priority(), pod.pod().spec().preemptionPolicy()))
        : Optional.empty();
  }

  @Override
  public Result postFilter(Diagnosis diagnosis) {
    if (diagnosis.pod().pod().spec().preemptionPolicy().equals("Never")) {
      return new Unhelpful(PREFIX + "not eligible due to preemptionPolicy=Never.");
    }
    if (waitsForVictims(diagnosis)) {
      return new Unhelpful(PREFIX + "not eligible due to a terminating pod on the nominated node.");
    }
    List<NodeInfo> potential = diagnosis.nodes(Rejection.Code.UNSCHEDULABLE);
    int allNodes = diagnosis.snapshot().nodes().size();
    FitError error = new FitError(allNodes);
    for (int i = potential.size(); i < allNodes; i++) {
      error.count(NOT_HELPFUL);
    }
    return search(diagnosis, potential, error);
  }

  private static Result search(Diagnosis diagnosis, List<NodeInfo> potential, FitError error) {
    Cluster cluster = diagnosis.snapshot().cluster();
    DisruptionBudgets budgets = new DisruptionBudgets(cluster);
    int wanted = wantedCandidates(potential.size());
    boolean isUnviolated = false;
    List<PreemptionCandidate> preemptionCandidates = new ArrayList<>();
    Optional<String> broken = Optional.empty();
    for (NodeInfo node : potential) {
      PreemptionDryRun.Outcome outcome = PreemptionDryRun.on(node, diagnosis, budgets);
      if (outcome instanceof PreemptionDryRun.Hopeless hopeless) {
        error.count(hopeless.rejection());
      } else if (outcome instanceof PreemptionDryRun.Victims victims && !victims.pods().isEmpty()) {
        preemptionCandidates.add(
            new PreemptionCandidate(node, victims.pods(), victims.violations(), cluster.asOf()));
        isUnviolated |= victims.violations() == 0;
      } else if (broken.isEmpty()) {
        broken = Optional.of("expected at least one victim pod on node \"" + node.name() + "\"");
      }
      if (isUnviolated && preemptionCandidates.size() >= wanted) {
        break;
      }
    }
    if (!preemptionCandidates.isEmpty()) {
      PreemptionCandidate best =
          preemptionCandidates.stream().min(PreemptionCandidate.BEST_FIRST).orElseThrow();
      return new Nominated(
          best.node().name(),
          best.victims().stream().map(PodInfo::pod).toList(),
          cluster.covers(PodDisruptionBudget.RESOURCE) ? List.of() : List.of(BUDGETS_UNREAD));
    }
    return broken.isPresent()
        ? new Failed(PREFIX + broken.get())
        : new Unhelpful(PREFIX + error.message());
  }

  private static int wantedCandidates(int nodes) {
    int wanted =
        Math.max(nodes * MIN_CANDIDATE_NODES_PERCENTAGE / 100, MIN_CANDIDATE_NODES_ABSOLUTE);
    return Math.min(wanted, nodes);
  }

  private static boolean waitsForVictims(Diagnosis diagnosis) {
    PodInfo pod = diagnosis.pod();
    Optional<NodeInfo> nominated =
        diagnosis.snapshot().node(pod.pod().status().nominatedNodeName());
    return nominated.isPresent()
        && diagnosis.rejection(nominated.get()).code() == Rejection.Code.UNSCHEDULABLE
        && nominated.get().pods().stream()
            .anyMatch(p -> p.priority() < pod.priority() && isTerminatingByPreemption(p.pod()));
  }

  private static boolean isTerminatingByPreemption(Pod pod) {
    return pod.isTerminating()
        && pod.status()
            .condition("DisruptionTarget")
            .filter(c -> c.status().equals("True") && c.reason().equals("PreemptionByScheduler"))
            .isPresent();
  }
}
