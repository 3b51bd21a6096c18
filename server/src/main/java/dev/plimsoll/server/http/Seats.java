package dev.plimsoll.server.http;

import java.util.HashMap;
import java.util.Map;

/** The seats that callers have taken: no caller takes too many, and all callers together don't. */
final class Seats {
  /** The answer to a request for a seat. */
  enum Asked {
    TAKEN,
    CALLER_HAS_TOO_MANY,
    ALL_ARE_TAKEN
  }

  private final int mostOfOne;
  private final int mostOfAll;
  private final Map<String, Integer> taken = new HashMap<>();
  private int sum;

  Seats(int mostOfOne, int mostOfAll) {
    this.mostOfOne = mostOfOne;
    this.mostOfAll = mostOfAll;
  }

  /** Takes one seat for a caller, if the caller may have it. */
  synchronized Asked take(String caller) {
    if (taken.getOrDefault(caller, 0) >= mostOfOne) {
      return Asked.CALLER_HAS_TOO_MANY;
    }
    if (sum >= mostOfAll) {
      return Asked.ALL_ARE_TAKEN;
    }
    taken.merge(caller, 1, Integer::sum);
    sum++;
    return Asked.TAKEN;
  }

  /** Gives back one seat that a caller has taken. */
  synchronized void giveBack(String caller) {
    taken.computeIfPresent(caller, (c, n) -> n > 1 ? n - 1 : null);
    sum--;
  }

  /** Returns whether no seat is left. */
  synchronized boolean areAllTaken() {
    return sum >= mostOfAll;
  }

  /** Returns whether a caller has more than half of the seats that one caller may have. */
  synchronized boolean areCrowded() {
    return taken.values().stream().anyMatch(n -> n > mostOfOne / 2);
  }

  /** Returns how many callers have a seat. */
  synchronized int callers() {
    return taken.size();
  }
}
