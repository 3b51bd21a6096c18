package dev.plimsoll.model.tenancy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A tenant's account of a resource: what the tenant used while others waited, and what its weight
 * gave it of that. Usage while nobody waits is in no account, and a tenant without demand is due
 * nothing. Both count half after the half-life.
 *
 * <p>Divisions and turns go by the same number, the {@linkplain #factor factor} of the weight.
 *
 * @param had unit-hours that the tenant used
 * @param due unit-hours that were fair by weight, as far as the tenant wanted them
 * @param since when the account began
 */
public record ContendedUsage(double had, double due, Optional<Instant> since) {

  /** Nobody has waited yet. */
  public static final ContendedUsage NONE = new ContendedUsage(0, 0, Optional.empty());

  /** Less than this many unit-hours is nothing. */
  private static final double NEGLIGIBLE = 1e-3;

  /** The part of entitled units × half-life that a tenant must be owed for half the effect. */
  private static final double DAMPING = 1.0 / 7;

  private static final double MILLIS_PER_HOUR = 3_600_000.0;

  /** Returns the account that long later, if nobody waited meanwhile. */
  public ContendedUsage later(Duration time, DivisionHistory history) {
    if (time.isNegative() || time.isZero()) {
      return this;
    }
    double left = Math.pow(0.5, (double) time.toMillis() / history.halfLife().toMillis());
    return had * left + due * left < NEGLIGIBLE
        ? NONE
        : new ContendedUsage(had * left, due * left, since);
  }

  /**
   * Returns the account after some time in which somebody waited.
   *
   * @param used what the tenant used then
   * @param fair what was fair then
   */
  public ContendedUsage with(double hours, long used, long fair, Instant now) {
    return hours == 0 || (used == 0 && fair == 0)
        ? this
        : new ContendedUsage(
            had + used * hours, due + fair * hours, since.or(() -> Optional.of(now)));
  }

  /** Returns how many unit-hours the tenant is owed; less than 0 if it had more than its due. */
  public double owed() {
    return due - had;
  }

  /**
   * Returns the factor of the tenant's weight. The factor is 1 if the tenant had its due; it rises
   * to 1 + influence if the tenant had less, and falls to 1 - influence if it had more. It stays
   * near 1 while few unit-hours were contended in proportion to the tenant's entitlement.
   *
   * @param entitled the units that the weight alone gives
   */
  public double factor(long entitled, DivisionHistory history) {
    double damping =
        DAMPING * Math.max(1, entitled) * history.halfLife().toMillis() / MILLIS_PER_HOUR;
    double lean = owed() / (Math.max(had, due) + damping);
    return 1 + history.part() * Math.max(-1, Math.min(1, lean));
  }
}
