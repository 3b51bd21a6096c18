package dev.plimsoll.model.explain;

/** The verdict on a pod, in one word; of a workload's pods the first that applies. */
public enum PodVerdict {
  /** The API server would find the pod invalid. */
  Invalid("is invalid and can't be created", false),
  /** A limit range denies the pod. */
  DeniedByLimitRange("is denied by a limit range", false),
  /** A quota denies the pod. */
  DeniedByQuota("is denied by a quota", false),
  /** A plug-in, policy or webhook denies the pod, by its rules or as the cluster recorded. */
  Denied("is denied", false),
  /** The pod exists, and no node takes it. */
  Unschedulable("finds no node", false),
  /**
   * The pod exists or may exist, nodes would take it, and the extender holds it by a capacity
   * policy.
   */
  Held("is held", false),
  /** The pod names its node itself, and the kubelet there would reject it. */
  RejectedByKubelet("would be rejected by the kubelet of its node", false),
  /** The pod has a node, and its containers don't run. */
  NotRunning("has a node but doesn't run", false),
  /** The pod's node doesn't answer. */
  NodeLost("is on a node that doesn't answer", false),
  /** The pod's containers run, and the pod isn't ready. */
  NotReady("runs but isn't ready", false),
  /** The pod's containers run with the resources that they had before a resize. */
  ResizePending("runs, and its resize is pending", false),
  /** The pod exists, and names a scheduler other than kube-scheduler. */
  OtherScheduler("waits for another scheduler", false),
  /** The pod exists, and waits for its scheduling gates. */
  Gated("waits for a scheduling gate", false),
  /** The pod's StatefulSet creates it once the pods before it are ready. */
  WaitsForPod("waits for the pod before it", false),
  /** Data that the decision on the pod needs was not read. */
  Unknown("may or may not run", false),
  /** The pod exists or may exist, and pods of lower priority are evicted for it. */
  Preempting("gets a node once pods of lower priority are evicted", true),
  /** The pod exists or may exist, and a node would take it. */
  Placeable("would get a node", true),
  /** The pod has a node. */
  Placed("has a node", true),
  /** The workload creates no pods now. */
  Inactive("makes no pods now", true),
  /** The pod is being deleted. */
  Terminating("is being deleted", true),
  /** The pod has succeeded. */
  Finished("has ended", true),
  /** The pod has failed. */
  Failed("has failed", false);

  private final String meaning;
  private final boolean fine;

  PodVerdict(String meaning, boolean fine) {
    this.meaning = meaning;
    this.fine = fine;
  }

  /** Returns the meaning as the rest of a sentence that starts with the pod. */
  public String meaning() {
    return meaning;
  }

  /** Returns whether the pod runs, has run or will without anybody's help. */
  public boolean isFine() {
    return fine;
  }
}
