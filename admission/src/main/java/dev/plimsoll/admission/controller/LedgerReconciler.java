package dev.plimsoll.admission.controller;

import dev.plimsoll.admission.ledger.LedgerObjects;
import dev.plimsoll.admission.ledger.QuotaLedger;
import dev.plimsoll.admission.ledger.StoredLedger;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.model.ledger.EnforcedQuota;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Makes the ledgers that there should be, and removes the others. */
final class LedgerReconciler {
  private final LedgerObjects objects;
  private final ControllerLog log;

  LedgerReconciler(LedgerObjects objects, ControllerLog log) {
    this.objects = objects;
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
    ResourceQuotaSpec before = ledger.ledger().spec();
    if (before.equals(quota.spec()) && ledger.ledger().name().equals(quota.origin().quota())) {
      return;
    }
    Optional<StoredLedger> counted = Optional.of(stored);
    if (!before.withHard(quota.spec().hard()).equals(quota.spec())) {
      // Requests that are under way have reserved by other scopes.
      counted = objects.clear(stored, ledger.ledger().uncounted());
    }
    if (counted.isPresent()) {
      Optional<StoredLedger> unused = objects.update(counted.get(), quota);
    }
  }
}
