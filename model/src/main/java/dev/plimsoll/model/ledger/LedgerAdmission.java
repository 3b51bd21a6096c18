package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.QuotaAccount;
import dev.plimsoll.kubernetes.quota.QuotaOutcome;
import dev.plimsoll.kubernetes.quota.ResourceQuotaAdmission;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
   * Decides on a request. A reservation of an earlier call for the same request counts once.
   *
   * @param cluster what the evaluators of quota look up; its quotas are not asked
   * @param ledgers the ledgers of the request's namespace, by what tells them apart: quotas of one
   *     namespace and quotas of several may have one name
   * @param expirationTime until when what it adds is reserved
   */
  public static LedgerDecision decide(
      Cluster cluster,
      AdmissionRequest request,
      SortedMap<String, Ledger> ledgers,
      Instant expirationTime) {
    ReservedBy reservedBy = ReservedBy.of(request);
    Reservation.Key key = new Reservation.Key(reservedBy.uid(), since(request));
    List<ResourceQuota> quotas =
        ledgers.values().stream().map(l -> l.asQuota(reservedBy.namespace(), key)).toList();
    QuotaOutcome outcome = RULE.check(cluster, request, quotas);
    if (outcome instanceof QuotaOutcome.Denied denied) {
      return new LedgerDecision.Denied(denied.possible());
    }
    Map<String, Reservation> reservations = new LinkedHashMap<>();
    Iterator<String> names = ledgers.keySet().iterator();
    for (QuotaAccount account : outcome.accounts()) {
      String name = names.next();
      if (!account.requested().isEmpty()) {
        reservations.put(
            name, new Reservation(reservedBy, key.since(), account.requested(), expirationTime));
      }
    }
    return new LedgerDecision.Admitted(reservations);
  }

  /**
   * Returns whether a quota counts what a request adds, regardless of its usage. Otherwise the
   * usage needn't be known.
   */
  public static boolean concerns(Cluster cluster, AdmissionRequest request, EnforcedQuota quota) {
    SortedMap<String, Ledger> unused = new TreeMap<>();
    unused.put("", quota.ledger().unused(request.object().namespace()));
    return !(decide(cluster, request, unused, Instant.EPOCH) instanceof LedgerDecision.Admitted a)
        || !a.reservations().isEmpty();
  }

  private static String since(AdmissionRequest request) {
    return request.old().map(old -> old.metadata().resourceVersion()).orElse("");
  }
}
