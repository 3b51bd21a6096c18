package dev.plimsoll.kube.report;

import dev.plimsoll.model.gap.Unexamined;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Logs what could not be looked at since a rule failed on it, with the stack trace. What is the
 * same each time is logged once. Safe for use by several threads.
 */
public final class DefectLog {
  private final System.Logger log;
  private Set<String> logged = Set.of();

  /** Makes one that writes to a log. */
  public DefectLog(System.Logger log) {
    this.log = log;
  }

  /** Logs what wasn't there the last time. */
  public synchronized void log(List<Unexamined> unexamined) {
    for (Unexamined each : unexamined) {
      if (!logged.contains(each.message())) {
        log.log(System.Logger.Level.ERROR, "not examined: " + each.subject(), each.failure());
      }
    }
    logged = unexamined.stream().map(Unexamined::message).collect(Collectors.toUnmodifiableSet());
  }
}
