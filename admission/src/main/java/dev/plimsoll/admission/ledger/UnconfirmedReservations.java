package dev.plimsoll.admission.ledger;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The reservations of a ledger, and since when this process knows each. The API server may have
 * denied the request of an old one. It is asked twice: while the storage is slow, the first answer
 * may be older than the object.
 */
final class UnconfirmedReservations {
  static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final int MOST_LOOKED_UP = 50;
  private static final Duration SEEN_ENOUGH = Duration.ofMillis(40);

  private final RequestOutcomes outcomes;
  private final Ticker ticker;
  private final ReentrantLock looking = new ReentrantLock();

  @GuardedBy("this")
  private final Map<Reservation.Key, Seen> seen = new HashMap<>();

  @GuardedBy("this")
  private Optional<Long> seenAt = Optional.empty();

  /**
   * A reservation.
   *
   * @param since since when it is known
   * @param lostSince when the API server first said that its request wasn't carried out
   * @param isCarriedOut whether the API server said that its request was carried out
   */
  private record Seen(
      Reservation reservation, long since, Optional<Long> lostSince, boolean isCarriedOut) {
    Seen lost(long now) {
      return new Seen(
          reservation, since, lostSince.isEmpty() ? Optional.of(now) : lostSince, false);
    }

    Seen carriedOut() {
      return new Seen(reservation, since, Optional.empty(), true);
    }

    Seen unknown() {
      return new Seen(reservation, since, Optional.empty(), false);
    }
  }

  UnconfirmedReservations(RequestOutcomes outcomes, Ticker ticker) {
    this.outcomes = outcomes;
    this.ticker = ticker;
  }

  /** Takes note of the reservations that a ledger has now. */
  synchronized void see(Ledger ledger) {
    long now = ticker.read();
    if (seenAt.filter(at -> now - at < SEEN_ENOUGH.toNanos()).isPresent()) {
      return;
    }
    seenAt = Optional.of(now);
    Map<Reservation.Key, Reservation> reservations = ledger.reservations();
    seen.values().removeIf(s -> !s.reservation().equals(reservations.get(s.reservation().key())));
    reservations.forEach(
        (key, r) -> seen.computeIfAbsent(key, k -> new Seen(r, now, Optional.empty(), false)));
  }

  /**
   * Returns the oldest reservations that are known for long enough, or will be in time.
   * Reservations that were carried out are left out.
   *
   * @param age for how long each must be known
   * @param within in what time it may be
   */
  synchronized List<Reservation> old(Function<Reservation, Duration> age, Duration within) {
    long latest = ticker.read() + within.toNanos();
    return seen.values().stream()
        .filter(s -> !s.isCarriedOut())
        .filter(s -> s.since() + age.apply(s.reservation()).toNanos() <= latest)
        .sorted(Comparator.comparingLong(Seen::since))
        .limit(MOST_LOOKED_UP)
        .map(Seen::reservation)
        .toList();
  }

  /** Returns the reservations whose requests, as two answers confirm, weren't carried out. */
  Set<Reservation> lost(Collection<Reservation> suspects) {
    Set<Reservation> lost = new HashSet<>();
    if (!looking.tryLock()) {
      return lost;
    }
    try {
      suspects.stream().filter(this::isDue).filter(this::isLost).forEach(lost::add);
      return lost;
    } finally {
      looking.unlock();
    }
  }

  private synchronized boolean isDue(Reservation suspect) {
    long latest = ticker.read() - BETWEEN_LOOKS.toNanos();
    return Optional.ofNullable(seen.get(suspect.key()))
        .filter(s -> !s.isCarriedOut())
        .filter(s -> s.lostSince().isEmpty() || s.lostSince().get() <= latest)
        .isPresent();
  }

  /** Looks once; returns whether that was the second time that it was lost. */
  private boolean isLost(Reservation suspect) {
    try {
      boolean isLost = outcomes.isLost(suspect);
      return note(suspect, Optional.of(isLost));
    } catch (StatusException | UnreachableException e) {
      return note(suspect, Optional.empty());
    }
  }

  private synchronized boolean note(Reservation suspect, Optional<Boolean> isLost) {
    long now = ticker.read();
    Optional<Seen> before = Optional.ofNullable(seen.get(suspect.key()));
    boolean wasLost = before.flatMap(Seen::lostSince).isPresent();
    before.ifPresent(
        s ->
            seen.put(
                suspect.key(),
                isLost.map(lost -> lost ? s.lost(now) : s.carriedOut()).orElseGet(s::unknown)));
    return wasLost && isLost.orElse(false);
  }
}
