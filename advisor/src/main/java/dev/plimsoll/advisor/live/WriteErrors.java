package dev.plimsoll.advisor.live;

import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.StatusException;

/** Puts into words why the server didn't take a change. */
final class WriteErrors {
  private WriteErrors() {}

  static WriteOutcome outcome(String object, String verb, StatusException e) {
    String said = e.getMessage() == null || e.getMessage().isEmpty() ? "" : ": " + e.getMessage();
    return switch (e.code()) {
      case StatusException.FORBIDDEN ->
          new WriteOutcome(object, Result.FORBIDDEN, "you may not " + verb + " it" + said);
      case StatusException.CONFLICT ->
          new WriteOutcome(
              object,
              Result.CONFLICT,
              "somebody else changed it meanwhile; it is as they left it" + said);
      default ->
          new WriteOutcome(object, Result.ERROR, "the API server answered " + e.code() + said);
    };
  }
}
