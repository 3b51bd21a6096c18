package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.admission.AdmissionStep;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.ClusterResourceQuota;
import dev.plimsoll.model.object.LedgerSummary;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaDenial;
import dev.plimsoll.model.quota.QuotaLedgerAdmission;
import dev.plimsoll.model.whatif.Change;
import java.util.Optional;

/** A quota whose limits somebody can raise. */
sealed interface RaisableQuota {

  /** Returns the change that sets a limit. */
  Change raised(ResourceName key, Quantity hard);

  /** Returns the limits that it has. */
  Resources hard(Cluster cluster);

  /** Returns the quota that is exceeded, whichever kind it is; none that wasn't read. */
  static Optional<RaisableQuota> of(AdmissionReport report, QuotaDenial.Exceeded exceeded) {
    String layer = report.deniedBy().orElse("");
    if (layer.equals(AdmissionStep.WEBHOOK)) {
      return ofLedger(report, exceeded.quota());
    }
    RaisableQuota quota =
        layer.equals(AdmissionChain.CLUSTER_QUOTA)
            ? new OfCluster(exceeded.quota())
            : new OfNamespace(report.object().namespace(), exceeded.quota());
    return Optional.of(quota);
  }

  private static Optional<RaisableQuota> ofLedger(AdmissionReport report, String name) {
    Cluster cluster = report.cluster();
    AdmissionRequest denied = report.request().withObject(report.object());
    return QuotaLedgerAdmission.denying(cluster, denied).stream()
        .filter(l -> l.quota().equals(name))
        .findFirst()
        .flatMap(l -> quotaOf(cluster, l, denied.object().namespace()));
  }

  private static Optional<RaisableQuota> quotaOf(
      Cluster cluster, LedgerSummary ledger, String namespace) {
    Optional<RaisableQuota> ofNamespace =
        cluster
            .find(ResourceQuota.class, namespace, ledger.quota())
            .filter(ledger::isOf)
            .map(q -> new OfNamespace(namespace, q.name()));
    return ofNamespace.or(
        () ->
            cluster
                .find(ClusterResourceQuota.class, "", ledger.quota())
                .filter(ledger::isOf)
                .map(q -> new OfCluster(q.name())));
  }

  /** A ResourceQuota. */
  record OfNamespace(String namespace, String name) implements RaisableQuota {
    @Override
    public Change raised(ResourceName key, Quantity hard) {
      return new Change.SetQuota(namespace, name, key, hard);
    }

    @Override
    public Resources hard(Cluster cluster) {
      return cluster
          .find(ResourceQuota.class, namespace, name)
          .map(q -> q.spec().hard())
          .orElse(Resources.EMPTY);
    }

    @Override
    public String toString() {
      return "quota " + name;
    }
  }

  /** A ClusterResourceQuota of OpenShift. */
  record OfCluster(String name) implements RaisableQuota {
    @Override
    public Change raised(ResourceName key, Quantity hard) {
      return new Change.SetClusterQuota(name, key, hard);
    }

    @Override
    public Resources hard(Cluster cluster) {
      return cluster
          .find(ClusterResourceQuota.class, "", name)
          .map(q -> q.quota().hard())
          .orElse(Resources.EMPTY);
    }

    @Override
    public String toString() {
      return "ClusterResourceQuota " + name;
    }
  }
}
