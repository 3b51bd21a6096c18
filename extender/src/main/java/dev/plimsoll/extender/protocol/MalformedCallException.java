package dev.plimsoll.extender.protocol;

/** The request body isn't what kube-scheduler sends. The message is one sentence. */
public final class MalformedCallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String sentence;

  /** Makes the exception with the sentence, in which what is quoted can't begin another line. */
  public MalformedCallException(String sentence) {
    super(inOneLine(sentence));
    this.sentence = inOneLine(sentence);
  }

  private static String inOneLine(String sentence) {
    return sentence.replaceAll("\\p{Cntrl}", " ");
  }

  /** Returns the sentence. */
  public String sentence() {
    return sentence;
  }
}
