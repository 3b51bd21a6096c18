package dev.plimsoll.server.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** How many of something callers have at a time, each no more than some. */
final class Seats {
  private final int most;
  private final ConcurrentMap<String, Integer> taken = new ConcurrentHashMap<>();

  Seats(int most) {
    this.most = most;
  }

  /** Takes one for a caller, and returns whether there was one. */
  boolean take(String caller) {
    if (taken.merge(caller, 1, Integer::sum) <= most) {
      return true;
    }
    giveBack(caller);
    return false;
  }

  /** Gives back what a caller has taken. */
  void giveBack(String caller) {
    taken.merge(caller, -1, Integer::sum);
    boolean unused = taken.remove(caller, 0);
  }

  /** Returns whether a caller has more than half of what it may have. */
  boolean areCrowded() {
    return taken.values().stream().anyMatch(n -> n > most / 2);
  }

  /** Returns how many callers have any. */
  int callers() {
    return taken.size();
  }
}
