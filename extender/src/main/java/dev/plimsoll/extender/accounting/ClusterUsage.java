package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Share;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All usage that decisions depend on: what placed and assumed pods use of nodes, quotas and shares.
 * Changes are applied one by one; a resync checks the result. For one thread at a time.
 */
public final class ClusterUsage {
  private final NodeUsage nodes = new NodeUsage();
  private final PlacedQuotaUsage quotas = new PlacedQuotaUsage();
  private final List<TenantUsage> tenants;

  private ClusterUsage(List<TenantUsage> tenants) {
    this.tenants = List.copyOf(tenants);
  }

  /** Counts a cluster, without assumed pods. */
  public static ClusterUsage of(Cluster cluster, List<CapacityPolicy> policies) {
    ClusterUsage clusterUsage =
        new ClusterUsage(
            policies.stream().map(p -> new TenantUsage(AppliedPolicy.of(cluster, p))).toList());
    clusterUsage.nodes.fill(cluster);
    for (Pod pod : cluster.list(Pod.class)) {
      clusterUsage.tenants.forEach(t -> t.placed(pod, true, cluster));
    }
    return clusterUsage;
  }

  /** Returns a sentence for each namespace that several tenants of a policy select. */
  public List<String> disputes() {
    return tenants.stream()
        .map(TenantUsage::appliedPolicy)
        .flatMap(p -> p.disputes().stream().map(d -> "policy " + p.policy().name() + ": " + d))
        .toList();
  }

  /** Counts the quotas of namespaces at once, which is else done when they are asked about. */
  public ClusterUsage withQuotasOf(Set<String> namespaces, Cluster cluster) {
    quotas.count(namespaces, cluster);
    return this;
  }

  /** Returns the namespaces whose quotas are counted. */
  public Set<String> countedNamespaces() {
    return quotas.namespaces();
  }

  /** Takes one change in; the cluster is the one after it. */
  public void changed(
      Optional<? extends ApiObject> before, Optional<? extends ApiObject> after, Cluster now) {
    nodes.changed(before, after);
    quotas.changed(before, after, now);
    if (before.orElse(null) instanceof Pod pod) {
      tenants.forEach(t -> t.placed(pod, false, now));
    }
    if (after.orElse(null) instanceof Pod pod) {
      tenants.forEach(t -> t.placed(pod, true, now));
    }
  }

  /** Takes a pod in that is on its way, or out. */
  public void assumed(Pod pod, boolean in, Cluster now) {
    quotas.assumed(pod, in, now);
    tenants.forEach(t -> t.assumed(pod, in, now));
  }

  /** Returns what each node has and holds. */
  public NodeUsage nodes() {
    return nodes;
  }

  /**
   * Returns the quota that holds the pod.
   *
   * @param assumedPods the pods of its namespace that are on their way
   * @param gone pods that count no more: the pod itself where it is assumed, or what is evicted for
   *     it
   */
  public Optional<HoldReason> quotaHoldReason(
      Cluster cluster, Pod pod, Collection<Pod> assumedPods, Collection<Pod> gone) {
    return quotas.holdReason(cluster, pod, assumedPods, gone);
  }

  /**
   * Returns the tenant beyond whose share the pod is.
   *
   * @param placementMode only by policies that do this
   * @param ownAssumed the pod itself where it is assumed, and counts already
   */
  public Optional<HoldReason> shareHoldReason(
      Cluster cluster, Pod pod, PlacementMode placementMode, Optional<Pod> ownAssumed) {
    for (TenantUsage usage : tenants) {
      Optional<String> tenant = usage.tenantOf(pod, cluster);
      Resources asked = usage.requests(pod);
      if (usage.appliedPolicy().policy().enforcement().placement() == placementMode
          && tenant.isPresent()
          && !asked.isEmpty()) {
        ShareRule rule = new ShareRule(usage);
        ownAssumed.ifPresent(b -> rule.without(tenant.get(), usage.requests(b)));
        Optional<ResourceName> lacking = rule.insufficientResource(tenant.get(), asked);
        if (lacking.isPresent()) {
          return Optional.of(new HoldReason(HoldReason.Cause.SHARE, tenant.get(), lacking.get()));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns whether the hold is about that node: shares may be of some pools only. */
  public boolean concerns(HoldReason holdReason, String node) {
    return holdReason.cause() == HoldReason.Cause.QUOTA
        || tenants.stream()
            .filter(t -> t.appliedPolicy().policy().tenant(holdReason.owner()).isPresent())
            .anyMatch(t -> t.appliedPolicy().countedOn(node).contains(holdReason.resource()));
  }

  /** Returns whether the hold is about all nodes. */
  public boolean concernsAll(HoldReason holdReason) {
    return holdReason.cause() == HoldReason.Cause.QUOTA
        || tenants.stream()
            .filter(t -> t.appliedPolicy().policy().tenant(holdReason.owner()).isPresent())
            .anyMatch(t -> t.appliedPolicy().countsEverywhere(holdReason.resource()));
  }

  /** Returns what is held of all shares, in the order of the policies. */
  public List<ShareUsage> shares() {
    List<ShareUsage> uses = new ArrayList<>();
    for (TenantUsage usage : tenants) {
      for (Share share : usage.appliedPolicy().shares().all()) {
        uses.add(
            new ShareUsage(
                usage.appliedPolicy().policy().name(),
                share,
                usage.placed(share.tenant()).getOrZero(share.resource()),
                usage.assumed(share.tenant()).getOrZero(share.resource())));
      }
    }
    return uses;
  }

  /** Returns the usage of tenants, one for each policy. */
  List<TenantUsage> tenants() {
    return tenants;
  }

  /** Returns what others have counted otherwise, each in a few words. */
  public List<String> differences(ClusterUsage other) {
    List<String> differences = new ArrayList<>(nodes.differences(other.nodes));
    differences.addAll(quotas.differences(other.quotas));
    for (int i = 0; i < Math.min(tenants.size(), other.tenants.size()); i++) {
      differences.addAll(tenants.get(i).differences(other.tenants.get(i)));
    }
    return differences;
  }
}
