package dev.plimsoll.model.ledger;

import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ResourceVersion;
import dev.plimsoll.model.quantity.Resources;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What is held for an admitted object until it is observed, and so counts as used, or until it
 * can't be stored any more.
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

  /** Makes one that one call relies on. */
  public Reservation(
      ReservedBy reservedBy, String since, Resources reserved, Instant expirationTime) {
    this(reservedBy, since, reserved, expirationTime, 1);
  }

  /**
   * What tells reservations of a ledger apart: an object may be created and then grow. Of requests
   * with one key at most one is stored, since each wants to replace the same version.
   */
  public record Key(String uid, String since) {}

  /** Returns what tells it from others of its ledger. */
  public Key key() {
    return new Key(reservedBy.uid(), since);
  }

  /**
   * Returns whether the stored object shows that the request, or one after it, was carried out: of
   * a creation that it is there at all, of an update that it has a newer version.
   */
  public boolean isObservedIn(ApiObject stored) {
    String version = stored.metadata().resourceVersion();
    return stored.metadata().uid().equals(reservedBy.uid())
        && !version.equals(since)
        && ResourceVersion.isNewer(version, since);
  }

  /** Returns what must be reserved while either this or another with the same key may be stored. */
  Reservation or(Reservation other) {
    return new Reservation(
        other.reservedBy,
        since,
        reserved.max(other.reserved),
        isExpired(other.expirationTime) ? other.expirationTime : expirationTime,
        calls + other.calls);
  }

  /** Returns whether it has expired. */
  public boolean isExpired(Instant now) {
    return !now.isBefore(expirationTime);
  }
}
