package dev.plimsoll.advisor.live;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Carries out a plan: all reductions, then all raises, of each the largest first. A change is as
 * large as its part of all ceilings on the key.
 */
final class StagedQuotas {
  private final List<StagedQuota> stagedQuotas;
  private final Map<ResourceName, Double> all = new HashMap<>();

  private StagedQuotas(List<StagedQuota> stagedQuotas) {
    this.stagedQuotas = stagedQuotas;
    stagedQuotas.forEach(q -> q.quota().now().forEach(this::count));
    stagedQuotas.forEach(q -> q.quota().decided().forEach(this::count));
  }

  /** Returns the outcome for each quota, in their order. */
  static List<WriteOutcome> carryOut(List<StagedQuota> stagedQuotas) {
    StagedQuotas ordered = new StagedQuotas(stagedQuotas);
    ordered.reduce();
    // A ceiling may have to wait for another one of its namespace, and what was meant for a raise
    // that failed is there for others.
    boolean again = true;
    while (again) {
      again = ordered.raise();
    }
    return stagedQuotas.stream().map(StagedQuota::outcome).toList();
  }

  private void reduce() {
    for (StagedQuota stagedQuota : largestFirst(PlannedQuota::now, PlannedQuota::decided)) {
      if (isReachable(stagedQuota)) {
        stagedQuota.reduce();
      }
    }
  }

  private boolean raise() {
    boolean any = false;
    for (StagedQuota stagedQuota : largestFirst(PlannedQuota::decided, PlannedQuota::now)) {
      if (isReachable(stagedQuota)) {
        any |= stagedQuota.raise();
      }
    }
    return any;
  }

  private boolean isReachable(StagedQuota stagedQuota) {
    boolean unreachable = stagedQuotas.stream().anyMatch(StagedQuota::isUnreachable);
    if (unreachable) {
      stagedQuota.skip();
    }
    return !unreachable;
  }

  private List<StagedQuota> largestFirst(
      Function<PlannedQuota, Resources> larger, Function<PlannedQuota, Resources> smaller) {
    List<StagedQuota> sorted = new ArrayList<>(stagedQuotas);
    sorted.sort(
        Comparator.comparingDouble(
            (StagedQuota q) -> -largest(larger.apply(q.quota()), smaller.apply(q.quota()))));
    return sorted;
  }

  private void count(ResourceName key, Quantity ceiling) {
    all.merge(key, ceiling.toDouble(), Double::sum);
  }

  private double largest(Resources larger, Resources smaller) {
    double largest = 0;
    for (ResourceName key : larger.names()) {
      double difference = larger.getOrZero(key).subtract(smaller.getOrZero(key)).toDouble();
      largest = Math.max(largest, difference / Math.max(1, all.getOrDefault(key, 1.0)));
    }
    return largest;
  }
}
