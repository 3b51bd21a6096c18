package dev.plimsoll.extender.scheduler;

/**
 * How kube-scheduler is brought to look again at a pod that its own plug-ins rejected. Of such a
 * pod it ignores most changes, but a nomination that ends counts for it like a pod that leaves a
 * node, which is worth a look for pods of the same and of lower priority ({@code
 * pkg/scheduler/eventhandlers.go}, updatePodInSchedulingQueue; {@code
 * pkg/scheduler/framework/plugins/noderesources/fit.go}, isSchedulableAfterPodEvent). So the pod is
 * nominated for a node that there isn't, where nobody else is kept off, and that is cleared as soon
 * as a watch shows it.
 */
public final class RequeueNomination {
  /** The node that there isn't. */
  public static final String NODE = "requeue.plimsoll.dev";

  private RequeueNomination() {}
}
