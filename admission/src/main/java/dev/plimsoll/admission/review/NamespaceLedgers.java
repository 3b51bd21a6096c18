package dev.plimsoll.admission.review;

import dev.plimsoll.model.ledger.EnforcedQuota;
import java.util.Optional;
import java.util.SortedSet;

/** Which ledgers requests are decided by. */
@FunctionalInterface
public interface NamespaceLedgers {

  /**
   * Returns the names of the ledgers that count objects of a namespace; empty if there are none.
   */
  SortedSet<String> of(String namespace);

  /** Returns whether a namespace is labelled so that nothing is denied there. */
  default boolean isAudited(String namespace) {
    return false;
  }

  /** Returns the quota of a ledger; empty if the quota is gone. */
  default Optional<EnforcedQuota> quota(String ledger) {
    return Optional.empty();
  }
}
