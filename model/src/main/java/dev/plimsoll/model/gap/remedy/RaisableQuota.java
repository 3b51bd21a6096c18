package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.AdmissionStep;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.ledger.QuotaOrigin;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.List;
import java.util.Optional;

/** A quota whose limits somebody can raise. */
sealed interface RaisableQuota {

  /** Returns the change by which a limit comes to so much, if there is one. */
  Optional<Change> raised(Cluster cluster, ResourceName key, Quantity needed);

  /** Returns the new count of the quota's usage, if it differs and a controller counts. */
  default Optional<Change> resync(DetectionContext context) {
    return Optional.empty();
  }

  /** Returns the raised key with its old and new limit, as part of a sentence. */
  String describe(Cluster cluster, ResourceName key, Quantity needed);

  /** Returns the costs for others, a sentence each. */
  default List<String> costs(Cluster cluster, ResourceName key) {
    return List.of();
  }

  /** Returns the exceeded quota of any kind; empty if it was not read. */
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
    return ofNamespace
        .or(
            () ->
                cluster
                    .find(ClusterResourceQuota.class, "", ledger.quota())
                    .filter(ledger::isOf)
                    .map(q -> new OfCluster(q.name())))
        .or(() -> tenantOf(cluster, ledger));
  }

  private static Optional<RaisableQuota> tenantOf(Cluster cluster, LedgerSummary ledger) {
    for (PolicyObject policy : cluster.list(PolicyObject.class)) {
      for (Tenant tenant :
          TenantAmount.specOf(policy).map(CapacityPolicy::tenants).orElseGet(List::of)) {
        QuotaOrigin origin = new QuotaOrigin.OfTenant(policy.name(), tenant.name());
        if (ledger.origin().equals(origin.toString())) {
          return Optional.of(new OfTenant(policy.name(), tenant.name()));
        }
      }
    }
    return Optional.empty();
  }

  private static String describe(
      ResourceName key, String quota, Optional<ResourceQuotaSpec> spec, Quantity needed) {
    Quantity before = spec.map(s -> s.hard().getOrZero(key)).orElse(Quantity.ZERO);
    return key.name() + " of " + quota + " from " + before + " to " + needed;
  }

  /** A ResourceQuota. */
  record OfNamespace(String namespace, String name) implements RaisableQuota {
    @Override
    public Optional<Change> raised(Cluster cluster, ResourceName key, Quantity needed) {
      return quota(cluster).map(q -> new QuotaChange.SetQuota(namespace, name, key, needed));
    }

    @Override
    public Optional<Change> resync(DetectionContext context) {
      return ResyncProposer.counted(context, namespace, name)
          .map(counted -> new QuotaChange.Resync(namespace, name));
    }

    @Override
    public String describe(Cluster cluster, ResourceName key, Quantity needed) {
      return RaisableQuota.describe(
          key, "quota " + name, quota(cluster).map(ResourceQuota::spec), needed);
    }

    private Optional<ResourceQuota> quota(Cluster cluster) {
      return cluster.find(ResourceQuota.class, namespace, name);
    }
  }

  /** A ClusterResourceQuota of OpenShift. */
  record OfCluster(String name) implements RaisableQuota {
    @Override
    public Optional<Change> raised(Cluster cluster, ResourceName key, Quantity needed) {
      return quota(cluster).map(q -> new QuotaChange.SetClusterQuota(name, key, needed));
    }

    @Override
    public String describe(Cluster cluster, ResourceName key, Quantity needed) {
      return RaisableQuota.describe(
          key,
          "ClusterResourceQuota " + name,
          quota(cluster).map(ClusterResourceQuota::quota),
          needed);
    }

    private Optional<ClusterResourceQuota> quota(Cluster cluster) {
      return cluster.find(ClusterResourceQuota.class, "", name);
    }
  }

  /** The quota of a tenant across its namespaces. */
  record OfTenant(String policy, String tenant) implements RaisableQuota {
    @Override
    public Optional<Change> raised(Cluster cluster, ResourceName key, Quantity needed) {
      return amount(cluster, key).flatMap(a -> a.raised(cluster, needed));
    }

    @Override
    public String describe(Cluster cluster, ResourceName key, Quantity needed) {
      return amount(cluster, key)
          .map(
              a ->
                  "the %s of %s of tenant %s in CapacityPolicy %s from %s to %s"
                      .formatted(
                          a.field(),
                          a.resource().name(),
                          tenant,
                          policy,
                          a.now(),
                          a.raisedTo(needed)))
          .orElseThrow();
    }

    @Override
    public List<String> costs(Cluster cluster, ResourceName key) {
      return amount(cluster, key).map(TenantAmount::costs).orElseGet(List::of);
    }

    private Optional<TenantAmount> amount(Cluster cluster, ResourceName key) {
      return TenantAmount.of(cluster, policy, tenant, key);
    }
  }
}
