package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.QuotaAccount;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.quota.QuotaOutcome;
import dev.plimsoll.kubernetes.quota.ResourceQuotaAdmission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    return decide(cluster, request, ledgers, expirationTime, Optional.empty());
  }

  /**
   * Decides on a request whose object may be a pod of a gang. The first pod of a gang is admitted
   * only if each ledger has enough for all its missing pods.
   *
   * @param cluster what the evaluators of quota look up; its quotas are not asked
   * @param ledgers the ledgers of the request's namespace, by what tells them apart
   * @param expirationTime until when what it adds is reserved
   * @param gang the gang of the new pod, if it belongs to one
   */
  public static LedgerDecision decide(
      Cluster cluster,
      AdmissionRequest request,
      SortedMap<String, Ledger> ledgers,
      Instant expirationTime,
      Optional<GangRequest> gang) {
    ReservedBy reservedBy = ReservedBy.of(request);
    Reservation.Key key = new Reservation.Key(reservedBy.uid(), since(request));
    List<ResourceQuota> quotas =
        ledgers.values().stream()
            .map(l -> l.asQuota(reservedBy.namespace(), key, gang.map(GangRequest::key)))
            .toList();
    QuotaOutcome outcome = RULE.check(cluster, request, quotas);
    Map<String, GangQuota> gangs = new LinkedHashMap<>();
    if (gang.isPresent() && !isUnchecked(outcome)) {
      Optional<LedgerDecision> denied = charge(gang.get(), ledgers, outcome, gangs);
      if (denied.isPresent()) {
        return denied.get();
      }
    }
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
    return new LedgerDecision.Admitted(reservations, gangs);
  }

  private static boolean isUnchecked(QuotaOutcome outcome) {
    return outcome instanceof QuotaOutcome.Denied denied
        && !(denied.denial() instanceof QuotaDenial.Exceeded);
  }

  /**
   * Charges a pod as one of its gang.
   *
   * @param charged gets what the gang holds then, by ledger
   * @return the denial, if a ledger lacks something for the gang
   */
  private static Optional<LedgerDecision> charge(
      GangRequest gang,
      SortedMap<String, Ledger> ledgers,
      QuotaOutcome outcome,
      Map<String, GangQuota> charged) {
    List<GangShortage> shortages = new ArrayList<>();
    List<QuotaDenial> denials = new ArrayList<>();
    Iterator<Map.Entry<String, Ledger>> ledger = ledgers.entrySet().iterator();
    for (QuotaAccount account : outcome.accounts()) {
      Map.Entry<String, Ledger> of = ledger.next();
      Optional<GangCharge> charge =
          GangCharge.of(gang, of.getValue().gangs().get(gang.key()), account);
      charge.ifPresent(c -> charged.put(of.getKey(), c.after()));
      Optional<GangShortage> shortage = charge.flatMap(GangCharge::shortage);
      shortage.ifPresent(shortages::add);
      shortage.<QuotaDenial>map(GangShortage::denial).or(account::denial).ifPresent(denials::add);
    }
    return shortages.isEmpty()
        ? Optional.empty()
        : Optional.of(GangCharge.denied(gang, denials, shortages));
  }

  /** Returns the denial of a gang's pod by quotas that don't know what the gang holds. */
  public static LedgerDecision.Denied denied(
      QuotaOutcome.Denied outcome, Optional<GangRequest> gang) {
    return gang.map(g -> GangCharge.denied(outcome, g))
        .orElseGet(() -> new LedgerDecision.Denied(outcome.possible()));
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
