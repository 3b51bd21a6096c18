package dev.plimsoll.kube;

/** Input that can't be used. The message is one sentence for the user: what, where, what to do. */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes the exception with the sentence. */
  public InputException(String sentence) {
    super(sentence);
  }
}
