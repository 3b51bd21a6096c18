package dev.plimsoll.advisor.live;

import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.StatusException;

/** Error messages for writes that the API server rejected. */
final class WriteErrors {
  /** Someone else was faster. */
  static final String CHANGED = "conflict: changed by someone else; left unchanged";

  /** An object goes with its namespace. */
  static final String NAMESPACE_GONE = "its namespace is being deleted";

  private WriteErrors() {}

  /** Returns whether the API server may well accept the write a little later. */
  static boolean isTemporary(StatusException e) {
    return e.code() >= 500 || e.code() == 429;
  }

  static WriteOutcome outcome(String object, String verb, StatusException e) {
    return new WriteOutcome(object, result(e), message(verb, e));
  }

  static Result result(StatusException e) {
    if (e.isNamespaceGone()) {
      return Result.UNCHANGED;
    }
    return switch (e.code()) {
      case StatusException.FORBIDDEN -> Result.FORBIDDEN;
      case StatusException.CONFLICT -> Result.CONFLICT;
      default -> Result.ERROR;
    };
  }

  static String message(String verb, StatusException e) {
    if (e.isNamespaceGone()) {
      return NAMESPACE_GONE;
    }
    String said = e.getMessage() == null || e.getMessage().isEmpty() ? "" : ": " + e.getMessage();
    return switch (e.code()) {
      case StatusException.FORBIDDEN -> "forbidden to " + verb + " it" + said;
      case StatusException.CONFLICT -> CHANGED + said;
      default -> "the API server answered " + e.code() + said;
    };
  }
}
