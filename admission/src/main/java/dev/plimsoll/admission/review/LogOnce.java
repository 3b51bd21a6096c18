package dev.plimsoll.admission.review;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.LimitedLog;
import dev.plimsoll.kube.periodic.Ticker;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Logs a repeated line once. Callers can cause lines that differ each time: of these, one in ten
 * seconds is logged, with the number of lines left out.
 */
final class LogOnce {
  private static final int MOST_REMEMBERED = 100;

  private final LimitedLog lines;

  @GuardedBy("this")
  private final Set<String> logged = new LinkedHashSet<>();

  LogOnce(System.Logger logger, Ticker ticker) {
    this.lines = new LimitedLog(logger, ticker);
  }

  synchronized void warn(String line) {
    if (!logged.contains(line) && lines.warn(line)) {
      logged.add(line);
      if (logged.size() > MOST_REMEMBERED) {
        logged.remove(logged.iterator().next());
      }
    }
  }

  void defect(String what, Throwable defect) {
    lines.defect(what, defect);
  }
}
