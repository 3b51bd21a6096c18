package dev.plimsoll.extender.protocol;

/** The request body isn't what kube-scheduler sends. The message is one sentence. */
public final class MalformedCallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String sentence;

  /** Makes the exception with the sentence. */
  public MalformedCallException(String sentence) {
    super(sentence);
    this.sentence = sentence;
  }

  /** Returns the sentence. */
  public String sentence() {
    return sentence;
  }
}
