package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerAdmission;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.Reservation;
import dev.plimsoll.model.object.AdmissionRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Decides on requests by ledgers, and reserves what they add: in all ledgers or in none, in the
 * order of their names. What a call has reserved in some when it is denied by another, it takes
 * back; if that fails, it expires.
 */
public final class Reserver {
  private static final System.Logger LOG = System.getLogger(Reserver.class.getName());
  private static final LedgerDecision DONE = new Admitted(Map.of());

  private final LedgerStore store;
  private final Ticker ticker;
  private final Duration newsWithin;
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  /** A ledger as it is known, and the changes of it that wait. */
  private record Account(KnownLedger ledger, LedgerQueue queue) {}

  /** Makes one for ledgers that are stored there, of which nobody tells. */
  public Reserver(LedgerStore store, Ticker ticker) {
    this(store, ticker, Duration.ZERO);
  }

  /**
   * Makes one for ledgers that are stored there.
   *
   * @param newsWithin how soon an informer usually tells what others have written; only then is
   *     that read
   */
  public Reserver(LedgerStore store, Ticker ticker, Duration newsWithin) {
    this.store = store;
    this.ticker = ticker;
    this.newsWithin = newsWithin;
  }

  /** Remembers a version that an informer tells. */
  public void observed(QuotaLedger ledger) {
    account(ledger.name()).ledger().observed(ledger);
  }

  /** Returns whether a version of a ledger is newer than what is known of it. */
  boolean isNews(String name, String resourceVersion) {
    return account(name).ledger().isNews(resourceVersion);
  }

  /**
   * Returns a ledger as this process knows it, which may be an older version.
   *
   * @throws LedgerUnavailableException if it isn't known and can't be read
   */
  public Ledger known(String name) throws LedgerUnavailableException {
    return account(name).ledger().known().ledger();
  }

  /**
   * Changes a ledger, together with what requests reserve at the time.
   *
   * @param change may be asked again of a newer version; the same ledger where nothing is to be
   *     stored
   * @throws LedgerUnavailableException if it isn't known whether it was changed
   */
  public void change(String name, UnaryOperator<Ledger> change, Duration timeout)
      throws LedgerUnavailableException, InterruptedException {
    LedgerDecision unused =
        account(name).queue().change(l -> new LedgerChange.Outcome(change.apply(l), DONE), timeout);
  }

  /** Forgets ledgers that there are no more. */
  public void retain(Set<String> names) {
    accounts.keySet().retainAll(names);
  }

  private Account account(String name) {
    return accounts.computeIfAbsent(
        name,
        n -> {
          KnownLedger ledger = new KnownLedger(n, store, newsWithin);
          return new Account(ledger, new LedgerQueue(n, store, ledger, ticker));
        });
  }

  /**
   * Decides on a request. A dry run reserves nothing, nor does one that is denied.
   *
   * @param cluster what the evaluators of quota look up
   * @param names the ledgers of the request's namespace
   * @param expirationTime until when what it adds is reserved
   * @param timeout how long it may take
   * @throws LedgerUnavailableException if it can't be decided, or isn't known whether it was
   *     reserved; it says what may be reserved
   */
  public LedgerDecision reserve(
      Cluster cluster,
      AdmissionRequest request,
      SortedSet<String> names,
      Instant expirationTime,
      Duration timeout)
      throws LedgerUnavailableException, InterruptedException {
    long deadline = ticker.read() + timeout.toNanos();
    LedgerDecision decision = decide(cluster, request, names, expirationTime);
    return decision instanceof Admitted admitted && !request.dryRun()
        ? reserve(cluster, request, admitted, deadline)
        : decision;
  }

  private LedgerDecision decide(
      Cluster cluster, AdmissionRequest request, SortedSet<String> names, Instant expirationTime)
      throws LedgerUnavailableException {
    SortedMap<String, Ledger> known = new TreeMap<>();
    for (String name : names) {
      known.put(name, account(name).ledger().known().ledger());
    }
    LedgerDecision decision = LedgerAdmission.decide(cluster, request, known, expirationTime);
    if (decision instanceof Admitted) {
      return decision;
    }
    // What is known may be old: what it denies may be free by now.
    for (String name : names) {
      known.put(name, account(name).ledger().current().ledger());
    }
    return LedgerAdmission.decide(cluster, request, known, expirationTime);
  }

  private LedgerDecision reserve(
      Cluster cluster, AdmissionRequest request, Admitted admitted, long deadline)
      throws LedgerUnavailableException, InterruptedException {
    SortedMap<String, Reservation> taken = new TreeMap<>();
    for (Map.Entry<String, Reservation> wanted :
        new TreeMap<>(admitted.reservations()).entrySet()) {
      String name = wanted.getKey();
      LedgerDecision decision;
      try {
        decision = reserve(cluster, request, wanted, deadline);
      } catch (LedgerUnavailableException e) {
        if (wanted.getValue().since().isEmpty()) {
          // No other request creates an object of this UID, so that the reservation is this one's.
          taken.put(name, wanted.getValue());
        }
        throw new LedgerUnavailableException(e, taken);
      }
      if (decision instanceof Admitted reserved) {
        taken.putAll(reserved.reservations());
      } else {
        giveBack(taken, left(deadline));
        return decision;
      }
    }
    return admitted;
  }

  private LedgerDecision reserve(
      Cluster cluster,
      AdmissionRequest request,
      Map.Entry<String, Reservation> wanted,
      long deadline)
      throws LedgerUnavailableException, InterruptedException {
    String name = wanted.getKey();
    Instant expirationTime = wanted.getValue().expirationTime();
    return account(name)
        .queue()
        .change(l -> reserve(cluster, request, name, l, expirationTime), left(deadline));
  }

  /** Reserves in one ledger; what is told is reserved only where nothing was under its key. */
  private static LedgerChange.Outcome reserve(
      Cluster cluster,
      AdmissionRequest request,
      String name,
      Ledger ledger,
      Instant expirationTime) {
    LedgerDecision decision =
        LedgerAdmission.decide(
            cluster, request, new TreeMap<>(Map.of(name, ledger)), expirationTime);
    if (!(decision instanceof Admitted admitted)) {
      return new LedgerChange.Outcome(ledger, decision);
    }
    Ledger after = ledger;
    for (Reservation reservation : admitted.reservations().values()) {
      after = after.withReservation(reservation);
    }
    boolean isFirst =
        admitted.reservations().values().stream()
            .noneMatch(r -> ledger.reservations().containsKey(r.key()));
    return new LedgerChange.Outcome(after, isFirst ? admitted : DONE);
  }

  /**
   * Gives back what a request has reserved that was answered with no. A reservation that another
   * call relies on by now stays. A ledger that can't be written keeps the reservation until it
   * expires.
   *
   * @param reserved what the request reserved, by the names of ledgers
   * @param timeout how long each ledger may take
   */
  public void giveBack(Map<String, Reservation> reserved, Duration timeout)
      throws InterruptedException {
    for (Map.Entry<String, Reservation> each : reserved.entrySet()) {
      Reservation reservation = each.getValue();
      try {
        LedgerDecision unused =
            account(each.getKey())
                .queue()
                .change(l -> new LedgerChange.Outcome(l.rolledBack(reservation), DONE), timeout);
      } catch (LedgerUnavailableException e) {
        LOG.log(
            System.Logger.Level.DEBUG,
            () -> reservation.reservedBy() + " is left to expire: " + e.getMessage());
      }
    }
  }

  private Duration left(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - ticker.read()));
  }
}
