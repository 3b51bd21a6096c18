package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Optional;

/**
 * A resize of a running pod that the API server has admitted, and that the pod's kubelet has not
 * allocated. The kubelet tries a deferred resize again when other pods end or shrink. It tries an
 * infeasible resize again only after the pod has changed.
 *
 * <p>Source: {@code retryPendingResizes} in {@code pkg/kubelet/allocation/allocation_manager.go}.
 *
 * @param condition the condition {@code PodResizePending}, with the kubelet's reason and message
 * @param desired what the pod requests now
 * @param allocated what its kubelet has allocated to it
 */
public record PendingResize(Condition condition, Resources desired, Resources allocated) {
  static final String INFEASIBLE = "Infeasible";
  static final String CONDITION = "PodResizePending";

  /** Returns the resize that a pod on a node waits for, if it waits for one. */
  public static Optional<PendingResize> of(Pod pod) {
    return condition(pod)
        .filter(c -> pod.isBound() && !pod.isTerminal())
        .map(
            c ->
                new PendingResize(
                    c,
                    PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING),
                    allocated(pod)));
  }

  /** Returns the requests of a pod on a node as its kubelet has allocated them. */
  public static Resources allocated(Pod pod) {
    return PodResources.requests(
        condition(pod).map(c -> asInfeasible(pod, c)).orElse(pod),
        PodResourcesOptions.SCHEDULER_PLACED);
  }

  /** Returns whether the kubelet tries it again only after the pod has changed. */
  public boolean isInfeasible() {
    return condition.reason().equals(INFEASIBLE);
  }

  private static Optional<Condition> condition(Pod pod) {
    return pod.status().condition(CONDITION).filter(c -> c.status().equals("True"));
  }

  /** An infeasible resize counts as not asked for. */
  private static Pod asInfeasible(Pod pod, Condition pending) {
    PodStatus status = pod.status();
    Condition infeasible =
        new Condition(CONDITION, "True", INFEASIBLE, "", pending.lastTransitionTime());
    return pod.withStatus(
        status.withConditions(
            status.conditions().stream().map(c -> c.equals(pending) ? infeasible : c).toList()));
  }
}
