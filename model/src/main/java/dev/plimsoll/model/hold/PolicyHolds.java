package dev.plimsoll.model.hold;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.usage.AppliedPolicy;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import dev.plimsoll.model.whatif.Lazy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which pods the extender holds by the capacity policies of a cluster: the same rule of shares, and
 * the same search for nodes for gangs. What only the extender knows, such as a pod that is being
 * bound, isn't in it.
 */
public final class PolicyHolds implements PodHolds {
  private final Cluster cluster;
  private final List<CapacityPolicy> policies;
  private final List<CapacityPolicy> holding;
  private final Scheduler scheduler;
  private final Lazy<GangHold> domains;

  private PolicyHolds(Cluster cluster, Collection<CapacityPolicy> policies, Scheduler scheduler) {
    this.cluster = cluster;
    this.policies = List.copyOf(policies);
    this.holding = holding(policies);
    this.scheduler = scheduler;
    this.domains = new Lazy<>(() -> gangs(cluster, policies, scheduler));
  }

  /**
   * Returns the holds of a cluster; none where nodes or pods that shares depend on were not read.
   * Where no policy holds pods, only gangs that no domain takes are held, since their pods say so.
   */
  public static PodHolds of(
      Cluster cluster, Collection<CapacityPolicy> policies, Scheduler scheduler) {
    boolean isKnown = Stream.of(Node.RESOURCE, Pod.RESOURCE).allMatch(cluster::covers);
    return isKnown ? new PolicyHolds(cluster, policies, scheduler) : NONE;
  }

  /** Returns why gangs wait, by the policies that hold pods, where there are any. */
  public static GangHold gangs(
      Cluster cluster, Collection<CapacityPolicy> policies, Scheduler scheduler) {
    return new GangHold(cluster, scheduler, usages(cluster, holding(policies)), policies);
  }

  private static List<CapacityPolicy> holding(Collection<CapacityPolicy> policies) {
    return policies.stream()
        .filter(p -> p.enforcement().placement() == PlacementMode.HOLD)
        .toList();
  }

  private static List<TenantUsage> usages(Cluster cluster, List<CapacityPolicy> holding) {
    List<TenantUsage> usages = new ArrayList<>();
    if (holding.isEmpty()) {
      return usages;
    }
    holding.forEach(p -> usages.add(new TenantUsage(AppliedPolicy.of(cluster, p))));
    for (Pod pod : cluster.list(Pod.class)) {
      usages.replaceAll(u -> u.placed(pod, true, cluster));
      if (waits(pod)) {
        usages.replaceAll(u -> u.waiting(pod, true, cluster));
      }
    }
    return usages;
  }

  @Override
  public PodHolds on(Cluster changed) {
    return of(changed, policies.stream().map(p -> asIn(changed, p)).toList(), scheduler);
  }

  private static CapacityPolicy asIn(Cluster changed, CapacityPolicy policy) {
    return changed
        .find(PolicyObject.class, "", policy.name())
        .flatMap(PolicyObject::spec)
        .filter(CapacityPolicy.class::isInstance)
        .map(CapacityPolicy.class::cast)
        .orElse(policy);
  }

  @Override
  public boolean countPassed() {
    return !holding.isEmpty();
  }

  @Override
  public Optional<PodHold> ofDomain(Pod pod) {
    return domains.get().ofDomain(pod);
  }

  @Override
  public Sequence start() {
    if (holding.isEmpty()) {
      return this::ofDomain;
    }
    List<TenantUsage> usages = usages(cluster, holding);
    GangHold gangs = new GangHold(cluster, scheduler, usages, policies);
    return pod -> {
      Optional<PodHold> hold = gangs.of(pod).or(() -> ofShare(usages, pod));
      if (hold.isEmpty()) {
        usages.replaceAll(u -> u.waiting(pod, false, cluster).assumed(pod, true, cluster));
      }
      return hold;
    };
  }

  /** Returns whether the pod waits to be placed. */
  static boolean waits(Pod pod) {
    return !pod.isBound()
        && !pod.isTerminal()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().isEmpty();
  }

  private Optional<PodHold> ofShare(List<TenantUsage> usages, Pod pod) {
    return usages.stream().flatMap(u -> ofShare(u, pod).stream()).findFirst();
  }

  private Optional<PodHold> ofShare(TenantUsage usage, Pod pod) {
    Optional<String> tenant = usage.tenantOf(pod, cluster);
    if (tenant.isEmpty()) {
      return Optional.empty();
    }
    return new ShareRule(usage)
        .amounts(tenant.get(), usage.requests(pod)).stream()
            .filter(a -> !a.suffice())
            .findFirst()
            .map(a -> hold(usage.appliedPolicy().policy(), tenant.get(), a));
  }

  private static PodHold hold(CapacityPolicy policy, String tenant, ShareAmounts amounts) {
    return PodHold.ofShare(
        HoldText.ofShare(tenant, amounts.resource()),
        ShareLack.notes(policy, tenant, amounts),
        new ShareHold(policy.name(), tenant, amounts));
  }
}
