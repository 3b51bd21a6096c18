package dev.plimsoll.kube.live;

/**
 * A cluster that can't be reached, or that lets nobody in with these credentials. The message is
 * one sentence for the user: which cluster, why, and what to do.
 */
public final class UnreachableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes the exception with the sentence. */
  public UnreachableException(String sentence) {
    super(sentence);
  }
}
