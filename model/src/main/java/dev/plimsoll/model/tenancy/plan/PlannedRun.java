package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.ChangeLimits;
import dev.plimsoll.model.tenancy.DividedCapacity;
import dev.plimsoll.model.tenancy.DividedResource;
import java.util.List;
import java.util.Optional;

/**
 * The changes of quotas that one run would make.
 *
 * @param quotas how many quotas change
 * @param totals the changes of each divided resource
 */
public record PlannedRun(int quotas, List<Total> totals) {

  public PlannedRun {
    totals = List.copyOf(totals);
  }

  /**
   * The changes of one resource, all quotas together.
   *
   * @param capacity the present capacity
   * @param added how much is added
   * @param taken how much is taken
   */
  public record Total(DividedCapacity capacity, Quantity added, Quantity taken) {}

  /** Returns the first limit that the run would exceed, and by what. One unit is never too much. */
  public Optional<String> beyond(ChangeLimits limits) {
    return quotas > limits.quotas()
        ? Optional.of(quotas + " would be, and changes.limits.quotas is " + limits.quotas())
        : totals.stream().flatMap(t -> beyond(t, limits).stream()).findFirst();
  }

  private static Optional<String> beyond(Total total, ChangeLimits limits) {
    DividedResource resource = total.capacity().resource();
    Quantity most = resource.quantity(Math.max(1, total.capacity().units(limits.units())));
    Quantity larger = Quantity.max(total.added(), total.taken());
    return larger.compareTo(most) <= 0
        ? Optional.empty()
        : Optional.of(
            larger
                + " of "
                + resource.name()
                + " would be "
                + (larger.equals(total.added()) ? "added" : "taken")
                + ", and changes.limits.units is "
                + limits.units()
                + " ("
                + most
                + ")");
  }
}
