package dev.plimsoll.server.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Digests of tokens that something was said of lately: a bounded number, the latest. */
final class RecentTokens {
  static final int MAX_ENTRIES = 1000;

  private final long ttl;
  private final Ticker ticker;

  /** When each was added, in nanoseconds; the oldest first, since all are kept equally long. */
  @GuardedBy("this")
  private final Map<String, Long> added = new LinkedHashMap<>();

  RecentTokens(Duration ttl, Ticker ticker) {
    this.ttl = ttl.toNanos();
    this.ticker = ticker;
  }

  synchronized void add(String digest) {
    added.remove(digest);
    added.put(digest, ticker.read());
    if (added.size() > MAX_ENTRIES) {
      added.remove(added.keySet().iterator().next());
    }
  }

  synchronized boolean contains(String digest) {
    long now = ticker.read();
    added.values().removeIf(at -> now - at >= ttl);
    return added.containsKey(digest);
  }
}
