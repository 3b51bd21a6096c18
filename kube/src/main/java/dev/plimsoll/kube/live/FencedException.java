package dev.plimsoll.kube.live;

/** A write that is not made, because this process no longer holds the lease. */
public final class FencedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes the exception with a sentence. */
  public FencedException(String sentence) {
    super(sentence);
  }
}
