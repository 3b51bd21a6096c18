package dev.plimsoll.advisor.live;

import dev.plimsoll.advisor.live.Outcome.Result;
import dev.plimsoll.kube.live.StatusException;

/** Puts into words why the server didn't take a change. */
final class Failing {
  private Failing() {}

  static Outcome outcome(String object, String verb, StatusException e) {
    String said = e.getMessage() == null || e.getMessage().isEmpty() ? "" : ": " + e.getMessage();
    return switch (e.code()) {
      case StatusException.FORBIDDEN ->
          new Outcome(object, Result.FORBIDDEN, "you may not " + verb + " it" + said);
      case StatusException.CONFLICT ->
          new Outcome(
              object,
              Result.CONFLICT,
              "somebody else changed it meanwhile; it is as they left it" + said);
      default -> new Outcome(object, Result.REFUSED, "the API server answered " + e.code() + said);
    };
  }
}
