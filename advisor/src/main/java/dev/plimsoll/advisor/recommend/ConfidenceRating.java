package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.model.tenancy.ConfidenceLevel;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Reclaim;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.Optional;

/** Rates how far a recommendation can be trusted. */
final class ConfidenceRating {
  private final Cluster cluster;
  private final Shares shares;
  private final UsageHistory usageHistory;
  private final AutoscaledNodes autoscaled;
  private final boolean incomplete;

  ConfidenceRating(Cluster cluster, Shares shares, UsageHistory usageHistory) {
    this.cluster = cluster;
    this.shares = shares;
    this.usageHistory = usageHistory;
    this.autoscaled = new AutoscaledNodes(cluster, shares.capacity());
    this.incomplete = !cluster.omissions().isEmpty() || ClusterQuotaNotes.areMissing(cluster);
  }

  Confidence of(ResourceQuotaProposal proposal) {
    if (incomplete) {
      return new Confidence(ConfidenceLevel.LOW, "the cluster snapshot is incomplete");
    }
    if (shares.capacity().policy().changes().reclaim() == Reclaim.NEVER
        && proposal.keys().stream().anyMatch(k -> k.proposed().compareTo(k.used()) < 0)) {
      return new Confidence(
          ConfidenceLevel.LOW, "it is below what pods waiting for a node are charged");
    }
    Optional<String> nodes =
        proposal.keys().stream().flatMap(k -> nodesToCome(proposal, k).stream()).findFirst();
    if (nodes.isPresent()) {
      return new Confidence(
          ConfidenceLevel.LOW,
          "no node has the resource now, and "
              + nodes.get()
              + ": without quota no pod waits for such a node");
    }
    if (isStale(proposal)) {
      return new Confidence(
          ConfidenceLevel.LOW, "status.used of the quota differs from what its objects add up to");
    }
    if (shares.capacity().policy().division() instanceof Division.Proportional) {
      return new Confidence(ConfidenceLevel.HIGH, "it follows from capacity and weights alone");
    }
    return usageHistory.used().containsKey(proposal.tenant())
            || usageHistory.wanted().containsKey(proposal.tenant())
        ? new Confidence(ConfidenceLevel.HIGH, "it rests on demand over the policy's window")
        : new Confidence(ConfidenceLevel.MEDIUM, "it rests on the present demand alone");
  }

  private Optional<String> nodesToCome(ResourceQuotaProposal proposal, QuotaKeyProposal key) {
    return key.proposed().compareTo(proposal.now().getOrZero(key.key())) < 0
        ? QuotaKeys.nodeResource(key.key()).flatMap(autoscaled::insteadOfNone)
        : Optional.empty();
  }

  private boolean isStale(ResourceQuotaProposal proposal) {
    return cluster
        .find(ResourceQuota.class, proposal.namespace(), proposal.name())
        .filter(q -> !q.status().used().isEmpty())
        .map(
            q ->
                !ResourceQuotaController.sync(cluster, q).status().used().equals(q.status().used()))
        .orElse(false);
  }
}
