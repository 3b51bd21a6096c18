package dev.plimsoll.model.placement.dra;

/**
 * Something is wrong with a claim, a class or a device, so that kube-scheduler gives the pod up;
 * the message says what in its words.
 */
public final class AllocationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean onlyNode;

  private AllocationException(String message, boolean onlyNode) {
    super(message);
    this.onlyNode = onlyNode;
  }

  static AllocationException fatal(String message) {
    return new AllocationException(message, false);
  }

  static AllocationException onNode(String message) {
    return new AllocationException(message, true);
  }

  /** Returns whether other nodes are tried anyway. */
  public boolean isOnlyForNode() {
    return onlyNode;
  }
}
