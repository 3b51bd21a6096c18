package dev.plimsoll.kube.json;

import java.io.IOException;

/** What was read isn't JSON, or not as it has to be; the message says where. */
public final class MalformedJsonException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Makes the exception. */
  public MalformedJsonException(String message) {
    super(message);
  }
}
