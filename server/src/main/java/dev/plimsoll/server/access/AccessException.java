package dev.plimsoll.server.access;

import dev.plimsoll.server.http.Reply;

/** Somebody isn't answered what was asked. */
public final class AccessException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  /**
   * Creates an exception with its answer.
   *
   * @param status the HTTP status
   * @param sentence why
   */
  public AccessException(int status, String sentence) {
    super(sentence, null, false, false);
    this.reply = Reply.error(status, sentence);
  }

  /** Returns the answer. */
  Reply reply() {
    return reply;
  }
}
