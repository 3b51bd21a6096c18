package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.pod.GangKey;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Decides as Plimsoll's own webhook does if it is installed. QuotaLedgers decide as quotas do, and
 * reservations count as used.
 */
public final class QuotaLedgerAdmission {
  /** The name of the webhook. */
  public static final String WEBHOOK = "quota.plimsoll.dev";

  /** The label of the namespaces that it is asked about. */
  public static final String LABEL = "plimsoll.dev/strict";

  private static final ResourceQuotaAdmission RULE =
      new ResourceQuotaAdmission(List.of(), UnaryOperator.identity());

  private QuotaLedgerAdmission() {}

  /** Returns whether the webhook is asked about a namespace, and denies nothing there. */
  public static boolean isAudited(Namespace namespace) {
    return "audit".equals(namespace.metadata().labels().get(LABEL));
  }

  /** Returns whether the webhook may deny requests in a namespace. */
  public static boolean isAsked(Namespace namespace) {
    return "true".equals(namespace.metadata().labels().get(LABEL));
  }

  /**
   * Returns the resources that must have been read to know the ledgers' decisions in a namespace.
   * The list is empty if the webhook isn't asked.
   */
  public static List<Requirement> requirements(Cluster cluster, String namespace) {
    return isAsked(cluster, namespace)
        ? List.of(Requirement.all(LedgerSummary.RESOURCE))
        : List.of();
  }

  /** Returns the denial of a request by ledgers that were read; empty if they don't deny it. */
  public static Optional<QuotaOutcome.Denied> denial(Cluster cluster, AdmissionRequest request) {
    return denial(cluster, request, ledgers(cluster, request));
  }

  /** Returns the ledgers that deny a request by themselves, among the ledgers read. */
  public static List<LedgerSummary> denying(Cluster cluster, AdmissionRequest request) {
    return ledgers(cluster, request).stream()
        .filter(l -> denial(cluster, request, List.of(l)).isPresent())
        .toList();
  }

  /** Returns the cluster with what an allowed request adds counted as used in the ledgers. */
  public static Cluster charge(Cluster cluster, AdmissionRequest request) {
    Cluster charged = cluster;
    for (LedgerSummary ledger : ledgers(cluster, request)) {
      List<ResourceQuota> alone = List.of(asQuota(ledger, request));
      if (RULE.check(cluster, request, alone) instanceof QuotaOutcome.Allowed allowed) {
        for (QuotaAccount account : allowed.charges()) {
          charged = charged.with(ledger.withUsed(ledger.used().add(account.requested())));
        }
      }
    }
    return charged;
  }

  private static Optional<QuotaOutcome.Denied> denial(
      Cluster cluster, AdmissionRequest request, List<LedgerSummary> ledgers) {
    List<ResourceQuota> quotas = ledgers.stream().map(l -> asQuota(l, request)).toList();
    return RULE.check(cluster, request, quotas) instanceof QuotaOutcome.Denied denied
            && denied.denial() instanceof QuotaDenial.Exceeded
        ? Optional.of(denied)
        : Optional.empty();
  }

  private static List<LedgerSummary> ledgers(Cluster cluster, AdmissionRequest request) {
    String namespace = request.object().namespace();
    return isAsked(cluster, namespace)
        ? cluster.list(LedgerSummary.class).stream()
            .filter(l -> l.namespaces().contains(namespace))
            .toList()
        : List.of();
  }

  private static boolean isAsked(Cluster cluster, String namespace) {
    return cluster
        .find(Namespace.class, "", namespace)
        .filter(QuotaLedgerAdmission::isAsked)
        .isPresent();
  }

  private static ResourceQuota asQuota(LedgerSummary ledger, AdmissionRequest request) {
    return new ResourceQuota(
        ObjectMeta.of(request.object().namespace(), ledger.quota()),
        ledger.spec(),
        new ResourceQuotaStatus(
            ledger.spec().hard(),
            ledger
                .used()
                .add(ledger.reserved())
                .subtractWithNonNegativeResult(ownGang(ledger, request))));
  }

  /** Returns the quota that the gang of a new pod holds, from which the pod takes its part. */
  private static Resources ownGang(LedgerSummary ledger, AdmissionRequest request) {
    if (!request.isCreate() || !(request.object() instanceof Pod pod)) {
      return Resources.EMPTY;
    }
    Optional<GangKey> gang = GangKey.of(pod);
    return ledger.reservations().stream()
        .filter(r -> r.kind().equals(LedgerSummary.Reserved.GANG))
        .filter(r -> gang.equals(Optional.of(new GangKey(r.namespace(), r.name()))))
        .map(LedgerSummary.Reserved::amounts)
        .reduce(Resources.EMPTY, Resources::add);
  }
}
