package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.Diagnosis;
import dev.plimsoll.kubernetes.placement.framework.FilterChain;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Tries preemption on one node. All pods of lower priority go, and as many as possible come back.
 * Pods whose eviction a budget forbids come back first, and in each group the most important pod
 * first.
 *
 * <p>Source: {@code SelectVictimsOnNode} in {@code
 * pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go}.
 */
final class PreemptionDryRun {
  private static final Hopeless NO_VICTIMS =
      new Hopeless(
          Rejection.unresolvable(
              "DefaultPreemption", "No preemption victims found for incoming pod"));

  private final Instant now;
  private NodeInfo node;
  private FilterChain chain;

  private PreemptionDryRun(NodeInfo node, Diagnosis diagnosis) {
    this.node = node;
    this.chain = diagnosis.chain();
    this.now = diagnosis.snapshot().cluster().asOf();
  }

  /** The outcome of a dry run. */
  sealed interface Outcome {}

  /**
   * The pod would fit without some other pods.
   *
   * @param pods the pods, the most important first
   * @param violations how many of them their budgets don't allow to be evicted
   */
  record Victims(List<PodInfo> pods, int violations) implements Outcome {}

  /** The pod wouldn't fit even without the other pods. */
  record Hopeless(Rejection rejection) implements Outcome {}

  static Outcome on(NodeInfo node, Diagnosis diagnosis, DisruptionBudgets budgets) {
    int priority = diagnosis.pod().priority();
    if (node.lowestPriority() >= priority) {
      return NO_VICTIMS;
    }
    List<PodInfo> potential = new ArrayList<>();
    for (PodInfo pod : node.pods()) {
      if (pod.priority() < priority) {
        potential.add(pod);
      }
    }
    return new PreemptionDryRun(node, diagnosis).run(potential, budgets);
  }

  private Outcome run(List<PodInfo> potential, DisruptionBudgets budgets) {
    potential.forEach(this::remove);
    Status status = chain.filter(node);
    if (status instanceof Rejection rejection) {
      return new Hopeless(rejection);
    }
    PodImportance.sort(potential, now);
    List<PodInfo> violating = budgets.violating(potential);
    List<PodInfo> victims = new ArrayList<>(reprieve(violating));
    int violations = victims.size();
    if (!violating.isEmpty()) {
      potential.removeAll(violating);
    }
    victims.addAll(reprieve(potential));
    if (!violating.isEmpty() && !potential.isEmpty()) {
      PodImportance.sort(victims, now);
    }
    return new Victims(victims, violations);
  }

  /** Returns the pods that can't come back. */
  private List<PodInfo> reprieve(List<PodInfo> pods) {
    List<PodInfo> victims = new ArrayList<>();
    for (PodInfo pod : pods) {
      add(pod);
      if (!chain.filter(node).isSuccess()) {
        remove(pod);
        victims.add(pod);
      }
    }
    return victims;
  }

  private void remove(PodInfo pod) {
    node = node.without(pod.pod());
    chain = chain.without(pod, node);
  }

  private void add(PodInfo pod) {
    node = node.with(pod);
    chain = chain.with(pod, node);
  }
}
