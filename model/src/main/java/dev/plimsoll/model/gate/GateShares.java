package dev.plimsoll.model.gate;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.usage.AppliedPolicy;
import dev.plimsoll.model.tenancy.usage.DominantShare;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The usage of shares by tenants under policies that gate pods. Placed pods count, and released
 * pods without a node. For one thread at a time.
 */
final class GateShares {
  private final Cluster cluster;
  private final List<TenantUsage> usages;

  GateShares(Cluster cluster, List<CapacityPolicy> policies) {
    this.cluster = cluster;
    this.usages =
        new ArrayList<>(
            policies.stream().map(p -> new TenantUsage(AppliedPolicy.of(cluster, p))).toList());
  }

  /** Counts a pod that has a node. */
  void placed(Pod pod) {
    usages.replaceAll(u -> u.placed(pod, true, cluster));
  }

  /** Counts a pod that is released and has no node. */
  void released(Pod pod) {
    usages.replaceAll(u -> u.assumed(pod, true, cluster));
  }

  /** Counts a pod that waits, so that nobody borrows what it will take. */
  void waits(Pod pod) {
    usages.replaceAll(u -> u.waiting(pod, true, cluster));
  }

  /** Charges all pods of a unit to their tenants' shares, or none; returns the reason if none. */
  Optional<GateReason> take(GateUnit unit) {
    List<Pod> taken = new ArrayList<>();
    for (Pod pod : unit.pods()) {
      Optional<GateReason> lack = lack(pod);
      if (lack.isPresent()) {
        taken.forEach(p -> count(p, false));
        return lack;
      }
      count(pod, true);
      taken.add(pod);
    }
    return Optional.empty();
  }

  /** Takes back what {@link #take} had these pods hold. */
  void giveBack(GateUnit unit) {
    unit.pods().forEach(p -> count(p, false));
  }

  private void count(Pod pod, boolean in) {
    usages.replaceAll(u -> u.waiting(pod, !in, cluster).assumed(pod, in, cluster));
  }

  private Optional<GateReason> lack(Pod pod) {
    return usages.stream().flatMap(u -> lack(u, pod).stream()).findFirst();
  }

  private Optional<GateReason> lack(TenantUsage usage, Pod pod) {
    return usage
        .tenantOf(pod, cluster)
        .flatMap(
            tenant ->
                new ShareRule(usage)
                    .amounts(tenant, usage.requests(pod)).stream()
                        .filter(a -> !a.suffice())
                        .findFirst()
                        .map(a -> reason(tenant, a)));
  }

  private static GateReason reason(String tenant, ShareAmounts amounts) {
    return new GateReason(
        GateReason.Cause.SHARE, "tenant " + tenant + " to have share of " + amounts.resource());
  }

  /**
   * Returns the tenant whose turn the pod uses, by the first policy that knows its tenant; else the
   * namespace.
   */
  String turnOf(Pod pod) {
    return dominantShare(pod).map(s -> "tenant " + s.tenant()).orElse(pod.namespace());
  }

  /** Returns how much the pod's tenant has used of its shares, 1 for all. */
  double used(Pod pod) {
    return dominantShare(pod).map(DominantShare::used).orElse(0.0);
  }

  private Optional<DominantShare> dominantShare(Pod pod) {
    return usages.stream()
        .flatMap(u -> u.tenantOf(pod, cluster).map(t -> DominantShare.of(u, t)).stream())
        .findFirst();
  }

  /** Returns the unit's requests for divided resources. */
  Resources divided(GateUnit unit) {
    return unit.pods().stream()
        .flatMap(p -> usages.stream().map(u -> u.requests(p)))
        .reduce(Resources.EMPTY, Resources::add);
  }

  /** Returns whether nothing but what its tenant itself holds keeps the unit from its shares. */
  boolean couldHold(GateUnit unit) {
    return usages.stream().allMatch(u -> couldHold(u, unit));
  }

  private boolean couldHold(TenantUsage usage, GateUnit unit) {
    Resources requests =
        unit.pods().stream().map(usage::requests).reduce(Resources.EMPTY, Resources::add);
    return shares(usage, unit.first(), requests)
        .allMatch(s -> requests.getOrZero(s.resource()).compareTo(s.share()) <= 0);
  }

  private Stream<Share> shares(TenantUsage usage, Pod pod, Resources requests) {
    Optional<String> tenant = usage.tenantOf(pod, cluster);
    return requests.names().stream()
        .flatMap(n -> tenant.flatMap(t -> usage.appliedPolicy().shares().of(t, n)).stream());
  }
}
