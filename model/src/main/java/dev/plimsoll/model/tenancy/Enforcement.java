package dev.plimsoll.model.tenancy;

/**
 * The handling of a pod that would take its tenant beyond its share.
 *
 * @param admission at creation
 * @param placement when a node is looked for
 * @param borrowing whether a tenant may go beyond its share
 */
public record Enforcement(
    AdmissionMode admission, PlacementMode placement, BorrowingMode borrowing) {

  /** Nothing is enforced. */
  public static final Enforcement NONE =
      new Enforcement(AdmissionMode.OFF, PlacementMode.OFF, BorrowingMode.IDLE);

  /** The handling of a pod at its creation. */
  public enum AdmissionMode {
    /** Nothing happens. */
    OFF,
    /** The pod's creator gets a warning. */
    WARN,
    /** The pod is denied. */
    DENY
  }

  /** The handling of a pod at its placement. */
  public enum PlacementMode {
    /** Nothing happens. */
    OFF,
    /** The pod is reported and counted. */
    REPORT,
    /** The pod waits in kube-scheduler's queue, because the extender rejects its nodes. */
    HOLD,
    /** The pod is created with a scheduling gate, which is removed when the pod may be placed. */
    GATE
  }

  /** Whether a tenant may go beyond its share. */
  public enum BorrowingMode {
    /** Never. */
    NEVER,
    /**
     * The tenant may borrow what other tenants leave idle and their own pods don't wait for.
     * Borrowed capacity comes back as pods end.
     */
    IDLE,
    /** As {@link #IDLE}; if the scheduler preempts, pods of borrowers go first. */
    RECLAIM
  }
}
