package dev.plimsoll.model.explain;

/** The verdict on a pod, in one word; of a workload's pods the first that applies. */
public enum PodVerdict {
  /** The API server would find it invalid. */
  Invalid("is invalid and can't be created", false),
  /** A limit range denies it. */
  DeniedByLimitRange("is denied by a limit range", false),
  /** A quota denies it. */
  DeniedByQuota("is denied by a quota", false),
  /** A plug-in, policy or webhook denies it, by its rules or as the cluster recorded. */
  Denied("is denied", false),
  /** It exists, and no node takes it. */
  Unschedulable("finds no node", false),
  /** It exists or may, nodes would take it, and the extender holds it by a capacity policy. */
  Held("is held", false),
  /** It names its node itself, and the kubelet there would reject it. */
  RejectedByKubelet("would be rejected by the kubelet of its node", false),
  /** It has a node, and its containers don't run. */
  NotRunning("has a node but doesn't run", false),
  /** The node that it has doesn't answer. */
  NodeLost("is on a node that doesn't answer", false),
  /** Its containers run, and it isn't ready. */
  NotReady("runs but isn't ready", false),
  /** It exists, and names a scheduler other than kube-scheduler. */
  OtherScheduler("waits for another scheduler", false),
  /** It exists, and waits for its scheduling gates. */
  Gated("waits for a scheduling gate", false),
  /** Its StatefulSet makes it once the pods before it are ready. */
  WaitsForPod("waits for the pod before it", false),
  /** What decides on it was not read. */
  Unknown("may or may not run", false),
  /** It exists or may, and pods of lower priority are evicted for it. */
  Preempting("gets a node once pods of lower priority are evicted", true),
  /** It exists or may, and a node would take it. */
  Placeable("would get a node", true),
  /** It has a node. */
  Placed("has a node", true),
  /** Of a workload: it makes no pods now. */
  Inactive("makes no pods now", true),
  /** It is being deleted. */
  Terminating("is being deleted", true),
  /** It has ended well. */
  Finished("has ended", true),
  /** It has failed. */
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
