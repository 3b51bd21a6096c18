package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.LedgerDecision.Denied;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Decides again on requests that are denied, where the answer may change at once. A ledger that is
 * new will be counted. A full ledger may have reservations for requests that the API server has
 * denied. These yield to a request that needs them, once the API server has said so. An API server
 * that hangs may still carry such a request out. Kubernetes' own quota then decides, too. Nothing
 * but the ledger decides on the quota of a tenant, so its reservations never yield.
 */
public final class Contention {
  /** The least time for which a reservation is known before the API server is asked about it. */
  private static final Duration YOUNGEST = Duration.ofMillis(500);

  private static final Duration OLDEST = Duration.ofSeconds(30);

  /** The factor by which a request may be slower than the slowest recent one. */
  private static final int SLOWER = 4;

  private static final Duration PAUSE = Duration.ofMillis(20);

  /** For the last write before the answer is due. */
  private static final Duration WRITE = Duration.ofMillis(200);

  private static final int MOST_WAITING = 32;

  private final RequestOutcomes outcomes;
  private final Ticker ticker;
  private final Supplier<Duration> slowest;
  private final Function<Reservation, Duration> otherWebhooks;
  private final Sleep sleep;
  private final IntConsumer yielded;
  private final Semaphore waiting = new Semaphore(MOST_WAITING);

  /** A pause that tests can replace. */
  @FunctionalInterface
  public interface Sleep {
    /** A pause of the thread. */
    Sleep REAL = time -> TimeUnit.NANOSECONDS.sleep(time.toNanos());

    /** Returns after a time. */
    void sleep(Duration time) throws InterruptedException;
  }

  /**
   * The outcome of a decision.
   *
   * @param decision the last decision
   * @param lost the reservations that yield, by the names of ledgers
   */
  record Outcome(LedgerDecision decision, Map<String, Set<Reservation>> lost) {}

  /**
   * Creates the rule.
   *
   * @param slowest the longest time of late from an answer until its object was seen
   * @param otherWebhooks how long others may keep a request
   * @param yielded is told how many reservations yield
   */
  public Contention(
      RequestOutcomes outcomes,
      Ticker ticker,
      Supplier<Duration> slowest,
      Function<Reservation, Duration> otherWebhooks,
      Sleep sleep,
      IntConsumer yielded) {
    this.outcomes = outcomes;
    this.ticker = ticker;
    this.slowest = slowest;
    this.otherWebhooks = otherWebhooks;
    this.sleep = sleep;
    this.yielded = yielded;
  }

  /** Returns the rule by which nothing is decided again. */
  public static Contention none(Ticker ticker) {
    return new Contention(r -> false, ticker, () -> OLDEST, r -> OLDEST, Sleep.REAL, n -> {});
  }

  Sleep sleep() {
    return sleep;
  }

  UnconfirmedReservations reservations() {
    return new UnconfirmedReservations(outcomes, ticker);
  }

  /** Returns the final outcome of a request that is denied or can't be decided yet. */
  Outcome decide(AskedRequest asked, SortedMap<String, LedgerAccount> accounts)
      throws LedgerUnavailableException, InterruptedException {
    boolean isWaiting = waiting.tryAcquire();
    try {
      Look look = look(asked, accounts);
      while (isWaiting && look.mayChange() && left(asked).compareTo(PAUSE) > 0) {
        sleep.sleep(PAUSE);
        look = look(asked, accounts);
      }
      Outcome outcome = look.outcome();
      yielded.accept(outcome.lost().values().stream().mapToInt(Set::size).sum());
      return outcome;
    } finally {
      if (isWaiting) {
        waiting.release();
      }
    }
  }

  private Duration left(AskedRequest asked) {
    return Duration.ofNanos(asked.deadline() - ticker.read()).minus(WRITE);
  }

  /** The finding of one look at the ledgers, and whether another look may find something else. */
  private record Look(
      Optional<Outcome> found, Optional<LedgerUnavailableException> problem, boolean mayChange) {
    static Look of(LedgerDecision decision, boolean mayChange) {
      return new Look(Optional.of(new Outcome(decision, Map.of())), Optional.empty(), mayChange);
    }

    Outcome outcome() throws LedgerUnavailableException {
      if (problem.isPresent()) {
        throw problem.get();
      }
      return found.orElseThrow();
    }
  }

