package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.division.Apportionment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ceilings that quotas should have so that they follow from the shares.
 *
 * <p>A ceiling is never proposed below what is used, and the ceilings of a resource never come to
 * more than there is to divide, unless bound pods are charged more already or the step forbids it.
 * What pods without a node are charged is used too, but gives way where all that is charged is more
 * than there is. Only quotas without scopes are touched; a namespace without one for a resource
 * gets one.
 *
 * @param shares what the plan follows
 * @param proposals one a quota, by tenant in the order of the policy, then by namespace and name
 */
public record QuotaPlan(Shares shares, List<ResourceQuotaProposal> proposals) {

  /** The name of quotas that are created. */
  public static final String NEW_QUOTA = "plimsoll";

  /** Makes the list unmodifiable. */
  public QuotaPlan {
    proposals = List.copyOf(proposals);
  }

  /** Returns the ceilings that follow from the shares. */
  public static QuotaPlan of(Cluster cluster, Shares shares) {
    List<NamespaceUsage> namespaceUsages = NamespaceUsages.of(cluster, shares.capacity().policy());
    Map<String, Draft> drafts = new LinkedHashMap<>();
    for (DividedResource resource : shares.capacity().policy().resources()) {
      List<NamespaceUsage> some =
          namespaceUsages.stream().filter(p -> p.resource().equals(resource)).toList();
      draft(shares, resource, some, drafts);
    }
    return new QuotaPlan(shares, drafts.values().stream().map(Draft::proposal).toList());
  }

  private static void draft(
      Shares shares,
      DividedResource resource,
      List<NamespaceUsage> namespaceUsages,
      Map<String, Draft> drafts) {
    CeilingGoals wanted = new CeilingGoals(shares, resource, namespaceUsages);
    Apportionment ofTenants = wanted.ofTenants(namespaceUsages);
    SortedMap<String, List<NamespaceUsage>> byTenant = new TreeMap<>();
    namespaceUsages.forEach(
        p -> byTenant.computeIfAbsent(p.tenant().name(), t -> new ArrayList<>()).add(p));
    Map<String, Long> goals = new LinkedHashMap<>();
    byTenant.forEach(
        (tenant, some) -> goals.putAll(wanted.ofNamespaces(ofTenants.of(tenant), some).shares()));
    SortedMap<String, Long> proposed =
        moved(shares.capacity(), resource, moves(wanted, namespaceUsages, goals));
    for (NamespaceUsage namespaceUsage : namespaceUsages) {
      long goal = goals.getOrDefault(namespaceUsage.namespace(), 0L);
      long units = proposed.getOrDefault(namespaceUsage.namespace(), goal);
      List<DerivationStep> why =
          Derivation.of(
              shares, namespaceUsage, ofTenants.of(namespaceUsage.tenant().name()), goal, units);
      propose(namespaceUsage, goal, units, why, drafts);
    }
  }

  private static List<CeilingChange> moves(
      CeilingGoals wanted, List<NamespaceUsage> namespaceUsages, Map<String, Long> goals) {
    return namespaceUsages.stream()
        .map(
            p ->
                new CeilingChange(
                    p.namespace(),
                    wanted.kept(p),
                    p.nowUnits(),
                    goals.getOrDefault(p.namespace(), 0L)))
        .toList();
  }

  private static SortedMap<String, Long> moved(
      TenantCapacity tenantCapacity, DividedResource resource, List<CeilingChange> ceilingChanges) {
    return new CeilingChanges(tenantCapacity.divided(resource), tenantCapacity.stepLimits(resource))
        .of(ceilingChanges);
  }

  private static void propose(
      NamespaceUsage namespaceUsage,
      long goal,
      long units,
      List<DerivationStep> why,
      Map<String, Draft> drafts) {
    DividedResource resource = namespaceUsage.resource();
    Quantity next =
        namespaceUsage
            .now()
            .filter(
                now ->
                    namespaceUsage.nowUnits() == units
                        && now.compareTo(namespaceUsage.bound()) >= 0)
            .orElse(resource.quantity(units));
    boolean found = false;
    for (ResourceQuota quota : namespaceUsage.quotas()) {
      List<ResourceName> keys = namespaceUsage.keysOf(quota);
      List<ResourceName> dead =
          QuotaKeys.deadKeys(resource.name()).stream()
              .filter(quota.spec().hard()::contains)
              .toList();
      if (!keys.isEmpty() || !dead.isEmpty()) {
        Draft draft = draft(namespaceUsage, quota.name(), quota.spec().hard(), drafts);
        draft.dead.addAll(dead);
        for (ResourceName key : keys) {
          found = true;
          draft.keys.add(
              new QuotaKeyProposal(key, namespaceUsage.used(), resource.quantity(goal), next, why));
        }
      }
    }
    if (!found) {
      Optional<ResourceQuota> existing = quotaFor(namespaceUsage);
      draft(
              namespaceUsage,
              existing.map(ResourceQuota::name).orElse(NEW_QUOTA),
              existing.map(q -> q.spec().hard()).orElse(Resources.EMPTY),
              drafts)
          .keys
          .add(
              new QuotaKeyProposal(
                  QuotaKeys.requestKey(resource.name()),
                  namespaceUsage.used(),
                  resource.quantity(goal),
                  next,
                  why));
    }
  }

  /**
   * Returns the quota that gets a missing key: one with a dead key for it, or the one created
   * earlier.
   */
  private static Optional<ResourceQuota> quotaFor(NamespaceUsage namespaceUsage) {
    List<ResourceName> dead = QuotaKeys.deadKeys(namespaceUsage.resource().name());
    return namespaceUsage.quotas().stream()
        .filter(q -> dead.stream().anyMatch(q.spec().hard()::contains))
        .findFirst()
        .or(
            () ->
                namespaceUsage.quotas().stream()
                    .filter(q -> q.name().equals(NEW_QUOTA))
                    .findFirst());
  }

  private static Draft draft(
      NamespaceUsage namespaceUsage, String quota, Resources now, Map<String, Draft> drafts) {
    return drafts.computeIfAbsent(
        namespaceUsage.namespace() + "/" + quota,
        k -> new Draft(namespaceUsage.tenant().name(), namespaceUsage.namespace(), quota, now));
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
