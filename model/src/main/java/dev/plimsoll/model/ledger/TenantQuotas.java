package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The quotas of tenants across their namespaces. The limit is the tenant's share if it may not
 * borrow, else its agreed ceiling. The quotas count requests, under the keys that ResourceQuotas
 * have for them.
 *
 * <p>A resource that is divided in some pools only has no such quota, since nobody knows at
 * creation in which pool a pod will be. A namespace that is being deleted counts until it is gone.
 */
public final class TenantQuotas {

  private TenantQuotas() {}

  /** Returns the quotas of a policy's tenants, in the policy's order; none if it enforces none. */
  public static List<EnforcedQuota> of(Cluster cluster, CapacityPolicy policy) {
    AdmissionMode mode = policy.enforcement().admission();
    if (mode == AdmissionMode.OFF) {
      return List.of();
    }
    Shares shares = Shares.of(cluster, policy);
    Map<String, SortedSet<String>> namespaces = namespaces(cluster, policy);
    List<EnforcedQuota> quotas = new ArrayList<>();
    for (Tenant tenant : policy.tenants()) {
      Resources hard = hard(shares, policy, tenant);
      SortedSet<String> counted = namespaces.getOrDefault(tenant.name(), new TreeSet<>());
      if (!hard.isEmpty()) {
        quotas.add(
            new EnforcedQuota(
                new QuotaOrigin.OfTenant(policy.name(), tenant.name()),
                mode,
                ResourceQuotaSpec.of(hard),
                counted,
                counted));
      }
    }
    return List.copyOf(quotas);
  }

  private static Map<String, SortedSet<String>> namespaces(Cluster cluster, CapacityPolicy policy) {
    Map<String, SortedSet<String>> byTenant = new HashMap<>();
    for (String namespace : cluster.namespaces()) {
      TenantNamespaces.tenantOf(namespace, cluster, policy)
          .ifPresent(t -> byTenant.computeIfAbsent(t.name(), n -> new TreeSet<>()).add(namespace));
    }
    return byTenant;
  }

  private static Resources hard(Shares shares, CapacityPolicy policy, Tenant tenant) {
    Resources.Builder hard = Resources.builder();
    for (DividedResource resource : policy.resources()) {
      if (resource.pools().isEmpty()) {
        shares
            .of(tenant.name(), resource.name())
            .flatMap(s -> most(s, policy, tenant))
            .ifPresent(most -> hard.put(QuotaKeys.requestKey(resource.name()), most));
      }
    }
    return hard.build();
  }

  private static Optional<Quantity> most(Share share, CapacityPolicy policy, Tenant tenant) {
    if (policy.enforcement().borrowing() == BorrowingMode.NEVER) {
      return Optional.of(share.share());
    }
    return tenant.ceiling().containsKey(share.resource())
        ? Optional.of(share.ceiling())
        : Optional.empty();
  }
}
