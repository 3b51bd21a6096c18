package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Guards evictions by shares. Nothing is evicted for a pod that would still be beyond its tenant's
 * share and what it may borrow; a tenant that would be beyond its share does not evict one that is
 * within its own; of what is left, those nodes stay on which the fewest pods go that haven't
 * borrowed.
 *
 * <p>A tenant is beyond its share if that is so of a resource that the pod in question holds; where
 * the pod holds nothing that is divided, of any. The smaller pods of a node are taken to go first.
 */
public final class SharePreemption {
  private final ClusterUsage usage;
  private final Cluster cluster;
  private final Pod pod;
  private final Optional<Pod> ownAssumed;
  private final Map<String, Integer> notBorrowing = new LinkedHashMap<>();

  /** Guards the evictions for a pod, which may be assumed and count already. */
  public SharePreemption(
      ClusterUsage clusterUsage, Cluster cluster, Pod pod, Optional<Pod> ownAssumed) {
    this.usage = clusterUsage;
    this.cluster = cluster;
    this.pod = pod;
    this.ownAssumed = ownAssumed;
  }

  /** Takes a node into account with the pods that would be evicted from it. */
  public void consider(String node, List<Pod> victims) {
    int sum = 0;
    for (TenantUsage tenants : usage.tenants()) {
      if (tenants.appliedPolicy().policy().enforcement().placement() == PlacementMode.HOLD) {
        Optional<Integer> judged = countNotBorrowing(tenants, node, victims);
        if (judged.isEmpty()) {
          return;
        }
        sum += judged.get();
      }
    }
    notBorrowing.put(node, sum);
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
    if (notBorrowing.isEmpty()) {
      return Set.of();
    }
    int least = Collections.min(notBorrowing.values());
    return notBorrowing.keySet().stream()
        .filter(n -> notBorrowing.getOrDefault(n, 0) == least)
        .collect(Collectors.toUnmodifiableSet());
  }
}
