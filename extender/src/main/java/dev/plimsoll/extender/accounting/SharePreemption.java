package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Judges evictions by shares. Nothing is evicted for a pod that would still be beyond its tenant's
 * share and what the tenant may borrow. A tenant that would be beyond its share evicts no pod of a
 * tenant that is within its share.
 *
 * <p>A tenant is beyond its share if that is true of a resource that the pod holds. If the pod
 * holds no divided resource, any resource counts. The smaller pods of a node go first.
 */
public final class SharePreemption {
  private final ClusterUsage usage;
  private final Cluster cluster;
  private final Pod pod;
  private final Optional<Pod> ownAssumed;

  /** Judges the evictions for a pod, which may be assumed and count already. */
  public SharePreemption(
      ClusterUsage clusterUsage, Cluster cluster, Pod pod, Optional<Pod> ownAssumed) {
    this.usage = clusterUsage;
    this.cluster = cluster;
    this.pod = pod;
    this.ownAssumed = ownAssumed;
  }

  /** Returns the candidate with what the policies say of it, unless it isn't allowed anyway. */
  public EvictionCandidate judged(EvictionCandidate candidate, List<Pod> victims) {
    if (!candidate.isAllowed()) {
      return candidate;
    }
    List<VictimShares> shares = new ArrayList<>();
    double part = 0;
    for (TenantUsage tenants : usage.tenants()) {
      if (tenants.appliedPolicy().policy().enforcement().placement() == PlacementMode.HOLD) {
        shares.add(shares(tenants, candidate.node(), victims));
        part = Math.max(part, part(tenants, victims));
      }
    }
    return new EvictionCandidate(
        candidate.node(),
        candidate.isReserved(),
        candidate.isViolatingBudgets(),
        candidate.quotas(),
        candidate.resources(),
        shares,
        part,
        victims.stream().map(SharePreemption::start).min(Instant::compareTo).orElse(Instant.MAX));
  }

  private static Instant start(Pod pod) {
    return pod.status()
        .startTime()
        .or(() -> pod.metadata().creationTimestamp())
        .orElse(Instant.EPOCH);
  }

  /** Returns the largest part of a divided resource that these pods hold. */
  private static double part(TenantUsage tenants, List<Pod> victims) {
    Resources held = Resources.EMPTY;
    for (Pod victim : victims) {
      held = held.add(tenants.placedRequests(victim));
    }
    double most = 0;
    for (ResourceName name : held.names()) {
      double sum = tenants.appliedPolicy().sum(name).toDouble();
      most = Math.max(most, sum > 0 ? held.getOrZero(name).toDouble() / sum : 0);
    }
    return most;
  }

  private VictimShares shares(TenantUsage tenants, String node, List<Pod> victims) {
    Optional<String> tenant = tenants.tenantOf(pod, cluster);
    ShareRule running = new ShareRule(tenants);
    ShareRule after = new ShareRule(tenants);
    tenant.ifPresent(t -> ownAssumed.ifPresent(b -> after.without(t, tenants.requests(b))));
    int within = 0;
    int others = 0;
    for (Pod victim : bySize(tenants, victims)) {
      Optional<String> owner = tenants.tenantOf(victim, cluster);
      Resources held = tenants.placedRequests(victim);
      boolean borrows = owner.filter(o -> running.isBeyond(o, held)).isPresent();
      within += borrows ? 0 : 1;
      others += !borrows && owner.isPresent() && !owner.equals(tenant) ? 1 : 0;
      owner.ifPresent(o -> running.without(o, held));
      owner.ifPresent(o -> after.without(o, held));
    }
    Enforcement enforcement = tenants.appliedPolicy().policy().enforcement();
    return new VictimShares(
        enforcement.borrowing() == BorrowingMode.RECLAIM,
        tenant.map(t -> check(tenants, t, node, after)),
        within,
        others);
  }

  private ShareCheck check(TenantUsage tenants, String tenant, String node, ShareRule after) {
    Resources asked = tenants.requests(pod).mask(tenants.appliedPolicy().countedOn(node));
    return new ShareCheck(
        tenants.appliedPolicy().policy().name(),
        tenant,
        PlacementMode.HOLD,
        after.amounts(tenant, asked),
        false);
  }

  private static List<Pod> bySize(TenantUsage tenants, List<Pod> victims) {
    List<Pod> sorted = new ArrayList<>(victims);
    for (ResourceName name : tenants.appliedPolicy().shares().byResource().keySet()) {
      sorted.sort(Comparator.comparing(v -> tenants.placedRequests(v).getOrZero(name)));
    }
    return sorted;
  }
}
