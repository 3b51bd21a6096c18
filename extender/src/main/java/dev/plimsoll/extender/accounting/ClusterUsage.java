package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.usage.AppliedPolicy;
import dev.plimsoll.model.tenancy.usage.DominantShare;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * All usage that decisions depend on: what placed and assumed pods use of nodes, quotas and shares.
 * An instance never changes: each change returns another; a resync checks the result.
 *
 * @param nodes what each node has and holds
 * @param quotas what quotas are charged
 * @param tenants what tenants hold, by each policy
 * @param members how many pods of each gang run
 * @param covered whether holds cover all nodes that there are, as far as that was asked; emptied
 *     when a node changes
 */
public record ClusterUsage(
    NodeUsage nodes,
    PlacedQuotaUsage quotas,
    List<TenantUsage> tenants,
    GangMembers members,
    Map<List<HoldReason>, Boolean> covered) {

  /** Counts a cluster, without assumed pods and without quotas. */
  public static ClusterUsage of(Cluster cluster, List<CapacityPolicy> policies) {
    List<TenantUsage> tenants = new ArrayList<>();
    policies.forEach(p -> tenants.add(new TenantUsage(AppliedPolicy.of(cluster, p))));
    for (Pod pod : cluster.list(Pod.class)) {
      tenants.replaceAll(t -> t.placed(pod, true, cluster));
    }
    return new ClusterUsage(
        NodeUsage.of(cluster),
        PlacedQuotaUsage.NONE,
        List.copyOf(tenants),
        GangMembers.of(cluster),
        new ConcurrentHashMap<>());
  }

  private ClusterUsage with(PlacedQuotaUsage now, UnaryOperator<TenantUsage> change) {
    return new ClusterUsage(nodes, now, tenants.stream().map(change).toList(), members, covered);
  }

  /** Returns a sentence for each namespace that several tenants of a policy select. */
  public List<String> disputes() {
    return tenants.stream()
        .map(TenantUsage::appliedPolicy)
        .flatMap(p -> p.disputes().stream().map(d -> "policy " + p.policy().name() + ": " + d))
        .toList();
  }

  /** Returns the usage with the quotas of a namespace counted, and assumed pods in these. */
  public ClusterUsage counting(String namespace, Cluster cluster, Collection<Pod> assumedPods) {
    PlacedQuotaUsage counted = quotas.counting(namespace, cluster, assumedPods);
    return counted == quotas ? this : with(counted, t -> t);
  }

  /** Returns whether a namespace's quotas are counted. */
  public boolean isCounted(String namespace) {
    return quotas.isCounted(namespace);
  }

  /** Returns the namespaces whose quotas are counted. */
  public Set<String> countedNamespaces() {
    return quotas.namespaces();
  }

  /** Returns the usage after a change; the cluster is the one after it. */
  public ClusterUsage changed(
      Optional<? extends ApiObject> before, Optional<? extends ApiObject> after, Cluster now) {
    Optional<Pod> pod = pod(before);
    Optional<Pod> then = pod(after);
    boolean isOfNode = before.<ApiObject>map(o -> o).or(() -> after).orElseThrow() instanceof Node;
    List<TenantUsage> changed = new ArrayList<>(tenants);
    pod.ifPresent(p -> changed.replaceAll(t -> t.placed(p, false, now)));
    then.ifPresent(p -> changed.replaceAll(t -> t.placed(p, true, now)));
    return new ClusterUsage(
        nodes.changed(before, after),
        quotas.changed(before, after, now),
        List.copyOf(changed),
        members.changed(pod, then),
        isOfNode ? new ConcurrentHashMap<>() : covered);
  }

  private static Optional<Pod> pod(Optional<? extends ApiObject> object) {
    return object.filter(Pod.class::isInstance).map(Pod.class::cast);
  }

  /** Returns the usage with, or without, an assumed pod. */
  public ClusterUsage assumed(Pod pod, boolean in, Cluster now) {
    return with(quotas.assumed(pod, in, now), t -> t.assumed(pod, in, now));
  }

  /** Returns the usage with, or without, a pod that waits for a node. */
  public ClusterUsage waiting(Pod pod, boolean in, Cluster now) {
    return with(quotas, t -> t.waiting(pod, in, now));
  }

  /**
   * Returns the checks of the quotas, up to the first quota that holds the pod.
   *
   * @param assumedPods the assumed pods of its namespace, for quotas that are not counted yet
   * @param gone pods that count no more: the pod itself where it is assumed, or what is evicted for
   *     it
   */
  public List<QuotaCheck> quotaChecks(
      Cluster cluster, Pod pod, Collection<Pod> assumedPods, Collection<Pod> gone) {
    return quotas.checks(cluster, pod, assumedPods, gone);
  }

  /**
   * Returns the checks of the pod's shares, one for each policy that holds or reports pods.
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
        || divides(holdReason.policy(), List.of(holdReason.resource()), node);
  }

  /** Returns the check for one node: of shares only the resources that are divided there. */
  public HoldCheck on(HoldCheck check, String node) {
    return check instanceof ShareCheck share
        ? share.only(r -> divides(share.policy(), List.of(r), node))
        : check;
  }

  /** Returns whether one of the holds is about all nodes. */
  public boolean concernAll(List<HoldReason> holdReasons) {
    return holdReasons.stream()
        .anyMatch(
            h ->
                h.cause() != HoldReason.Cause.SHARE
                    || policy(h.policy())
                        .filter(p -> p.countsEverywhere(h.resource()))
                        .isPresent());
  }

  /** Returns whether the holds together cover each node that has their resources. */
  public boolean coverAll(List<HoldReason> holdReasons) {
    return concernAll(holdReasons)
        || (!holdReasons.isEmpty() && covered.computeIfAbsent(holdReasons, this::coverEachNode));
  }

  private boolean coverEachNode(List<HoldReason> holdReasons) {
    return nodes
        .having(holdReasons.stream().map(HoldReason::resource).toList())
        .allMatch(node -> holdReasons.stream().anyMatch(h -> concerns(h, node)));
  }

  private Optional<AppliedPolicy> policy(String name) {
    return tenants.stream()
        .map(TenantUsage::appliedPolicy)
        .filter(p -> p.policy().name().equals(name))
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
    return policy(policy)
        .filter(p -> resources.stream().anyMatch(p.countedOn(node)::contains))
        .isPresent();
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

  /** Returns the usage of all shares, in the order of the policies. */
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

  /** Returns each difference from another count, in a few words. */
  public List<String> differences(ClusterUsage other) {
    List<String> differences = new ArrayList<>(nodes.differences(other.nodes));
    differences.addAll(quotas.differences(other.quotas));
    differences.addAll(members.differences(other.members));
    for (int i = 0; i < Math.min(tenants.size(), other.tenants.size()); i++) {
      differences.addAll(tenants.get(i).differences(other.tenants.get(i)));
    }
    return differences;
  }
}
