package dev.plimsoll.kube.report;

import dev.plimsoll.model.gap.Unexamined;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Logs what could not be looked at since a rule failed on it, with the stack trace, each once. Safe
 * for use by several threads.
 */
public final class DefectLog {
  /** The most defects remembered; a forgotten one is logged again. */
  static final int MOST = 1000;

  private final System.Logger log;
  private final Set<String> logged = new LinkedHashSet<>();

  /** Creates a defect log that writes to a log. */
  public DefectLog(System.Logger log) {
    this.log = log;
  }

  /** Logs what wasn't logged yet. */
  public synchronized void log(List<Unexamined> unexamined) {
    for (Unexamined each : unexamined) {
      if (logged.add(each.message())) {
        log.log(System.Logger.Level.ERROR, "not examined: " + each.question(), each.failure());
      }
      if (logged.size() > MOST) {
        logged.remove(logged.iterator().next());
      }
    }
  }
}
