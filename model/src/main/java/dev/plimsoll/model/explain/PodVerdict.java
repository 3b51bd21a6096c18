package dev.plimsoll.model.explain;

/** The verdict on a pod, in one word; of a workload's pods the first that applies. */
public enum PodVerdict {
  /** The API server would find it invalid. */
  Invalid("is invalid and can't be created"),
  /** A limit range denies it. */
  DeniedByLimitRange("is denied by a limit range"),
  /** A quota denies it. */
  DeniedByQuota("is denied by a quota"),
  /** It exists, and no node takes it. */
  Unschedulable("finds no node"),
  /** It exists, and waits for its scheduling gates. */
  Gated("waits for a scheduling gate"),
  /** It exists or may, and pods of lower priority are evicted for it. */
  Preempting("gets a node once pods of lower priority are evicted"),
  /** It exists or may, and a node would take it. */
  Placeable("would get a node"),
  /** It has a node. */
  Placed("has a node"),
  /** It has ended. */
  Finished("has ended");

  private final String meaning;

  PodVerdict(String meaning) {
    this.meaning = meaning;
  }

  /** Returns what it means, as the rest of a sentence that starts with the pod. */
  public String meaning() {
    return meaning;
  }

  /** Returns whether the pod runs, has run or will without anybody's help. */
  public boolean isFine() {
    return compareTo(Preempting) >= 0;
  }
}
