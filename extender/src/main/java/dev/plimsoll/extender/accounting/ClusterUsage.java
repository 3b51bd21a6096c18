package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.usage.AppliedPolicy;
import dev.plimsoll.model.tenancy.usage.DominantShare;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All usage that decisions depend on: what placed and assumed pods use of nodes, quotas and shares.
 * Changes are applied one by one; a resync checks the result. For one thread at a time.
 */
public final class ClusterUsage {
  private final NodeUsage nodes = new NodeUsage();
  private final PlacedQuotaUsage quotas = new PlacedQuotaUsage();
  private final List<TenantUsage> tenants;

  /** Whether holds cover all nodes that there are, as long as no node changes. */
  private final Map<List<HoldReason>, Boolean> covered = new HashMap<>();

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
    if (before.isPresent() ? before.get() instanceof Node : after.orElse(null) instanceof Node) {
      covered.clear();
    }
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

  /** Takes a pod in that waits for a node, or out. */
  public void waiting(Pod pod, boolean in, Cluster now) {
    tenants.forEach(t -> t.waiting(pod, in, now));
  }

  /** Returns what each node has and holds. */
  public NodeUsage nodes() {
    return nodes;
  }

  /**
   * Returns what each quota says of the pod, up to the first that holds it.
   *
   * @param assumedPods the pods of its namespace that are on their way
   * @param gone pods that count no more: the pod itself where it is assumed, or what is evicted for
   *     it
   */
  public List<QuotaCheck> quotaChecks(
      Cluster cluster, Pod pod, Collection<Pod> assumedPods, Collection<Pod> gone) {
    return quotas.checks(cluster, pod, assumedPods, gone);
  }

  /**
   * Returns what shares say of the pod, by each policy that holds pods or reports them.
   *
   * @param ownAssumed the pod itself where it is assumed, and counts already
   * @param evicted placed pods that count no more
   */
  public List<ShareCheck> shareChecks(
      Cluster cluster, Pod pod, Optional<Pod> ownAssumed, Collection<Pod> evicted) {
    List<ShareCheck> checks = new ArrayList<>(tenants.size());
    for (TenantUsage usage : tenants) {
      Optional<String> tenant = usage.tenantOf(pod, cluster);
      Resources asked = usage.requests(pod);
      CapacityPolicy policy = usage.appliedPolicy().policy();
      PlacementMode placement = policy.enforcement().placement();
      if (placement != PlacementMode.OFF && tenant.isPresent() && !asked.isEmpty()) {
        ShareRule rule = new ShareRule(usage);
        ownAssumed.ifPresent(b -> rule.without(tenant.get(), usage.requests(b)));
        for (Pod each : evicted) {
          usage.tenantOf(each, cluster).ifPresent(t -> rule.without(t, usage.placedRequests(each)));
        }
        checks.add(
            new ShareCheck(
                policy.name(),
                tenant.get(),
                placement,
                rule.amounts(tenant.get(), asked),
                asked.names().stream().allMatch(usage.appliedPolicy()::countsEverywhere)));
      }
    }
    return checks;
  }

  /** Returns whether the hold is about that node: shares may be of some pools only. */
  public boolean concerns(HoldReason holdReason, String node) {
    return holdReason.cause() != HoldReason.Cause.SHARE
        || policy(holdReason)
            .filter(p -> p.countedOn(node).contains(holdReason.resource()))
            .isPresent();
  }

  /** Returns whether one of the holds is about all nodes, whichever there are. */
  public boolean concernAll(List<HoldReason> holdReasons) {
    return holdReasons.stream()
        .anyMatch(
            h ->
                h.cause() != HoldReason.Cause.SHARE
                    || policy(h).filter(p -> p.countsEverywhere(h.resource())).isPresent());
  }

  /** Returns whether each node that has what the holds are about is one that some hold is about. */
  public boolean coverAll(List<HoldReason> holdReasons) {
    return concernAll(holdReasons)
        || (!holdReasons.isEmpty() && covered.computeIfAbsent(holdReasons, this::coverEachNode));
  }

  private boolean coverEachNode(List<HoldReason> holdReasons) {
    return nodes
        .having(holdReasons.stream().map(HoldReason::resource).toList())
        .allMatch(node -> holdReasons.stream().anyMatch(h -> concerns(h, node)));
  }

  private Optional<AppliedPolicy> policy(HoldReason holdReason) {
    return tenants.stream()
        .map(TenantUsage::appliedPolicy)
        .filter(p -> p.policy().name().equals(holdReason.policy()))
        .findFirst();
  }

  /**
   * Returns whether the pod's tenant has more than its share of what the pod requests, by some
   * policy that holds pods.
   */
  public boolean isBeyondShare(Cluster cluster, Pod pod) {
    return holding()
        .anyMatch(
            t ->
                t.tenantOf(pod, cluster)
                    .filter(
                        tenant ->
                            new ShareRule(t).isBeyond(tenant, t.requests(pod), Resources.EMPTY))
                    .isPresent());
  }

  private Stream<TenantUsage> holding() {
    return tenants.stream()
        .filter(t -> t.appliedPolicy().policy().enforcement().placement() == PlacementMode.HOLD);
  }

  /** Returns whether a policy divides some of these resources on the node. */
  public boolean divides(String policy, List<ResourceName> resources, String node) {
    return tenants.stream()
        .map(TenantUsage::appliedPolicy)
        .filter(p -> p.policy().name().equals(policy))
        .anyMatch(p -> resources.stream().anyMatch(p.countedOn(node)::contains));
  }

  /**
   * Returns how much the pod's tenant has used of its shares, by the first policy that holds pods
   * and knows one.
   */
  public Optional<DominantShare> dominantShare(Cluster cluster, Pod pod) {
    return holding()
        .flatMap(t -> t.tenantOf(pod, cluster).map(tenant -> DominantShare.of(t, tenant)).stream())
        .findFirst();
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
