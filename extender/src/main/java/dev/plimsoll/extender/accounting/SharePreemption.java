package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Guards evictions by shares. Nothing is evicted for a pod that would still be beyond its tenant's
 * share and what it may borrow; a tenant that would be beyond its share does not evict one that is
 * within its own; of what is left, those nodes stay on which the fewest pods go that haven't
 * borrowed. Where a policy reclaims what was borrowed, that is the one node where it costs least,
 * and no disruption budget is violated.
 *
 * <p>A tenant is beyond its share if that is so of a resource that the pod in question holds; where
 * the pod holds nothing that is divided, of any. The smaller pods of a node are taken to go first.
 */
public final class SharePreemption {
  private final ClusterUsage usage;
  private final Cluster cluster;
  private final Pod pod;
  private final Optional<Pod> ownAssumed;
  private final List<EvictionCost> costs = new ArrayList<>();
  private boolean isReclaiming;

  /** Guards the evictions for a pod, which may be assumed and count already. */
  public SharePreemption(
      ClusterUsage clusterUsage, Cluster cluster, Pod pod, Optional<Pod> ownAssumed) {
    this.usage = clusterUsage;
    this.cluster = cluster;
    this.pod = pod;
    this.ownAssumed = ownAssumed;
  }

  /**
   * Takes a node into account with the pods that would be evicted from it.
   *
   * @param violatesBudgets whether that violates disruption budgets
   */
  public void consider(String node, List<Pod> victims, boolean violatesBudgets) {
    int sum = 0;
    double part = 0;
    for (TenantUsage tenants : usage.tenants()) {
      Enforcement enforcement = tenants.appliedPolicy().policy().enforcement();
      if (enforcement.placement() == PlacementMode.HOLD) {
        boolean reclaims = enforcement.borrowing() == BorrowingMode.RECLAIM;
        isReclaiming |= reclaims;
        Optional<Integer> judged = countNotBorrowing(tenants, node, victims);
        if (judged.isEmpty() || (reclaims && violatesBudgets)) {
          return;
        }
        sum += judged.get();
        part = Math.max(part, part(tenants, victims));
      }
    }
    costs.add(new EvictionCost(node, sum, part, EvictionCost.oldest(victims)));
  }

  /**
   * Returns how large a part of what is divided these hold, of the resource of which it is most.
   */
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

  /** Returns how many victims haven't borrowed; empty if they may not be evicted. */
  private Optional<Integer> countNotBorrowing(TenantUsage tenants, String node, List<Pod> victims) {
    Optional<String> tenant = tenants.tenantOf(pod, cluster);
    Resources asked = tenants.requests(pod).mask(tenants.appliedPolicy().countedOn(node));
    ShareRule running = new ShareRule(tenants);
    ShareRule after = new ShareRule(tenants);
    tenant.ifPresent(t -> ownAssumed.ifPresent(b -> after.without(t, tenants.requests(b))));
    victims.forEach(
        v ->
            tenants
                .tenantOf(v, cluster)
                .ifPresent(t -> after.without(t, tenants.placedRequests(v))));
    boolean beyond = tenant.filter(t -> after.isBeyond(t, asked, asked)).isPresent();
    int within = 0;
    for (Pod victim : bySize(tenants, victims)) {
      Optional<String> owner = tenants.tenantOf(victim, cluster);
      Resources held = tenants.placedRequests(victim);
      boolean borrows = owner.filter(o -> running.isBeyond(o, held)).isPresent();
      if (!borrows && beyond && owner.isPresent() && !owner.equals(tenant)) {
        return Optional.empty();
      }
      within += borrows ? 0 : 1;
      owner.ifPresent(o -> running.without(o, held));
    }
    boolean lacks = tenant.flatMap(t -> after.insufficientResource(t, asked)).isPresent();
    return lacks ? Optional.empty() : Optional.of(within);
  }

  private static List<Pod> bySize(TenantUsage tenants, List<Pod> victims) {
    List<Pod> sorted = new ArrayList<>(victims);
    for (ResourceName name : tenants.appliedPolicy().shares().byResource().keySet()) {
      sorted.sort(Comparator.comparing(v -> tenants.placedRequests(v).getOrZero(name)));
    }
    return sorted;
  }

  /** Returns the nodes from which pods may be evicted. */
  public Set<String> best() {
    Optional<EvictionCost> best = costs.stream().min(EvictionCost.ORDER);
    if (best.isEmpty() || isReclaiming) {
      return best.map(b -> Set.of(b.node())).orElse(Set.of());
    }
    return costs.stream()
        .filter(c -> c.notBorrowing() == best.get().notBorrowing())
        .map(EvictionCost::node)
        .collect(Collectors.toUnmodifiableSet());
  }
}
