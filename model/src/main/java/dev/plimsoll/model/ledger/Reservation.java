package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Resources held for an admitted object until it is observed and counts as used, or can't be stored
 * any more.
 *
 * @param reservedBy the object
 * @param since the resource version of what was stored before, empty for a creation
 * @param reserved what the request adds, by quota key
 * @param expirationTime from when on the object may be missing for good, in whole seconds; a part
 *     of a second is rounded up
 * @param calls how many calls rely on it, at least 1: one that takes back what it has reserved must
 *     not take it from another
 */
public record Reservation(
    ReservedBy reservedBy, String since, Resources reserved, Instant expirationTime, int calls) {

  /** Rounds the time up. */
  public Reservation {
    expirationTime = expirationTime.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Creates a reservation that one call relies on. */
  public Reservation(
      ReservedBy reservedBy, String since, Resources reserved, Instant expirationTime) {
    this(reservedBy, since, reserved, expirationTime, 1);
  }

  /**
   * The key that distinguishes the reservations of a ledger: an object may be created and then
   * grow. At most one of several requests with one key is stored, since all want to replace the
   * same version.
   */
  public record Key(String uid, String since) {}

  /** Returns the key that distinguishes the reservation in its ledger. */
  public Key key() {
    return new Key(reservedBy.uid(), since);
  }

  /**
   * Returns whether the stored object shows that this request, or a later one, was carried out. For
   * a creation, the object's existence shows it; for an update, a newer version does.
   */
  public boolean isObservedIn(ApiObject stored) {
    String version = stored.metadata().resourceVersion();
    return stored.metadata().uid().equals(reservedBy.uid())
        && !version.equals(since)
        && ResourceVersion.isNewer(version, since);
  }

  /**
   * Returns a reservation that covers this one and another with the same key, while either object
   * may be stored.
   */
  Reservation or(Reservation other) {
    return new Reservation(
        other.reservedBy,
        since,
        reserved.max(other.reserved),
        isExpired(other.expirationTime) ? other.expirationTime : expirationTime,
        calls + other.calls);
  }

  /**
   * Returns the reservation that the same call stores in place of this one. The time is a second
   * later: only a write can store it, so that the call knows what the store holds.
   */
  public Reservation again() {
    return new Reservation(reservedBy, since, reserved, expirationTime.plusSeconds(1), calls);
  }

  /** Returns the reservation of another request that adds as much. */
  public Reservation ofAnother() {
    ReservedBy other =
        new ReservedBy(
            reservedBy.apiVersion(),
            reservedBy.kind(),
            reservedBy.namespace(),
            "",
            reservedBy.uid() + "+");
    return new Reservation(other, since, reserved, expirationTime, calls);
  }

  /** Returns whether it has expired. */
  public boolean isExpired(Instant now) {
    return !now.isBefore(expirationTime);
  }
}
