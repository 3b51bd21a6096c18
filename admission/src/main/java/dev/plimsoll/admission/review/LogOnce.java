package dev.plimsoll.admission.review;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.periodic.TokenBucket;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Logs what goes on once. Of lines that differ each time, as callers can make them, one a second is
 * logged.
 */
final class LogOnce {
  private static final int MOST_REMEMBERED = 100;

  private final System.Logger logger;
  private final TokenBucket lines;

  @GuardedBy("this")
  private final Set<String> logged = new LinkedHashSet<>();

  LogOnce(System.Logger logger, Ticker ticker) {
    this.logger = logger;
    this.lines = new TokenBucket(1, ticker);
  }

  void warn(String line) {
    if (isDue(line)) {
      logger.log(System.Logger.Level.WARNING, line);
    }
  }

  private synchronized boolean isDue(String line) {
    if (logged.contains(line) || !lines.take()) {
      return false;
    }
    logged.add(line);
    if (logged.size() > MOST_REMEMBERED) {
      logged.remove(logged.iterator().next());
    }
    return true;
  }
}
