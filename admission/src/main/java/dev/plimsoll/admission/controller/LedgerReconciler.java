package dev.plimsoll.admission.controller;

import dev.plimsoll.admission.ledger.LedgerObjects;
import dev.plimsoll.admission.ledger.QuotaLedger;
import dev.plimsoll.admission.ledger.StoredLedger;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.ledger.EnforcedQuota;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Makes the ledgers that there should be, and removes the others. */
final class LedgerReconciler {
  private final LedgerObjects objects;
  private final LedgersAhead limitsAhead;
  private final ControllerLog log;

  /** Whether an API server has dropped the version of the limits, as an older definition does. */
  private boolean isVersionDropped;

  /**
   * Creates a reconciler.
   *
   * @param limitsAhead since when the limits of ledgers are newer than those of quotas
   */
  LedgerReconciler(LedgerObjects objects, LedgersAhead limitsAhead, ControllerLog log) {
    this.objects = objects;
    this.limitsAhead = limitsAhead;
    this.log = log;
  }

  /**
   * Makes them so.
   *
   * @param stored those that there are
   * @param planned the quotas that should have one, by the names of the ledgers
   * @throws StatusException if the server doesn't store one
   */
  void reconcile(List<StoredLedger> stored, SortedMap<String, EnforcedQuota> planned)
      throws StatusException {
    limitsAhead.retain(planned.keySet());
    Map<String, StoredLedger> byName = new HashMap<>();
    stored.forEach(s -> byName.put(s.name(), s));
    for (Map.Entry<String, EnforcedQuota> each : planned.entrySet()) {
      Optional<StoredLedger> there = Optional.ofNullable(byName.get(each.getKey()));
      if (there.isEmpty()) {
        create(each.getValue());
      } else {
        correct(there.get(), each.getValue());
      }
    }
    for (StoredLedger each : stored) {
      if (!planned.containsKey(each.name())) {
        objects.delete(each);
      }
    }
  }

  private void create(EnforcedQuota quota) throws StatusException {
    try {
      objects.create(quota);
    } catch (StatusException e) {
      if (e.code() != StatusException.CONFLICT) {
        throw e;
      }
    }
  }

  private void correct(StoredLedger stored, EnforcedQuota quota) throws StatusException {
    if (stored.ledger().isEmpty()) {
      log.repaired(stored.name(), stored.problem());
      Optional<StoredLedger> respecified = objects.update(stored, quota);
      if (respecified.isPresent()) {
        Optional<StoredLedger> unused = objects.clear(respecified.get(), quota.ledger());
      }
      return;
    }
    QuotaLedger ledger = stored.ledger().get();
    boolean isAhead = ledger.isAheadOf(quota);
    boolean isWrong = limitsAhead.isTooLong(stored.name(), isAhead);
    if (isCurrent(ledger, quota) || (isAhead && !isWrong)) {
      return;
    }
    Optional<StoredLedger> counted = Optional.of(stored);
    if (!quota.spec().withHard(ledger.ledger().spec().hard()).equals(ledger.ledger().spec())) {
      // Requests that are under way have reserved by other scopes.
      counted = objects.clear(stored, ledger.ledger().uncounted());
    }
    if (counted.isPresent()) {
      Optional<QuotaLedger> updated =
          objects.update(counted.get(), quota).flatMap(StoredLedger::ledger);
      isVersionDropped =
          updated.filter(u -> !u.limitsVersion().equals(quota.limitsVersion())).isPresent();
    }
  }

  /** Returns whether a ledger has the limits of its quota, and knows from which version. */
  private boolean isCurrent(QuotaLedger ledger, EnforcedQuota quota) {
    boolean isUnversioned = ledger.limitsVersion().isEmpty() && !quota.limitsVersion().isEmpty();
    return ledger.ledger().spec().equals(quota.spec())
        && ledger.ledger().name().equals(quota.origin().quota())
        && (!isUnversioned || isVersionDropped);
  }
}
