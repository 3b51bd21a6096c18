package dev.plimsoll.admission.ledger;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.Reservation;
import dev.plimsoll.model.ledger.ReservedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The part of a ledger that this process holds in advance. A request that fits into the part is
 * admitted without a write before its answer.
 *
 * <p>The ledger has the part as a reservation, so nobody else gives it away. The invariant:
 * requests that were admitted from the part, and that no reservation in the ledger names, fit into
 * the part together. A request whose object was seen deleted needs nothing any more. Every write of
 * this process replaces the part by reservations of these requests and by the next part. During
 * such a write nobody knows which part the ledger has, so a request must fit into both.
 *
 * <p>The process uses a part for two seconds from the beginning of its write, by its own ticker.
 * The part expires a minute after its last request was asked. No request that was admitted from the
 * part can be carried out then. So the guarantee needs nothing from a process that is killed.
 */
final class Escrow {
  /** How long a part is used after the beginning of its write. */
  static final Duration USED = Duration.ofSeconds(2);

  /** How long nobody holds a part of a ledger after a request has needed it. */
  static final Duration RECALLED = Duration.ofSeconds(30);

  /** A part is at most 256 times as large as a request. */
  private static final int MOST = 256;

  private final String holder;
  private final Ticker ticker;
  private final Predicate<String> isDeleted;

  /** The requests that were admitted from the part, and that no stored write has named. */
  @GuardedBy("this")
  private final Map<Reservation.Key, Reservation> admitted = new LinkedHashMap<>();

  @GuardedBy("this")
  private Optional<Part> part = Optional.empty();

  @GuardedBy("this")
  private Optional<Write> write = Optional.empty();

  /** Whether the ledger may have a part of a write whose outcome is unknown. */
  @GuardedBy("this")
  private boolean isUncertain;

  @GuardedBy("this")
  private Optional<Asked> asked = Optional.empty();

  @GuardedBy("this")
  private Optional<Long> recalledAt = Optional.empty();

  @GuardedBy("this")
  private boolean isClosed;

  private record Part(Reservation reservation, long until) {
    boolean isIn(Ledger ledger) {
      return ledger.reservations().containsKey(reservation.key());
    }
  }

  /** A write under way: the requests that it names, and the part that it stores. */
  private record Write(long began, Set<Reservation.Key> named, Optional<Part> next) {}

  /** The last request, when it was asked, and how many were asked since the last stored write. */
  private record Asked(Reservation last, long at, int count) {}

  /**
   * Creates an escrow that holds nothing yet.
   *
   * @param holder a name that no other escrow has or had; empty if this one never holds anything
   * @param isDeleted whether the object of a UID was seen deleted
   */
  Escrow(String holder, Ticker ticker, Predicate<String> isDeleted) {
    this.holder = holder;
    this.ticker = ticker;
    this.isDeleted = isDeleted;
  }

  /** Returns an escrow that never holds anything. */
  static Escrow none(Ticker ticker) {
    return new Escrow("", ticker, uid -> false);
  }

  /**
   * Admits a request from the part.
   *
   * @param known the ledger as this process knows it
   * @return whether it fits; otherwise only a write can admit it
   */
  synchronized boolean admit(Reservation request, Ledger known) {
    long now = ticker.read();
    asked = Optional.of(new Asked(request, now, asked.map(Asked::count).orElse(0) + 1));
    if (part.filter(p -> now - p.until() < 0 && p.isIn(known)).isEmpty()
        || admitted.containsKey(request.key())) {
      return false;
    }
    forgetDeleted();
    boolean fits =
        part.filter(p -> isWithin(request, p, key -> true)).isPresent()
            && write
                .map(
                    w ->
                        w.next()
                            .filter(p -> isWithin(request, p, key -> !w.named().contains(key)))
                            .isPresent())
                .orElse(true);
    if (fits) {
      admitted.put(request.key(), request);
    }
    return fits;
  }

  @GuardedBy("this")
  private boolean isWithin(Reservation request, Part limit, Predicate<Reservation.Key> counts) {
    Resources sum = request.reserved();
    for (Reservation other : admitted.values()) {
      sum = counts.test(other.key()) ? sum.add(other.reserved()) : sum;
    }
    return fits(sum, limit.reservation().reserved());
  }

  @GuardedBy("this")
  private void forgetDeleted() {
    boolean unused = admitted.values().removeIf(r -> isDeleted.test(r.reservedBy().uid()));
  }

  private static boolean fits(Resources amounts, Resources limit) {
    return amounts.names().stream().allMatch(limit::contains) && amounts.exceeding(limit).isEmpty();
  }

  /**
   * Takes back what was admitted from the part.
   *
   * @return whether that is done; otherwise the ledger names the request, or a write is to do so
   */
  synchronized boolean release(Reservation request) {
    return write.filter(w -> w.named().contains(request.key())).isEmpty()
        && admitted.remove(request.key(), request);
  }

