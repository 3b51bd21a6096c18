package dev.plimsoll.model.placement.plugins;

import dev.plimsoll.model.placement.framework.Diagnosis;
import dev.plimsoll.model.placement.framework.FilterChain;
import dev.plimsoll.model.placement.framework.Rejection;
import dev.plimsoll.model.placement.framework.Status;
import dev.plimsoll.model.placement.snapshot.NodeInfo;
import dev.plimsoll.model.placement.snapshot.PodInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Tries preemption on one node: all pods of lower priority go, and as many as possible come back,
 * the most important first.
 *
 * <p>Source: {@code SelectVictimsOnNode} in {@code
 * pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go}.
 */
final class PreemptionDryRun {
  private static final Hopeless NO_VICTIMS =
      new Hopeless(
          Rejection.unresolvable(
              "DefaultPreemption", "No preemption victims found for incoming pod"));

  private NodeInfo node;
  private FilterChain chain;

  private PreemptionDryRun(NodeInfo node, FilterChain chain) {
    this.node = node;
    this.chain = chain;
  }

  /** What came of it. */
  sealed interface Outcome {}

  /** It would fit without these pods, the most important first. */
  record Victims(List<PodInfo> pods) implements Outcome {}

  /** It wouldn't fit. */
  record Hopeless(Rejection rejection) implements Outcome {}

  static Outcome on(NodeInfo node, Diagnosis diagnosis) {
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
    potential.sort(PreemptionCandidate.mostImportantFirst(diagnosis.snapshot().cluster().asOf()));
    return new PreemptionDryRun(node, diagnosis.chain()).run(potential);
  }

  private Outcome run(List<PodInfo> potential) {
    potential.forEach(this::remove);
    Status status = chain.filter(node);
    if (status instanceof Rejection rejection) {
      return new Hopeless(rejection);
    }
    List<PodInfo> victims = new ArrayList<>();
    for (PodInfo pod : potential) {
      add(pod);
      if (!chain.filter(node).isSuccess()) {
        remove(pod);
        victims.add(pod);
      }
    }
    return new Victims(victims);
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
