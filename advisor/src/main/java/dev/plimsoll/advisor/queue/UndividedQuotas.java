package dev.plimsoll.advisor.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedCapacity;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The nominal quotas that no advice changes: of Cohorts, and of ClusterQueues without a single
 * tenant.
 *
 * @param key their flavor and resource
 * @param nominal the nominal quotas by the owner's kind and name
 * @param unreserved the part that no Workload reserves; the pods of Workloads hold the rest
 */
record UndividedQuotas(FlavorResource key, Map<String, Quantity> nominal, Quantity unreserved) {

  static UndividedQuotas of(Cluster cluster, TenantQueues owned, FlavorResource key) {
    Map<String, Quantity> nominal = new TreeMap<>();
    Quantity unreserved = Quantity.ZERO;
    for (ClusterQueue queue : cluster.list(ClusterQueue.class)) {
      if (!owned.tenants().containsKey(queue.name())) {
        Quantity amount = nominal(queue.quotas(), key);
        nominal.put("ClusterQueue " + queue.name(), amount);
        Quantity reserved = queue.reserved().getOrDefault(key, Quantity.ZERO);
        unreserved = unreserved.add(Quantity.max(Quantity.ZERO, amount.subtract(reserved)));
      }
    }
    for (Cohort cohort : cluster.list(Cohort.class)) {
      Quantity amount = nominal(cohort.quotas(), key);
      nominal.put("Cohort " + cohort.name(), amount);
      unreserved = unreserved.add(amount);
    }
    nominal.values().removeIf(a -> a.signum() <= 0);
    return new UndividedQuotas(key, nominal, unreserved);
  }

  private static Quantity nominal(List<FlavorQuota> quotas, FlavorResource key) {
    return quotas.stream()
        .filter(q -> q.key().equals(key))
        .map(FlavorQuota::nominal)
        .reduce(Quantity.ZERO, Quantity::add);
  }

  /** Returns a policy of one resource with a reserve that holds the unreserved part, too. */
  CapacityPolicy reservedBy(CapacityPolicy policy, Cluster cluster) {
    DividedResource resource = policy.resources().get(0);
    DividedCapacity capacity = TenantCapacity.of(cluster, policy).of(resource);
    BigDecimal stays =
        unreserved.toBigDecimal().divide(policy.division().overcommit(), MathContext.DECIMAL64);
    long units = Math.min(capacity.available(), capacity.reserve() + resource.unitsFor(stays));
    Map<ResourceName, Amount> reserve = new HashMap<>(policy.reserve());
    reserve.put(resource.name(), new Amount.Absolute(resource.quantity(units)));
    return unreserved.isZero() ? policy : policy.withReserve(reserve);
  }

  /** Returns a note about the nominal quotas, if there are any. */
  Optional<String> note() {
    return nominal.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "flavor %s: more nominal quota of %s stays, and isn't divided: %s"
                .formatted(
                    key.flavor(),
                    key.resource(),
                    nominal.entrySet().stream()
                        .map(e -> e.getKey() + " has " + e.getValue())
                        .collect(Collectors.joining(", "))));
  }
}
