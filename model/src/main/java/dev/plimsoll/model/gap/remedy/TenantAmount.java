package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.hold.ShareHold;
import dev.plimsoll.model.hold.ShareLack;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.QuotaOrigin;
import dev.plimsoll.model.ledger.TenantQuotas;
import dev.plimsoll.model.patch.TenantPatch;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The amount that sets a tenant's quota across its namespaces: its ceiling or, if it may not
 * borrow, its share. The share is at least the guarantee.
 *
 * @param object the policy as an object
 * @param policy what it says
 * @param tenant the tenant
 * @param resource the resource
 * @param isOfShare whether it is the guarantee, which the share follows, else the ceiling
 */
record TenantAmount(
    PolicyObject object,
    CapacityPolicy policy,
    Tenant tenant,
    DividedResource resource,
    boolean isOfShare) {

  /** Returns the amount behind a tenant's quota key; empty if the policy was not read. */
  static Optional<TenantAmount> of(
      Cluster cluster, String policyName, String tenantName, ResourceName key) {
    if (!cluster.covers(Node.RESOURCE)
        || !cluster.covers(Namespace.RESOURCE)
        || !cluster.covers(Pod.RESOURCE)) {
      return Optional.empty();
    }
    return find(cluster, policyName, tenantName, r -> QuotaKeys.requestKey(r.name()).equals(key));
  }

  /**
   * Returns the amount that holds a tenant's pods: its ceiling, or its guarantee, which its share
   * follows; empty if the policy was not read.
   */
  static Optional<TenantAmount> holding(Cluster cluster, ShareHold share) {
    ResourceName resource = share.amounts().resource();
    return find(cluster, share.policy(), share.tenant(), r -> r.name().equals(resource))
        .map(
            a ->
                new TenantAmount(
                    a.object,
                    a.policy,
                    a.tenant,
                    a.resource,
                    !ShareLack.isOfCeiling(a.policy, share.tenant(), share.amounts())));
  }

  private static Optional<TenantAmount> find(
      Cluster cluster, String policyName, String tenantName, Predicate<DividedResource> which) {
    Optional<PolicyObject> object = cluster.find(PolicyObject.class, "", policyName);
    Optional<CapacityPolicy> policy = policy(cluster, policyName);
    Optional<Tenant> tenant = policy.flatMap(p -> p.tenant(tenantName));
    Optional<DividedResource> resource =
        policy.flatMap(p -> p.resources().stream().filter(which).findFirst());
    return tenant.isEmpty() || resource.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TenantAmount(
                object.orElseThrow(),
                policy.orElseThrow(),
                tenant.get(),
                resource.get(),
                policy.get().enforcement().borrowing() == BorrowingMode.NEVER));
  }

  /** Returns the spec of the policy with that name, if it was read. */
  static Optional<CapacityPolicy> policy(Cluster cluster, String name) {
    return cluster.find(PolicyObject.class, "", name).flatMap(TenantAmount::specOf);
  }

  /** Returns the spec of a policy object, if it was read. */
  static Optional<CapacityPolicy> specOf(PolicyObject object) {
    return object.spec().filter(CapacityPolicy.class::isInstance).map(CapacityPolicy.class::cast);
  }

  /** Returns the amount that is to be raised. */
  Amount now() {
    return amounts().getOrDefault(resource.name(), Amount.NONE);
  }

  /** Returns the amount to which it is to be raised: whole units. */
  Quantity raisedTo(Quantity needed) {
    return resource.quantity(resource.unitsFor(needed));
  }

  /** Returns the field of the policy: {@code guarantee} or {@code ceiling}. */
  String field() {
    return isOfShare ? "guarantee" : "ceiling";
  }

  /** Returns the costs of a raise for others, a sentence each. */
  List<String> costs() {
    List<String> costs = new ArrayList<>();
    if (now() instanceof Amount.Percent) {
      costs.add("the " + field() + " then no longer follows the capacity");
    }
    if (isOfShare) {
      costs.add("what is guaranteed to one tenant may be taken from the shares of the others");
    }
    return List.copyOf(costs);
  }

  /**
   * Returns the change by which the quota comes to so much; nothing if it would already, or
   * wouldn't even then.
   */
  Optional<Change> raised(Cluster cluster, Quantity needed) {
    return isEnough(limits(cluster, policy), needed)
            || !isEnough(limits(cluster, withAmount(raisedTo(needed))), needed)
        ? Optional.empty()
        : Optional.of(set(cluster, raisedTo(needed)));
  }

  /** Returns the change that sets it, and with it the limits of ledgers. */
  Change set(Cluster cluster, Quantity quantity) {
    CapacityPolicy changed = withAmount(quantity);
    Map<QuotaOrigin, ResourceQuotaSpec> limits = limits(cluster, changed);
    Map<String, ResourceQuotaSpec> ofLedgers = new HashMap<>();
    for (LedgerSummary ledger : cluster.list(LedgerSummary.class)) {
      limits.forEach(
          (origin, spec) -> {
            if (ledger.origin().equals(origin.toString())) {
              ofLedgers.put(ledger.name(), spec);
            }
          });
    }
    return new QuotaChange.SetPolicy(
        object.withSpec(changed),
        ofLedgers,
        TenantPatch.amount(
            object,
            policy.tenants().indexOf(tenant),
            tenant.name(),
            field(),
            amounts().isEmpty(),
            resource.name(),
            quantity));
  }

  private boolean isEnough(Map<QuotaOrigin, ResourceQuotaSpec> limits, Quantity needed) {
    return Optional.ofNullable(limits.get(new QuotaOrigin.OfTenant(policy.name(), tenant.name())))
        .flatMap(spec -> spec.hard().get(QuotaKeys.requestKey(resource.name())))
        .filter(hard -> hard.compareTo(needed) >= 0)
        .isPresent();
  }

  private static Map<QuotaOrigin, ResourceQuotaSpec> limits(
      Cluster cluster, CapacityPolicy policy) {
    Map<QuotaOrigin, ResourceQuotaSpec> limits = new HashMap<>();
    for (EnforcedQuota quota : TenantQuotas.of(cluster, policy)) {
      limits.put(quota.origin(), quota.spec());
    }
    return limits;
  }

  private Map<ResourceName, Amount> amounts() {
    return isOfShare ? tenant.guarantee() : tenant.ceiling();
  }

  private CapacityPolicy withAmount(Quantity quantity) {
    Map<ResourceName, Amount> amounts = new HashMap<>(amounts());
    amounts.put(resource.name(), new Amount.Absolute(quantity));
    Tenant changed =
        isOfShare
            ? tenant.withAmounts(amounts, tenant.ceiling())
            : tenant.withAmounts(tenant.guarantee(), amounts);
    List<Tenant> tenants = new ArrayList<>(policy.tenants());
    tenants.set(tenants.indexOf(tenant), changed);
    return policy.withTenants(tenants);
  }
}