  /** Returns a ledger with reservations for what was admitted, in place of the part. */
  synchronized Ledger settled(Ledger ledger) {
    if (holder.isEmpty()) {
      return ledger;
    }
    forgetDeleted();
    boolean isRecalling = isRecalling();
    return ledger
        .without(
            r ->
                r.reservedBy().name().equals(holder)
                    && (r.reservedBy().isEscrow() || (r.reservedBy().isRecall() && !isRecalling)))
        .with(admitted.values());
  }

  @GuardedBy("this")
  private boolean isRecalling() {
    return recalledAt.filter(at -> ticker.read() - at < RECALLED.toNanos()).isPresent();
  }

  /** Begins a write, and returns the ledger from which it is made. */
  synchronized Ledger begin(Ledger stored) {
    Ledger settled = settled(stored);
    write = Optional.of(new Write(ticker.read(), Set.copyOf(admitted.keySet()), Optional.empty()));
    return settled;
  }

  /** Returns the ledger to store: with the part that is to be held from then on. */
  synchronized Ledger holding(Ledger after) {
    Write begun = write.orElseThrow();
    Optional<Part> next = next(after).map(r -> new Part(r, begun.began() + USED.toNanos()));
    write = Optional.of(new Write(begun.began(), begun.named(), next));
    return next.map(p -> after.withReservation(p.reservation())).orElse(after);
  }

  /** At least as much is left to others. */
  @GuardedBy("this")
  private Optional<Reservation> next(Ledger after) {
    Optional<Asked> lately =
        asked.filter(a -> ticker.read() - a.at() < USED.toNanos() && !isClosed);
    if (holder.isEmpty() || lately.isEmpty() || isRecalled(after)) {
      return Optional.empty();
    }
    Resources left = after.left();
    Resources size = lately.get().last().reserved();
    if (!fits(size.add(size), left)) {
      return Optional.empty();
    }
    for (int n = 1; n < Math.min(MOST, lately.get().count()); n *= 2) {
      Resources twice = size.add(size);
      if (fits(twice.add(twice), left)) {
        size = twice;
      }
    }
    ReservedBy by = ReservedBy.escrow(holder, UUID.randomUUID().toString());
    return Optional.of(new Reservation(by, "", size, lately.get().last().expirationTime()));
  }

  /** Returns whether a request needs what processes hold of a ledger. */
  static boolean isRecalled(Ledger ledger) {
    return ledger.reservations().values().stream().anyMatch(r -> r.reservedBy().isRecall());
  }

  /** Ends a write that was stored. */
  synchronized void stored() {
    Write done = write.orElseThrow();
    admitted.keySet().removeAll(done.named());
    part = done.next();
    isUncertain = false;
    recalledAt = recalledAt.filter(at -> isRecalling());
    asked = asked.map(a -> new Asked(a.last(), a.at(), 0));
    write = Optional.empty();
  }

  /** Ends a write that was not made, since the ledger is as it is to be. */
  synchronized void needless() {
    isUncertain = false;
    write = Optional.empty();
  }

  /** Ends a write that came too late. */
  synchronized void notStored() {
    write = Optional.empty();
  }

  /** Ends a write that may have been stored, or may not. */
  synchronized void unknown() {
    part = Optional.empty();
    isUncertain = true;
    write = Optional.empty();
  }

  /**
   * Returns whether the ledger is to be written for the sake of the part: nobody uses the part any
   * more, another process needs it, or nobody knows what the ledger has.
   */
  synchronized boolean isDue(Ledger known) {
    if (holder.isEmpty() || write.isPresent()) {
      return false;
    }
    boolean isReturned =
        part.filter(p -> ticker.read() - p.until() >= 0 || isClosed || !p.isIn(known)).isPresent()
            || (part.isPresent() && isRecalled(known));
    return isReturned
        || isUncertain
        || (part.isEmpty() && !admitted.isEmpty())
        || (recalledAt.isPresent() && !isRecalling());
  }

  /** Returns whether nobody knows what the ledger has of this process. */
  synchronized boolean isUncertain() {
    return !holder.isEmpty() && (isUncertain || !admitted.isEmpty());
  }

  /**
   * Returns a reservation of nothing. While the ledger has it, no process holds a part.
   *
   * @param expirationTime from when on others may remove it
   */
  synchronized Reservation recall(Instant expirationTime) {
    recalledAt = Optional.of(ticker.read());
    return new Reservation(
        ReservedBy.recall(holder, UUID.randomUUID().toString()),
        "",
        Resources.EMPTY,
        expirationTime);
  }

  /** Holds no part from now on; what is held is returned by the next write. */
  synchronized void close() {
    isClosed = true;
  }
}
