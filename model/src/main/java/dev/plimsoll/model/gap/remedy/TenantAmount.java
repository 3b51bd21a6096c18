package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.QuotaOrigin;
import dev.plimsoll.model.ledger.TenantQuotas;
import dev.plimsoll.model.object.LedgerSummary;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PolicyObject;
import dev.plimsoll.model.object.ResourceQuotaSpec;
import dev.plimsoll.model.patch.TenantPatch;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaKeys;
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

/**
 * What a tenant's quota across its namespaces follows: its ceiling, or where it may not borrow its
 * share, which is at least its guarantee.
 *
 * @param object the policy as an object
 * @param policy what it says
 * @param tenant the tenant
 * @param resource the resource
 */
record TenantAmount(
    PolicyObject object, CapacityPolicy policy, Tenant tenant, DividedResource resource) {

  /** Returns that of a tenant's quota key; nothing if it isn't known. */
  static Optional<TenantAmount> of(
      Cluster cluster, String policyName, String tenantName, ResourceName key) {
    if (!cluster.covers(Node.RESOURCE)
        || !cluster.covers(Namespace.RESOURCE)
        || !cluster.covers(Pod.RESOURCE)) {
      return Optional.empty();
    }
    return cluster
        .find(PolicyObject.class, "", policyName)
        .flatMap(
            object ->
                specOf(object)
                    .flatMap(
                        policy ->
                            policy
                                .tenant(tenantName)
                                .flatMap(
                                    tenant ->
                                        policy.resources().stream()
                                            .filter(r -> QuotaKeys.requestKey(r.name()).equals(key))
                                            .findFirst()
                                            .map(
                                                r ->
                                                    new TenantAmount(object, policy, tenant, r)))));
  }

  /** Returns what a policy says, if that was read. */
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

  /** Returns what it is in the policy: {@code guarantee} or {@code ceiling}. */
  String field() {
    return isOfShare() ? "guarantee" : "ceiling";
  }

  /** Returns whether the quota is the share. */
  boolean isOfShare() {
    return policy.enforcement().borrowing() == BorrowingMode.NEVER;
  }

  /**
   * Returns the change by which the quota comes to so much; nothing if it would already, or
   * wouldn't even then.
   */
  Optional<Change> raised(Cluster cluster, Quantity needed) {
    CapacityPolicy changed = withAmount(raisedTo(needed));
    Map<QuotaOrigin, ResourceQuotaSpec> limits = limits(cluster, changed);
    if (isEnough(limits(cluster, policy), needed) || !isEnough(limits, needed)) {
      return Optional.empty();
    }
    Map<String, ResourceQuotaSpec> ofLedgers = new HashMap<>();
    for (LedgerSummary ledger : cluster.list(LedgerSummary.class)) {
      limits.forEach(
          (origin, spec) -> {
            if (ledger.origin().equals(origin.toString())) {
              ofLedgers.put(ledger.name(), spec);
            }
          });
    }
    return Optional.of(
        new QuotaChange.SetPolicy(
            object.withSpec(changed),
            ofLedgers,
            TenantPatch.amount(
                object,
                policy.tenants().indexOf(tenant),
                tenant.name(),
                field(),
                amounts().isEmpty(),
                resource.name(),
                raisedTo(needed))));
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
    return isOfShare() ? tenant.guarantee() : tenant.ceiling();
  }

  private CapacityPolicy withAmount(Quantity quantity) {
    Map<ResourceName, Amount> amounts = new HashMap<>(amounts());
    amounts.put(resource.name(), new Amount.Absolute(quantity));
    Tenant changed =
        isOfShare()
            ? tenant.withAmounts(amounts, tenant.ceiling())
            : tenant.withAmounts(tenant.guarantee(), amounts);
    List<Tenant> tenants = new ArrayList<>(policy.tenants());
    tenants.set(tenants.indexOf(tenant), changed);
    return policy.withTenants(tenants);
  }
}
