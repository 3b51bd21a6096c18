package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.usage.AppliedPolicy;
import dev.plimsoll.model.tenancy.usage.DominantShare;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The usage of shares during a simulation, under the policies that hold or gate pods. */
final class ShareBook {
  private final Cluster cluster;
  private final List<TenantUsage> usages;
  private int version;

  private ShareBook(Cluster cluster, List<TenantUsage> usages) {
    this.cluster = cluster;
    this.usages = usages;
  }

  /** Counts the pods of a cluster that are on nodes. */
  static ShareBook of(Cluster cluster, Collection<CapacityPolicy> policies) {
    List<TenantUsage> usages = new ArrayList<>();
    policies.stream()
        .filter(
            p ->
                p.enforcement().placement() == PlacementMode.HOLD
                    || p.enforcement().placement() == PlacementMode.GATE)
        .forEach(p -> usages.add(new TenantUsage(AppliedPolicy.of(cluster, p))));
    if (!usages.isEmpty()) {
      cluster.list(Pod.class).forEach(p -> usages.replaceAll(u -> u.placed(p, true, cluster)));
    }
    return new ShareBook(cluster, usages);
  }

  ShareBook copy() {
    return new ShareBook(cluster, new ArrayList<>(usages));
  }

  /** Returns whether no policy holds or gates pods. */
  boolean isEmpty() {
    return usages.isEmpty();
  }

  /** Returns a number that changes with the usage. */
  int version() {
    return version;
  }

  void waiting(Pod pod, boolean in) {
    version++;
    usages.replaceAll(u -> u.waiting(pod, in, cluster));
  }

  /** Counts a pod that has a node, or no longer. */
  void placed(Pod bound, boolean in) {
    version++;
    usages.replaceAll(u -> u.placed(bound, in, cluster));
  }

  /** Returns whether a policy gates or holds pods of the namespace. */
  boolean concerns(Pod pod) {
    return usages.stream()
        .anyMatch(u -> u.tenantOf(pod, cluster).isPresent() && !u.requests(pod).isEmpty());
  }

  /** Returns whether shares let all of some pods of one tenant go. */
  boolean suffices(List<Pod> pods) {
    return lack(pods).isEmpty();
  }

  /**
   * The share that doesn't suffice.
   *
   * @param policy the policy
   * @param tenant the tenant
   * @param amounts the amounts
   */
  record Lack(String policy, String tenant, ShareAmounts amounts) {}

  /** Returns the first share that doesn't suffice for all of some pods of one tenant. */
  Optional<Lack> lack(List<Pod> pods) {
    for (TenantUsage usage : usages) {
      Optional<Lack> lack = lack(usage, new ShareRule(usage), pods);
      if (lack.isPresent()) {
        return lack;
      }
    }
    return Optional.empty();
  }

  /** Returns the first share that doesn't suffice once others have ended. */
  Optional<Lack> lackWithout(List<Pod> pods, Collection<Pod> ended) {
    for (TenantUsage usage : usages) {
      ShareRule rule = new ShareRule(usage);
      ended.forEach(
          p -> usage.tenantOf(p, cluster).ifPresent(t -> rule.without(t, usage.placedRequests(p))));
      Optional<Lack> lack = lack(usage, rule, pods);
      if (lack.isPresent()) {
        return lack;
      }
    }
    return Optional.empty();
  }

  private Optional<Lack> lack(TenantUsage usage, ShareRule rule, List<Pod> pods) {
    Optional<String> tenant = usage.tenantOf(pods.get(0), cluster);
    if (tenant.isEmpty()) {
      return Optional.empty();
    }
    Resources requests = pods.stream().map(usage::requests).reduce(Resources.EMPTY, Resources::add);
    return rule.amounts(tenant.get(), requests).stream()
        .filter(a -> !a.suffice())
        .findFirst()
        .map(a -> new Lack(usage.appliedPolicy().policy().name(), tenant.get(), a));
  }

  /** Returns the ceilings that the pods would exceed even if their tenant had nothing else. */
  Optional<Lack> neverSuffices(List<Pod> pods) {
    for (TenantUsage usage : usages) {
      TenantUsage none = new TenantUsage(usage.appliedPolicy());
      Optional<Lack> lack = lack(none, new ShareRule(none), pods);
      if (lack.isPresent()) {
        return lack;
      }
    }
    return Optional.empty();
  }

  /** Returns the divided resources that pods request, by all policies. */
  Resources divided(List<Pod> pods) {
    return pods.stream()
        .flatMap(p -> usages.stream().map(u -> u.requests(p)))
        .reduce(Resources.EMPTY, Resources::add);
  }

  /** Returns whose turn the pod uses: its tenant's, else its namespace's. */
  String turn(Pod pod) {
    return tenant(pod).map(t -> "tenant " + t).orElse(pod.namespace());
  }

  /** Returns the tenant of the pod by the first policy that knows it. */
  Optional<String> tenant(Pod pod) {
    return usages.stream().flatMap(u -> u.tenantOf(pod, cluster).stream()).findFirst();
  }

  /** Returns how much the pod's tenant has used of its shares, 1 for all. */
  double used(Pod pod) {
    return usages.stream()
        .flatMap(u -> u.tenantOf(pod, cluster).map(t -> DominantShare.of(u, t).used()).stream())
        .findFirst()
        .orElse(0.0);
  }
}
