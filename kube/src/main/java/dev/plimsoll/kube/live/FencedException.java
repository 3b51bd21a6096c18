package dev.plimsoll.kube.live;

/** A write that isn't made since this process may not write any more. */
public final class FencedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes the exception with a sentence. */
  public FencedException(String sentence) {
    super(sentence);
  }
}
