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

  /** At creation. */
  public enum AdmissionMode {
    /** Nothing happens. */
    OFF,
    /** The pod's creator gets a warning. */
    WARN,
    /** It is denied. */
    DENY
  }

  /** When a node is looked for. */
  public enum PlacementMode {
    /** Nothing happens. */
    OFF,
    /** The pod is reported and counted. */
    REPORT,
    /** The pod waits in kube-scheduler's queue, because the extender rejects its nodes. */
    HOLD,
    /** It is created with a scheduling gate, which is removed when it may be placed. */
    GATE
  }

  /** Whether a tenant may go beyond its share. */
  public enum BorrowingMode {
    /** Never. */
    NEVER,
    /**
     * As far as the others leave theirs idle, which is not what their own pods are waiting for;
     * what was borrowed comes back as pods end.
     */
    IDLE,
    /** Likewise, and where the scheduler preempts, those go first who have borrowed. */
    RECLAIM
  }
}
