package dev.plimsoll.kubernetes.placement.dra;

/**
 * Something is wrong with a claim, a class or a device, so that kube-scheduler gives the pod up;
 * the message says what in its words.
 */
public final class AllocationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean onlyNode;
  private final String request;

  private AllocationException(String message, boolean onlyNode, String request) {
    super(message);
    this.onlyNode = onlyNode;
    this.request = request;
  }

  static AllocationException fatal(String message) {
    return new AllocationException(message, false, "");
  }

  /** Creates an exception for a request that the message doesn't name. */
  static AllocationException ofRequest(RequestAlternative request, String message) {
    return new AllocationException(
        message, false, "request " + request.fullName() + " of claim " + request.claim().name());
  }

  static AllocationException onNode(String message) {
    return new AllocationException(message, true, "");
  }

  /** Returns the failure and its request. */
  AllocationFailure failure() {
    return new AllocationFailure(request, String.valueOf(getMessage()));
  }

  /** Returns whether other nodes are tried anyway. */
  public boolean isOnlyForNode() {
    return onlyNode;
  }
}
