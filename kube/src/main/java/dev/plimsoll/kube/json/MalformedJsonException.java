package dev.plimsoll.kube.json;

import java.io.IOException;

/** The input isn't JSON, or not as expected; the message says where. */
public final class MalformedJsonException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Makes the exception. */
  public MalformedJsonException(String message) {
    super(message);
  }
}
