package dev.plimsoll.kube;

import java.util.List;

/** Input that can't be used. Each sentence is for the user: what, where, what to do. */
public class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String[] sentences;

  /** Makes the exception with the one sentence. */
  public InputException(String sentence) {
    this(List.of(sentence));
  }

  /** Makes the exception with a sentence for each mistake; the message has a line for each. */
  public InputException(List<String> sentences) {
    super(String.join("\n", sentences));
    this.sentences = sentences.toArray(String[]::new);
  }

  /** Returns the sentences, one at least. */
  public List<String> sentences() {
    return List.of(sentences);
  }
}
