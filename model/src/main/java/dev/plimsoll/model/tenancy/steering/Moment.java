package dev.plimsoll.model.tenancy.steering;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Proportional;
import java.time.Duration;
import java.util.List;

/**
 * What is seen of a cluster when quotas are decided.
 *
 * @param capacity how many units there are
 * @param length how long it is until the next moment
 * @param loads what each tenant wants
 * @param strides how large the changes of quotas may be
 */
public record Moment(long capacity, Duration length, List<Load> loads, Strides strides) {

  /** Makes a moment at which changes may be of any size. */
  public Moment(long capacity, Duration length, List<Load> loads) {
    this(capacity, length, loads, Strides.ANY);
  }

  /** Makes the loads unmodifiable. */
  public Moment {
    loads = List.copyOf(loads);
  }

  /** Returns what is wanted beyond the capacity, which must wait however quotas are set. */
  public long excess() {
    return Math.max(0, loads.stream().mapToLong(Load::wanted).sum() - capacity);
  }

  /** Returns what would wait if each tenant had what it is entitled to. */
  public long waitingAsEntitled() {
    return loads.stream().mapToLong(l -> Math.max(0, l.wanted() - l.entitled())).sum();
  }

  /**
   * Returns how much of its demand each tenant gets if the capacity is divided fairly by weight.
   */
  public Apportionment fair() {
    return Proportional.divide(
        capacity,
        loads.stream()
            .map(l -> new Claim(l.tenant(), l.entitled(), 0, Math.max(0, l.wanted())))
            .toList());
  }

  double hours() {
    return length.toMillis() / 3_600_000.0;
  }
}
