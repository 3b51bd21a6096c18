package dev.plimsoll.kubernetes.placement.framework;

import java.util.List;

/**
 * Why a pod can't go to a node, or to any.
 *
 * <p>Instances are shared between nodes.
 *
 * @param plugin who says so, under Kubernetes' name
 * @param code whether removing other pods could help
 * @param reasons the reasons as kube-scheduler words them
 */
public record Rejection(String plugin, Code code, List<String> reasons) implements Status {

  /** Whether removing other pods could help. */
  public enum Code {
    /** Removing pods could help, so preemption looks at the node. */
    UNSCHEDULABLE,
    /** Removing pods couldn't help. */
    UNSCHEDULABLE_AND_UNRESOLVABLE,
    /** The plug-in fails, and the scheduler gives the pod up regardless of other nodes. */
    ERROR
  }

  public Rejection {
    reasons = List.copyOf(reasons);
  }

  /** Returns a rejection that preemption may resolve. */
  public static Rejection unschedulable(String plugin, String reason) {
    return new Rejection(plugin, Code.UNSCHEDULABLE, List.of(reason));
  }

  /** Returns a rejection that preemption can't resolve. */
  public static Rejection unresolvable(String plugin, String reason) {
    return new Rejection(plugin, Code.UNSCHEDULABLE_AND_UNRESOLVABLE, List.of(reason));
  }

  /** Returns the rejection of a plug-in that fails. */
  public static Rejection error(String plugin, String error) {
    return new Rejection(plugin, Code.ERROR, List.of(error));
  }

  /** Returns the reasons as one text. */
  public String message() {
    return String.join(", ", reasons);
  }
}
