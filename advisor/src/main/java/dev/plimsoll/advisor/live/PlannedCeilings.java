package dev.plimsoll.advisor.live;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.division.StepLimits;
import dev.plimsoll.model.tenancy.plan.ConfirmedChanges;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.LongStream;
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
  private final Set<String> doubtful = new HashSet<>();

  private record Divided(DividedResource resource, ConfirmedChanges changes) {}

  /** The direction of a ceiling's change. */
  enum Direction {
    /** The change frees something, or takes nothing. */
    REDUCTION,
    /** The change takes something. */
    RAISE,
    /** The key isn't on a divided resource, and is added or dropped. */
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

  /**
   * Begins with the quotas of an advice.
   *
   * @param staying the labels of quotas that the plan leaves as they are
   */
  static PlannedCeilings of(Advice advice, Set<String> staying) {
    TenantCapacity capacity = advice.shares().capacity();
    Map<DividedResource, StepLimits> stepLimits = new HashMap<>();
    capacity.policy().resources().forEach(r -> stepLimits.put(r, capacity.stepLimits(r)));
    return new PlannedCeilings(
        Stream.concat(advice.recommendations().stream(), advice.elsewhere().stream())
            .map(PlannedQuota::of)
            .map(q -> staying.contains(q.label()) ? q.unchanged() : q)
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

  /** Returns the lowest ceiling that the namespace's quotas have, or else what it uses. */
  private long ceilingOrUsed(
      String namespace, ResourceName resource, Function<PlannedQuota, Resources> hard) {
    return amounts(namespace, resource, hard)
        .min()
        .orElseGet(() -> amounts(namespace, resource, PlannedQuota::used).max().orElse(0));
  }

  private LongStream amounts(
      String namespace, ResourceName resource, Function<PlannedQuota, Resources> amounts) {
    return byNamespace.getOrDefault(namespace, List.of()).stream()
        .filter(PlannedQuota::countsAllPods)
        .map(amounts)
        .flatMap(a -> QuotaKeys.chargedKeys(resource).stream().flatMap(k -> a.get(k).stream()))
        .mapToLong(MilliUnits::of);
  }

  /** Returns which way a ceiling of a quota goes. */
  Direction direction(PlannedQuota quota, ResourceName key) {
    Optional<Quantity> from = quota.now().get(key);
    Optional<Quantity> to = quota.decided().get(key);
    Optional<Divided> of = divided(quota, key);
    if (of.isEmpty() && !(from.isPresent() && to.isPresent())) {
      return Direction.OTHER;
    }
    boolean raise;
    if (to.isPresent()) {
      raise = to.get().compareTo(from.orElse(quota.used().getOrZero(key))) > 0;
    } else {
      ResourceName resource = QuotaKeys.nodeResource(key).orElse(key);
      raise =
          without(quota, key, PlannedQuota::now)
              > ceilingOrUsed(quota.namespace(), resource, PlannedQuota::now);
    }
    return raise ? Direction.RAISE : Direction.REDUCTION;
  }

  private Optional<Divided> divided(PlannedQuota quota, ResourceName key) {
    return quota.countsAllPods()
        ? QuotaKeys.nodeResource(key).flatMap(n -> Optional.ofNullable(divided.get(n)))
        : Optional.empty();
  }

  /**
   * Returns ceilings of a quota with one of them as decided, as far as that may be stored now. If
   * it may not be, the ceilings stay.
   *
   * @param hard its ceilings, with what else is to be stored with it
   */
  Resources raised(PlannedQuota quota, ResourceName key, Resources hard) {
    Optional<Quantity> decided = quota.decided().get(key);
    Resources whole = decided.map(d -> hard.with(key, d)).orElseGet(() -> hard.without(key));
    Optional<Divided> of = divided(quota, key);
    if (of.isEmpty()) {
      return whole;
    }
    if (doubtful.contains(quota.namespace())) {
      return hard;
    }
    DividedResource resource = of.get().resource();
    ConfirmedChanges changes = of.get().changes();
    long next = changes.next(quota.namespace());
    long most = Math.max(next, changes.current().getOrDefault(quota.namespace(), 0L));
    if (ceilingOrUsed(quota.namespace(), resource.name(), storedBut(quota, whole)) <= most) {
      return whole;
    }
    Quantity cut = resource.quantity(resource.unitsIn(MilliUnits.amount(next)));
    Quantity from = hard.get(key).orElse(quota.used().getOrZero(key));
    return decided.isPresent() && cut.compareTo(from) > 0 ? hard.with(key, cut) : hard;
  }

  private Function<PlannedQuota, Resources> storedBut(PlannedQuota quota, Resources hard) {
    return q -> q.equals(quota) ? hard : stored.getOrDefault(q.label(), Resources.EMPTY);
  }

  /** Returns the ceiling that the namespace has without that one. */
  private long without(
      PlannedQuota quota, ResourceName key, Function<PlannedQuota, Resources> hard) {
    return ceilingOrUsed(
        quota.namespace(),
        QuotaKeys.nodeResource(key).orElse(key),
        q -> q.equals(quota) ? hard.apply(q).without(key) : hard.apply(q));
  }

  /** Notes what a quota has by now. */
  void confirm(PlannedQuota quota, Resources hard) {
    stored.put(quota.label(), hard);
    note(quota.namespace(), storedBut(quota, hard));
  }

  /** Notes that nobody knows whether a quota has these ceilings by now, or those from before. */
  void doubt(PlannedQuota quota, Resources hard) {
    doubtful.add(quota.namespace());
    note(quota.namespace(), storedBut(quota, hard));
  }

  private void note(String namespace, Function<PlannedQuota, Resources> hard) {
    divided.forEach(
        (name, of) -> {
          long ceiling = ceilingOrUsed(namespace, name, hard);
          boolean higher = ceiling > of.changes().current().getOrDefault(namespace, 0L);
          if (higher || !doubtful.contains(namespace)) {
            of.changes().confirm(namespace, ceiling);
          }
        });
  }
}
