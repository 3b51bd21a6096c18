package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import dev.plimsoll.model.tenancy.plan.QuotaPlan;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes decided ceilings into ResourceQuotas. Only quotas without scopes are touched; a namespace
 * without one for a resource gets one. Dead keys for a divided resource are dropped.
 */
public final class QuotaPlanner {
  private final Map<String, Draft> drafts = new LinkedHashMap<>();

  private QuotaPlanner() {}

  /** Returns the quotas with the ceilings that were decided. */
  public static QuotaPlan of(Cluster cluster, Shares shares, CeilingPlan plan) {
    return of(cluster, Workloads.of(cluster), shares, plan);
  }

  /** Returns that, with the pods of the cluster gathered before. */
  public static QuotaPlan of(
      Cluster cluster, Workloads workloads, Shares shares, CeilingPlan plan) {
    QuotaPlanner planner = new QuotaPlanner();
    List<NamespaceUsage> usages =
        NamespaceUsages.of(cluster, workloads, shares.capacity().policy());
    for (ResourceCeilings resource : plan.resources()) {
      Map<String, DecidedCeiling> decided = new HashMap<>();
      resource.ceilings().forEach(c -> decided.put(c.seen().namespace(), c));
      for (NamespaceUsage usage : usages) {
        DecidedCeiling ceiling = decided.get(usage.namespace());
        if (ceiling != null && usage.resource().equals(resource.capacity().resource())) {
          planner.propose(usage, ceiling, Derivation.of(shares, resource, usage, ceiling));
        }
      }
    }
    return new QuotaPlan(shares, planner.drafts.values().stream().map(Draft::proposal).toList());
  }

  private void propose(NamespaceUsage usage, DecidedCeiling decided, List<DerivationStep> why) {
    Quantity goal = usage.resource().quantity(decided.goal());
    Quantity next =
        usage
            .now()
            .filter(
                now ->
                    decided.seen().quota() == decided.units() && now.compareTo(usage.bound()) >= 0)
            .orElse(Quantity.max(usage.resource().quantity(decided.units()), kept(usage, decided)));
    boolean found = false;
    for (ResourceQuota quota : usage.quotas()) {
      List<ResourceName> keys = usage.keysOf(quota);
      List<ResourceName> dead =
          QuotaKeys.deadKeys(usage.resource().name()).stream()
              .filter(quota.spec().hard()::contains)
              .toList();
      if (!keys.isEmpty() || !dead.isEmpty()) {
        Draft draft = draft(usage, quota.name(), quota.spec().hard());
        draft.dead.addAll(dead);
        for (ResourceName key : keys) {
          found = true;
          draft.keys.add(new QuotaKeyProposal(key, usage.used(), goal, next, why));
        }
      }
    }
    if (!found) {
      Optional<ResourceQuota> existing = quotaFor(usage);
      draft(
              usage,
              existing.map(ResourceQuota::name).orElse(QuotaPlan.NEW_QUOTA),
              existing.map(q -> q.spec().hard()).orElse(Resources.EMPTY))
          .keys
          .add(
              new QuotaKeyProposal(
                  QuotaKeys.requestKey(usage.resource().name()), usage.used(), goal, next, why));
    }
  }

  /** Returns the usage that is kept, which needn't be whole units. */
  private static Quantity kept(NamespaceUsage usage, DecidedCeiling decided) {
    return decided.units() >= decided.seen().charged()
        ? Quantity.max(usage.used(), usage.bound())
        : decided.units() >= decided.seen().running() ? usage.bound() : Quantity.ZERO;
  }

  /**
   * Returns the quota that gets a missing key: one with a dead key for it, or the one created
   * earlier.
   */
  private static Optional<ResourceQuota> quotaFor(NamespaceUsage usage) {
    List<ResourceName> dead = QuotaKeys.deadKeys(usage.resource().name());
    return usage.quotas().stream()
        .filter(q -> dead.stream().anyMatch(q.spec().hard()::contains))
        .findFirst()
        .or(
            () ->
                usage.quotas().stream()
                    .filter(q -> q.name().equals(QuotaPlan.NEW_QUOTA))
                    .findFirst());
  }

  private Draft draft(NamespaceUsage usage, String quota, Resources now) {
    return drafts.computeIfAbsent(
        usage.namespace() + "/" + quota,
        k -> new Draft(usage.tenant().name(), usage.namespace(), quota, now));
  }

  /** A proposal in the making. */
  private static final class Draft {
    private final String tenant;
    private final String namespace;
    private final String quota;
    private final Resources now;
    private final List<QuotaKeyProposal> keys = new ArrayList<>();
    private final List<ResourceName> dead = new ArrayList<>();

    Draft(String tenant, String namespace, String quota, Resources now) {
      this.tenant = tenant;
      this.namespace = namespace;
      this.quota = quota;
      this.now = now;
    }

    ResourceQuotaProposal proposal() {
      return new ResourceQuotaProposal(tenant, namespace, quota, now, keys, dead);
    }
  }
}
