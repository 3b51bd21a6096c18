package dev.plimsoll.extender.journal;

import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.QuotaCheck;
import dev.plimsoll.extender.accounting.ShareCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One decision.
 *
 * @param number its number since the service was started, from 1
 * @param time when the answer was ready
 * @param verb kube-scheduler's verb
 * @param decision what was decided, in the word that the metrics have for it
 * @param decided about whom
 * @param took how long that took
 * @param dataAge for how long the API server had sent nothing of some kind; empty if not known
 * @param grounds what the answer depends on beside the checks
 */
public record JournalEntry(
    long number,
    Instant time,
    String verb,
    String decision,
    Decided decided,
    Duration took,
    Optional<Duration> dataAge,
    Grounds grounds) {
  private static final long OBJECTS = 400;
  private static final long CHECK = 150;
  private static final long AMOUNT = 100;

  /** Returns about how many bytes of memory it takes. */
  long bytes() {
    int names = decided.namespace().length() + decided.pod().length() + decided.uid().length();
    return OBJECTS
        + names
        + grounds.bytes()
        + decided.held().length()
        + decided.checks().stream().mapToLong(JournalEntry::bytes).sum();
  }

  private static long bytes(HoldCheck check) {
    if (check instanceof QuotaCheck quota) {
      return CHECK + AMOUNT * (quota.requested().size() + quota.used().size());
    }
    return check instanceof ShareCheck share ? CHECK + AMOUNT * 4 * share.amounts().size() : CHECK;
  }
}
