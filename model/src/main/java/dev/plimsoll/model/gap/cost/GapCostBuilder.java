package dev.plimsoll.model.gap.cost;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Adds up what a gap costs. */
public final class GapCostBuilder {
  private static final double SECONDS_AN_HOUR = 3600;

  private final Instant asOf;
  private final Resources allocatable;
  private final Map<ResourceName, Sum> sums = new TreeMap<>();
  private Optional<WaitingSince> earliest = Optional.empty();
  private int denied;
  private int pending;
  private int unknownStarts;

  private static final class Sum {
    private long waiting;
    private long idle;
    private double hours;
  }

  /**
   * Starts at nothing.
   *
   * @param asOf until when hours are counted
   * @param allocatable what all nodes have
   */
  public GapCostBuilder(Instant asOf, Resources allocatable) {
    this.asOf = asOf;
    this.allocatable = allocatable;
  }

  /** Adds pods that are alike and aren't created. */
  public GapCostBuilder denied(Resources requests, int pods, Optional<WaitingSince> since) {
    denied += pods;
    waiting(requests, pods, since);
    return this;
  }

  /** Adds a pod that has no node. */
  public GapCostBuilder pending(Resources requests, Optional<WaitingSince> since) {
    pending++;
    waiting(requests, 1, since);
    return this;
  }

  /** Adds what a node has free and no pod can use, or what a pod holds and does not use. */
  public GapCostBuilder idle(ResourceName resource, long amount, Optional<WaitingSince> since) {
    Sum sum = sum(resource);
    sum.idle += amount;
    sum.hours += amount * hours(since);
    note(since, 1);
    return this;
  }

  private void waiting(Resources requests, int pods, Optional<WaitingSince> since) {
    for (ResourceName name : requests.names()) {
      long each = requests.getOrZero(name).value();
      if (name.isExtended() && each > 0) {
        Sum sum = sum(name);
        sum.waiting += each * pods;
        sum.hours += each * pods * hours(since);
      }
    }
    note(since, pods);
  }

  private Sum sum(ResourceName resource) {
    return sums.computeIfAbsent(resource, r -> new Sum());
  }

  private double hours(Optional<WaitingSince> since) {
    return since
        .map(s -> Math.max(0, Duration.between(s.time(), asOf).toMillis() / 1000.0))
        .map(seconds -> seconds / SECONDS_AN_HOUR)
        .orElse(0.0);
  }

  private void note(Optional<WaitingSince> since, int count) {
    if (since.isEmpty()) {
      unknownStarts += count;
    } else if (earliest.map(e -> since.get().time().isBefore(e.time())).orElse(true)) {
      earliest = since;
    }
  }

  /** Returns the sum. */
  public GapCost build() {
    List<ResourceCost> resources = new ArrayList<>();
    sums.forEach((name, sum) -> resources.add(cost(name, sum)));
    return new GapCost(denied, pending, resources, earliest, unknownStarts);
  }

  private ResourceCost cost(ResourceName name, Sum sum) {
    double all = allocatable.getOrZero(name).toDouble();
    double share = all > 0 ? (sum.waiting + sum.idle) / all : 0;
    return new ResourceCost(name, sum.waiting, sum.idle, share, sum.hours);
  }
}
