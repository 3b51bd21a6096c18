package dev.plimsoll.model.ledger;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quota.QuotaAccount;
import dev.plimsoll.model.quota.QuotaOutcome;
import dev.plimsoll.model.quota.ResourceQuotaAdmission;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Decides on requests by ledgers, with the rule of {@link ResourceQuotaAdmission}: keys, scopes,
 * what an update adds, and the texts of denials are Kubernetes'.
 */
public final class LedgerAdmission {
  private static final ResourceQuotaAdmission RULE =
      new ResourceQuotaAdmission(List.of(), UnaryOperator.identity());

  private LedgerAdmission() {}

  /**
   * Decides on a request. What was reserved for it in an earlier call counts once.
   *
   * @param cluster what the evaluators of quota look up; its quotas are not asked
   * @param ledgers the ledgers of the request's namespace
   * @param expirationTime until when what it adds is reserved
   */
  public static LedgerDecision decide(
      Cluster cluster, AdmissionRequest request, List<Ledger> ledgers, Instant expirationTime) {
    ReservedBy reservedBy = ReservedBy.of(request);
    Reservation.Key key = new Reservation.Key(reservedBy.uid(), since(request));
    List<ResourceQuota> quotas =
        ledgers.stream()
            .sorted(Comparator.comparing(Ledger::name))
            .map(l -> l.asQuota(reservedBy.namespace(), key))
            .toList();
    QuotaOutcome outcome = RULE.check(cluster, request, quotas);
    if (outcome instanceof QuotaOutcome.Denied denied) {
      return new LedgerDecision.Denied(denied.possible());
    }
    Map<String, Reservation> reservations = new LinkedHashMap<>();
    for (QuotaAccount account : outcome.accounts()) {
      if (!account.requested().isEmpty()) {
        reservations.put(
            account.quota(),
            new Reservation(reservedBy, key.since(), account.requested(), expirationTime));
      }
    }
    return new LedgerDecision.Admitted(reservations);
  }

  private static String since(AdmissionRequest request) {
    return request.old().map(old -> old.metadata().resourceVersion()).orElse("");
  }
}
