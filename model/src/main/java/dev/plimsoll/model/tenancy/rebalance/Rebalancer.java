package dev.plimsoll.model.tenancy.rebalance;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.StepLimits;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Decides quotas observation by observation, each time from what was seen so far.
 *
 * <p>A quota is worth changing if that spares more waiting than the change is worth. What it is
 * worth isn't fixed, since clusters and weeks differ, but follows from what may be let happen: of
 * all waiting that quotas left alone would have caused and free units would have spared, {@link
 * WaitingTolerance#tolerance} may happen. That is a budget, which grows as waiting is spared and
 * shrinks as waiting is let happen; a change is worth a small portion of what is left of it. So
 * where demand is calm nothing moves for a little waiting, and where it isn't, the budget still
 * holds: at no time has more needless waiting happened than tolerated.
 *
 * <p>What waits long enough gets what it waits for, those furthest below their fair amount first,
 * from as few others as possible: preferably one that hasn't wanted those units for long. It shares
 * the slack it has left with the receiver, in proportion to how much either demand moves, so that
 * neither has to come back soon. A further donor must be worth it as well. Slack that nobody waits
 * for stays where it is.
 *
 * <p>No quota falls below what is running and the sum never exceeds the capacity. Where capacity is
 * lost, slack goes first; if even what runs no longer fits, quotas shrink with it in proportion:
 * then alone a change may be smaller or larger than {@link StepLimits} allow.
 *
 * <p>Not for several threads at once.
 */
public final class Rebalancer {
  private final WaitingTolerance tolerance;
  private final WaitingBudget budget;
  private final Map<String, DemandHistory> demandHistories = new HashMap<>();
  private final Map<String, Double> waitedUnitHours = new HashMap<>();
  private SortedMap<String, Long> quotas;

  /** Starts from the quotas in force, by tenant. A tenant that isn't named has none. */
  public Rebalancer(WaitingTolerance waitingTolerance, Map<String, Long> quotas) {
    this.tolerance = waitingTolerance;
    this.budget = new WaitingBudget(waitingTolerance);
    this.quotas = Collections.unmodifiableSortedMap(new TreeMap<>(quotas));
  }

  /**
   * Returns the quotas to set now, by tenant: those in force but for the changes that are worth it.
   *
   * @param observation what is seen now, later than at the calls before; a tenant that isn't in it
   *     loses its quota
   */
  public SortedMap<String, Long> decide(Observation observation) {
    long remembered =
        Math.max(1, Math.round(tolerance.window().toSeconds() / 3600.0 / observation.hours()));
    observation.loads().forEach(l -> demandHistory(l).remember(l.demand(), remembered));
    Allocations allocations = new Allocations(allocations(observation), observation.capacity());
    budget.earn(
        (observation.waitingUnderEntitlement() - observation.excess()) * observation.hours());
    long waiting = allocations.allocations().stream().mapToLong(Allocation::waiting).sum();
    double needless = waiting == 0 ? 0 : allocations.avoidableWaiting() / (double) waiting;
    allocations
        .allocations()
        .forEach(p -> recordWaiting(p, p.waiting() * needless * observation.hours()));
    if (needless > 0) {
      Comparator<Allocation> order = order(observation);
      double price = budget.changeCost();
      allocations.allocations().stream()
          .filter(p -> p.waiting() > 0)
          .sorted(order)
          .toList()
          .forEach(p -> serve(p, allocations, price, observation.hours()));
    }
    budget.spend(allocations.avoidableWaiting() * observation.hours());
    TreeMap<String, Long> decided = new TreeMap<>();
    allocations.allocations().forEach(p -> decided.put(p.tenant(), p.quota()));
    quotas = Collections.unmodifiableSortedMap(decided);
    return quotas;
  }

  private void serve(Allocation receiver, Allocations allocations, double price, double hours) {
    double perUnit = waitedUnitHours(receiver) / receiver.waiting();
    if (allocations.unassigned() > 0 && receiver.maxIncrease() > 0) {
      allocations.assign(receiver);
    }
    while (receiver.waiting() > 0 && receiver.maxIncrease() > 0) {
      Allocation donor = allocations.donor(receiver).orElse(null);
      if (donor == null) {
        break;
      }
      int changes = (donor.isChanged() ? 0 : 1) + (receiver.isChanged() ? 0 : 1);
      double spared = perUnit * Math.min(receiver.waiting(), donor.maxDecrease());
      if (spared <= changes * price && budget.covers(allocations.avoidableWaiting() * hours)) {
        break;
      }
      donor.giveTo(receiver);
    }
    waitedUnitHours.put(receiver.tenant(), perUnit * receiver.waiting());
  }

  private Comparator<Allocation> order(Observation observation) {
    Apportionment fair = observation.fairShares();
    return Comparator.comparingLong((Allocation p) -> p.belowFairShare(fair.of(p.tenant())))
        .thenComparingDouble(this::waitedUnitHours)
        .reversed()
        .thenComparing(Allocation::tenant);
  }

  private double waitedUnitHours(Allocation allocation) {
    return waitedUnitHours.getOrDefault(allocation.tenant(), 0.0);
  }

  private void recordWaiting(Allocation allocation, double unitHours) {
    if (allocation.waiting() == 0) {
      waitedUnitHours.remove(allocation.tenant());
    } else {
      waitedUnitHours.merge(allocation.tenant(), unitHours, Double::sum);
    }
  }

  private DemandHistory demandHistory(TenantLoad tenantLoad) {
    return demandHistories.computeIfAbsent(tenantLoad.tenant(), t -> new DemandHistory());
  }

  private List<Allocation> allocations(Observation observation) {
    return observation.loads().stream()
        .sorted(Comparator.comparing(TenantLoad::tenant))
        .map(
            l ->
                new Allocation(
                    l,
                    demandHistory(l),
                    observation.stepLimits(),
                    quotas.getOrDefault(l.tenant(), 0L)))
        .toList();
  }
}
