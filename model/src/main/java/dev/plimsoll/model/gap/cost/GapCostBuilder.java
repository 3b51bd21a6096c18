package dev.plimsoll.model.gap.cost;

import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.device.PhysicalDevices;
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
  private final PhysicalDevices devices;
  private final Map<ResourceName, Sum> sums = new TreeMap<>();
  private Optional<WaitingSince> earliest = Optional.empty();
  private int denied;
  private int pending;
  private int unknownStarts;

  private static final class Sum {
    private Fraction waiting = Fraction.ZERO;
    private Fraction idle = Fraction.ZERO;
    private double hours;
  }

  /**
   * Starts at nothing.
   *
   * @param asOf until when hours are counted
   * @param devices the devices of all nodes
   */
  public GapCostBuilder(Instant asOf, PhysicalDevices devices) {
    this.asOf = asOf;
    this.devices = devices;
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
  public GapCostBuilder idle(DeviceUnit unit, long units, Optional<WaitingSince> since) {
    Sum sum = sum(unit.device());
    sum.idle = sum.idle.plus(unit.devices(units));
    sum.hours += unit.devices(units).toDouble() * hours(since);
    note(since, 1);
    return this;
  }

  private void waiting(Resources requests, int pods, Optional<WaitingSince> since) {
    for (ResourceName name : requests.names()) {
      long each = requests.getOrZero(name).value();
      if (name.isExtended() && each > 0) {
        DeviceUnit unit = devices.unit(Optional.empty(), name);
        Fraction amount = unit.devices(each * pods);
        Sum sum = sum(unit.device());
        sum.waiting = sum.waiting.plus(amount);
        sum.hours += amount.toDouble() * hours(since);
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
    double all = devices.allocatable(name).toDouble();
    double share = all > 0 ? sum.waiting.plus(sum.idle).toDouble() / all : 0;
    return new ResourceCost(name, sum.waiting, sum.idle, share, sum.hours);
  }
}
