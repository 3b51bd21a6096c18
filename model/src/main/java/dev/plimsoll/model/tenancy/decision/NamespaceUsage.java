package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One resource in one namespace.
 *
 * @param tenant whose namespace it is
 * @param namespace the namespace
 * @param resource the resource
 * @param quotas the namespace's quotas that count all its pods
 * @param bound what the namespace's bound pods are charged
 * @param used what all its pods are charged, those without a node too
 * @param wanted that, with what its missing pods request
 */
record NamespaceUsage(
    Tenant tenant,
    String namespace,
    DividedResource resource,
    List<ResourceQuota> quotas,
    Quantity bound,
    Quantity used,
    Quantity wanted) {

  NamespaceUsage {
    quotas = List.copyOf(quotas);
  }

  /** Returns the lowest ceiling there is. */
  Optional<Quantity> now() {
    return quotas.stream()
        .flatMap(q -> keysOf(q).stream().map(q.spec().hard()::getOrZero))
        .min(Comparator.naturalOrder());
  }

  /** Returns the keys of a quota that the resource is charged to. */
  List<ResourceName> keysOf(ResourceQuota quota) {
    return QuotaKeys.chargedKeys(resource.name()).stream()
        .filter(quota.spec().hard()::contains)
        .toList();
  }

  long usedUnits() {
    return resource.unitsFor(used);
  }

  boolean hasQuota() {
    return now().isPresent();
  }

  long nowUnits() {
    return now().map(n -> resource.unitsIn(n.toBigDecimal())).orElse(0L);
  }
}
