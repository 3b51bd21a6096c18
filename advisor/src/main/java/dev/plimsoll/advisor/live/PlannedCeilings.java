package dev.plimsoll.advisor.live;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.division.StepLimits;
import dev.plimsoll.model.tenancy.plan.ConfirmedChanges;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The ceilings that a plan covers while it is carried out: what may be put where, given what was
 * stored so far. A namespace's ceiling on a resource is the lowest of its quotas; one without any
 * counts with what it uses.
 */
final class PlannedCeilings {
  private final Map<String, List<PlannedQuota>> byNamespace;
  private final Map<ResourceName, Divided> divided = new HashMap<>();
  private final Map<String, Resources> stored = new HashMap<>();

  private record Divided(DividedResource resource, ConfirmedChanges changes) {}

  /** Which way a ceiling goes. */
  enum Direction {
    /** It frees something, or takes nothing. */
    REDUCTION,
    /** It takes something. */
    RAISE,
    /** It is not on what is divided, and comes or goes. */
    OTHER
  }

  /**
   * Begins with the quotas as they are.
   *
   * @param stepLimits of each resource that is divided, in its units
   */
  PlannedCeilings(List<PlannedQuota> quotas, Map<DividedResource, StepLimits> stepLimits) {
    this.byNamespace =
        quotas.stream().collect(groupingBy(PlannedQuota::namespace, TreeMap::new, toList()));
    quotas.forEach(q -> stored.put(q.label(), q.now()));
    stepLimits.forEach((r, limits) -> divided.put(r.name(), divided(r, limits)));
  }

  static PlannedCeilings of(Advice advice) {
    TenantCapacity capacity = advice.shares().capacity();
    Map<DividedResource, StepLimits> stepLimits = new HashMap<>();
    capacity.policy().resources().forEach(r -> stepLimits.put(r, capacity.stepLimits(r)));
    return new PlannedCeilings(
        Stream.concat(advice.recommendations().stream(), advice.elsewhere().stream())
            .map(PlannedQuota::of)
            .toList(),
        stepLimits);
  }

  /** Returns by how much ceilings of namespaces on a resource are to rise, all together. */
  BigDecimal raised(ResourceName resource, Set<String> namespaces) {
    return sum(resource, namespaces, PlannedQuota::now, PlannedQuota::decided);
  }

  /** Returns by how much ceilings of namespaces on a resource are to sink, all together. */
  BigDecimal reduced(ResourceName resource, Set<String> namespaces) {
    return sum(resource, namespaces, PlannedQuota::decided, PlannedQuota::now);
  }

  private BigDecimal sum(
      ResourceName resource,
      Set<String> namespaces,
      Function<PlannedQuota, Resources> from,
      Function<PlannedQuota, Resources> to) {
    BigDecimal sum = BigDecimal.ZERO;
    for (String namespace : namespaces) {
      sum =
          sum.add(
              MilliUnits.amount(ceilingOrUsed(namespace, resource, to))
                  .subtract(MilliUnits.amount(ceilingOrUsed(namespace, resource, from)))
                  .max(BigDecimal.ZERO));
    }
    return sum;
  }

  private Divided divided(DividedResource resource, StepLimits stepLimits) {
    Map<String, Long> now = new TreeMap<>();
    Map<String, Long> decided = new TreeMap<>();
    for (String namespace : byNamespace.keySet()) {
      now.put(namespace, ceilingOrUsed(namespace, resource.name(), PlannedQuota::now));
      decided.put(namespace, ceilingOrUsed(namespace, resource.name(), PlannedQuota::decided));
    }
    long hysteresis = MilliUnits.of(resource.quantity(stepLimits.hysteresis()));
    return new Divided(
        resource, new ConfirmedChanges(now, decided, new StepLimits(hysteresis, Long.MAX_VALUE)));
  }

  private long ceilingOrUsed(
      String namespace, ResourceName resource, Function<PlannedQuota, Resources> hard) {
    return ceiling(namespace, resource, hard)
        .orElse(ceiling(namespace, resource, PlannedQuota::used).orElse(0));
  }

  /** Returns the lowest amount that the namespace's quotas have for the resource. */
  private OptionalLong ceiling(
      String namespace, ResourceName resource, Function<PlannedQuota, Resources> hard) {
    return byNamespace.getOrDefault(namespace, List.of()).stream()
        .filter(PlannedQuota::countsAllPods)
        .map(hard)
        .flatMap(h -> QuotaKeys.chargedKeys(resource).stream().flatMap(k -> h.get(k).stream()))
        .mapToLong(MilliUnits::of)
        .min();
  }

  /** Returns which way a ceiling of a quota goes. */
  Direction direction(PlannedQuota quota, ResourceName key) {
    Optional<Quantity> from = quota.now().get(key);
    Optional<Quantity> to = quota.decided().get(key);
    boolean replaced = from.isPresent() && to.isPresent();
    if (!replaced && divided(quota, key).isEmpty()) {
      return Direction.OTHER;
    }
    Quantity before = from.orElse(quota.used().getOrZero(key));
    return to.isPresent() && to.get().compareTo(before) > 0 ? Direction.RAISE : Direction.REDUCTION;
  }

  private Optional<Divided> divided(PlannedQuota quota, ResourceName key) {
    return quota.countsAllPods()
        ? QuotaKeys.nodeResource(key).flatMap(n -> Optional.ofNullable(divided.get(n)))
        : Optional.empty();
  }

  /** Returns how far a ceiling of a quota may be raised now; empty if not at all. */
  Optional<Quantity> raised(PlannedQuota quota, ResourceName key) {
    Quantity decided = quota.decidedOrUsed(key);
    Optional<Divided> of = divided(quota, key);
    if (of.isEmpty()) {
      return Optional.of(decided);
    }
    long next = of.get().changes().next(quota.namespace());
    if (MilliUnits.of(decided) <= next || otherCeiling(quota, key).orElse(Long.MAX_VALUE) <= next) {
      return Optional.of(decided);
    }
    DividedResource resource = of.get().resource();
    Quantity cut = resource.quantity(resource.unitsIn(MilliUnits.amount(next)));
    Quantity from = quota.now().get(key).orElse(quota.used().getOrZero(key));
    return cut.compareTo(from) > 0 ? Optional.of(cut) : Optional.empty();
  }

  /** Returns the lowest ceiling that the namespace has on the resource apart from that one. */
  private OptionalLong otherCeiling(PlannedQuota quota, ResourceName key) {
    ResourceName resource = QuotaKeys.nodeResource(key).orElse(key);
    return ceiling(
        quota.namespace(),
        resource,
        q -> {
          Resources hard = stored.getOrDefault(q.label(), Resources.EMPTY);
          return q.equals(quota) ? hard.without(key) : hard;
        });
  }

  /** Notes what a quota has by now. */
  void confirm(PlannedQuota quota, Resources hard) {
    stored.put(quota.label(), hard);
    divided.forEach(
        (name, of) ->
            of.changes()
                .confirm(
                    quota.namespace(),
                    ceilingOrUsed(
                        quota.namespace(),
                        name,
                        q -> stored.getOrDefault(q.label(), Resources.EMPTY))));
  }
}
