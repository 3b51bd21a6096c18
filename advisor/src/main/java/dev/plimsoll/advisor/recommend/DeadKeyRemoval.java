package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.List;
import java.util.Optional;

/**
 * Drops keys that nothing is ever charged to. One that seems to limit an extended resource which
 * the quota doesn't limit yet is renamed to the key that does, with its value or, if that is more,
 * what is used.
 */
final class DeadKeyRemoval {

  private final Cluster cluster;
  private final CapacityPolicy policy;
  private final QuotaProposalDrafts quotaProposalDrafts;

  DeadKeyRemoval(Cluster cluster, CapacityPolicy policy, QuotaProposalDrafts quotaProposalDrafts) {
    this.cluster = cluster;
    this.policy = policy;
    this.quotaProposalDrafts = quotaProposalDrafts;
  }

  void drop(List<Gap> gaps) {
    TenantNamespaces tenants = TenantNamespaces.of(cluster, policy);
    for (Gap gap : gaps) {
      Optional<Tenant> tenant = tenants.tenantOf(gap.namespace());
      Optional<ResourceQuota> quota =
          cluster.find(ResourceQuota.class, gap.namespace(), gap.object().name());
      if (gap.kind() == GapKind.DeadQuotaKey && tenant.isPresent() && quota.isPresent()) {
        drop(tenant.get().name(), quota.get(), ResourceName.of(gap.resource()));
      }
    }
  }

  private void drop(String tenant, ResourceQuota quota, ResourceName dead) {
    ResourceQuotaProposal proposal = quotaProposalDrafts.of(tenant, quota);
    if (proposal.dropped().contains(dead)) {
      return;
    }
    quotaProposalDrafts.drop(proposal, dead);
    QuotaKeys.enforcedInstead(dead)
        .filter(live -> !proposal.proposed().contains(live) && !isDivided(live))
        .ifPresent(live -> rename(tenant, quota, dead, live));
  }

  private boolean isDivided(ResourceName key) {
    return QuotaKeys.nodeResource(key).flatMap(policy::resource).isPresent();
  }

  private void rename(String tenant, ResourceQuota quota, ResourceName dead, ResourceName live) {
    Quantity hard = quota.spec().hard().getOrZero(dead);
    Quantity used =
        ResourceQuotaController.used(
                cluster, quota.namespace(), quota.spec().withHard(Resources.of(live, hard)))
            .getOrZero(live);
    quotaProposalDrafts.set(
        quotaProposalDrafts.of(tenant, quota),
        live,
        used,
        new DerivationStep(
            "rename", Quantity.max(hard, used), "key " + dead + " is never charged, this key is"));
  }
}
