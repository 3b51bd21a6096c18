package dev.plimsoll.extender.scheduler;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Pods that were asked about and that no watch has shown. One that was just created is shown within
 * a moment; one that isn't doesn't exist. So each is assumed once, for some seconds, and only a
 * bounded number at a time. For one thread at a time.
 */
final class UnknownPods {
  static final Duration TTL = Duration.ofSeconds(5);
  static final int MOST = 1000;

  /** Until when each is assumed, in nanoseconds, the longest known first. */
  private final Map<String, Long> expiries = new LinkedHashMap<>();

  private long count;

  /** Returns until when the pod is assumed; absent if it isn't, any more. */
  OptionalLong expiry(String uid, long now) {
    Long known = expiries.get(uid);
    if (known != null) {
      return known - now > 0 ? OptionalLong.of(known) : OptionalLong.empty();
    }
    count++;
    if (expiries.size() == MOST && !dropExpired(now)) {
      return OptionalLong.empty();
    }
    long expiry = now + TTL.toNanos();
    expiries.put(uid, expiry);
    return OptionalLong.of(expiry);
  }

  /** Drops the one that was known first, if it has expired. */
  private boolean dropExpired(long now) {
    Map.Entry<String, Long> first = expiries.entrySet().iterator().next();
    boolean isExpired = first.getValue() - now <= 0;
    if (isExpired) {
      expiries.remove(first.getKey());
    }
    return isExpired;
  }

  /** Returns whether it was one, now that a watch has shown it. */
  boolean remove(String uid) {
    return expiries.remove(uid) != null;
  }

  /** Returns how many there have been. */
  long count() {
    return count;
  }
}