  private Look look(AskedRequest asked, SortedMap<String, LedgerAccount> accounts)
      throws InterruptedException {
    SortedMap<String, Ledger> ledgers = new TreeMap<>();
    try {
      for (Map.Entry<String, LedgerAccount> account : accounts.entrySet()) {
        Ledger known = account.getValue().known();
        ledgers.put(account.getKey(), asked.counted(account.getKey(), known));
      }
    } catch (LedgerUnavailableException e) {
      return new Look(Optional.empty(), Optional.of(e), true);
    }
    LedgerDecision decision = asked.decide(ledgers);
    if (!(decision instanceof Denied denied)) {
      return Look.of(decision, false);
    }
    if (denied.denials().stream().anyMatch(QuotaDenial.StatusUnknown.class::isInstance)) {
      return Look.of(decision, true);
    }
    Map<String, Set<Reservation>> lost = new HashMap<>();
    for (Map.Entry<String, LedgerAccount> account : accounts.entrySet()) {
      String name = account.getKey();
      Ledger full = Optional.ofNullable(ledgers.get(name)).orElseThrow();
      if (asked.decide(name, full) instanceof Denied) {
        if (isHeld(asked, name, full)) {
          recall(asked, account.getValue());
          return Look.of(decision, true);
        }
        if (full.isOfTenant()) {
          return Look.of(decision, false);
        }
        UnconfirmedReservations unconfirmed = account.getValue().unconfirmed();
        unconfirmed.see(full.without(r -> r.reservedBy().isEscrow()));
        if (suspects(asked, name, full, unconfirmed.old(this::age, leftToLook(asked))).isEmpty()) {
          return Look.of(decision, false);
        }
        List<Reservation> suspects =
            suspects(asked, name, full, unconfirmed.old(this::age, Duration.ZERO))
                .orElse(List.of());
        Set<Reservation> failed = unconfirmed.lost(suspects);
        if (suspects.isEmpty() || !failed.containsAll(suspects)) {
          return Look.of(decision, true);
        }
        lost.put(name, failed);
        ledgers.put(name, without(full, failed));
      }
    }
    LedgerDecision after = asked.decide(ledgers);
    return after instanceof Admitted
        ? new Look(Optional.of(new Outcome(after, lost)), Optional.empty(), false)
        : Look.of(decision, true);
  }

  /** Returns whether a ledger denies only since other processes hold parts of it. */
  private static boolean isHeld(AskedRequest asked, String name, Ledger full) {
    Ledger free = full.without(r -> r.reservedBy().isEscrow());
    return !free.equals(full) && asked.decide(name, free) instanceof Admitted;
  }

  private void recall(AskedRequest asked, LedgerAccount account) throws InterruptedException {
    try {
      account.recall(asked.expirationTime(), left(asked));
    } catch (LedgerUnavailableException e) {
      // The next look tries again.
    }
  }

  /** Returns how long a reservation must be known before the API server is asked about it. */
  private Duration age(Reservation reservation) {
    Duration usual = slowest.get().multipliedBy(SLOWER);
    Duration age = usual.compareTo(OLDEST) > 0 ? OLDEST : usual;
    Duration others = otherWebhooks.apply(reservation);
    Duration longer = age.compareTo(others) > 0 ? age : others;
    return longer.compareTo(YOUNGEST) > 0 ? longer : YOUNGEST;
  }

  /** Returns how much older a reservation may get before the second look is due. */
  private Duration leftToLook(AskedRequest asked) {
    Duration left = left(asked).minus(UnconfirmedReservations.BETWEEN_LOOKS);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Returns the first reservations without which a ledger admits; empty if all are too few. */
  private static Optional<List<Reservation>> suspects(
      AskedRequest asked, String name, Ledger full, List<Reservation> old) {
    List<Reservation> suspects = new ArrayList<>();
    Ledger ledger = full;
    for (Reservation reservation : old) {
      suspects.add(reservation);
      ledger = ledger.rolledBack(reservation);
      if (asked.decide(name, ledger) instanceof Admitted) {
        return Optional.of(suspects);
      }
    }
    return Optional.empty();
  }

  static Ledger without(Ledger ledger, Set<Reservation> lost) {
    Ledger left = ledger;
    for (Reservation reservation : lost) {
      left = left.rolledBack(reservation);
    }
    return left;
  }
}
