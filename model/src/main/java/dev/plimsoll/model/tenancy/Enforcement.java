package dev.plimsoll.model.tenancy;

/**
 * What happens to a pod that would take its tenant beyond its share.
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
    /** Whoever creates it is warned. */
    WARN,
    /** It is denied. */
    DENY
  }

  /** When a node is looked for. */
  public enum PlacementMode {
    /** Nothing happens. */
    OFF,
    /** It is said and counted. */
    REPORT,
    /** It waits in the queue of kube-scheduler, which is told so by the extender. */
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
