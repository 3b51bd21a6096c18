package dev.plimsoll.advisor.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.ApiOutage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Logs what is new; a lasting state is logged once. */
final class DecisionLog {
  private static final System.Logger LOG = System.getLogger(DecisionLog.class.getName());

  @GuardedBy("this")
  private String blocked = "";

  @GuardedBy("this")
  private Set<String> notes = Set.of();

  @GuardedBy("this")
  private Set<String> current = new HashSet<>();

  @GuardedBy("this")
  private Set<WriteOutcome> failed = Set.of();

  @GuardedBy("this")
  private Set<WriteOutcome> failures = new HashSet<>();

  /**
   * Nothing is decided, for a reason; an empty one ends that. Only the first reason is logged:
   * after a restart of the API server, each watch is another reason for a moment.
   */
  synchronized void blocked(String reason) {
    if (reason.isEmpty() != blocked.isEmpty() && (reason.isEmpty() || !ApiOutage.isAnyOn())) {
      blocked = reason;
      if (reason.isEmpty()) {
        LOG.log(System.Logger.Level.INFO, "deciding again");
      } else {
        LOG.log(System.Logger.Level.WARNING, "not deciding: {0}", reason);
      }
    }
  }

  /** Something worth knowing about the decision that is being made. */
  synchronized void note(String sentence) {
    current.add(sentence);
    if (!notes.contains(sentence)) {
      LOG.log(System.Logger.Level.INFO, "note: {0}", sentence);
    }
  }

  /** A policy's decision was carried out. */
  synchronized void decided(String policy, List<WriteOutcome> writeOutcomes) {
    for (WriteOutcome outcome : writeOutcomes) {
      if (outcome.failed()) {
        failures.add(outcome);
        if (!failed.contains(outcome)) {
          LOG.log(System.Logger.Level.WARNING, "{0}", outcome);
        }
      } else if (outcome.result() == Result.DONE && outcome.object().startsWith("quota ")) {
        LOG.log(System.Logger.Level.INFO, "policy {0}: {1}", policy, outcome);
      }
    }
  }

  /** All policies were decided; what was logged before this round may be logged again. */
  synchronized void ended() {
    notes = Set.copyOf(current);
    current = new HashSet<>();
    failed = Set.copyOf(failures);
    failures = new HashSet<>();
  }
}
