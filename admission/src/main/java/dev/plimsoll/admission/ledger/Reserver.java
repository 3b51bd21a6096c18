package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.model.ledger.GangRequest;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Decides on requests by ledgers, and reserves what they add.
 *
 * <p>What never breaks: a request is admitted only after every ledger that it adds to has stored
 * its reservation. Each ledger decides again on the version that the reservation is written to. If
 * a ledger denies, the call gives its reservations in the other ledgers back. If that fails, they
 * expire. So an error can only reserve too much, for a time.
 *
 * <p>Order: ledgers are written one after another, in the order of their names. Of two requests
 * that want the last of the same two ledgers, one gets both. A call holds no lock of its own, and
 * has its turn as writer in one {@link LedgerQueue} at a time. So calls can't wait in a circle.
 *
 * <p>Cost: a request that adds nothing is decided from memory. A denial costs a read of each
 * ledger. An admitted request costs a write of each ledger that it adds to, which it shares with
 * the requests that wait. If the writes took longer than {@link #STALE}, they are made once more.
 *
 * <p>Why not simpler: a single ledger of everything would be one write, but all namespaces would
 * wait for it. Writes side by side would be faster, but two requests could then deny each other.
 * Without the second write, a reservation that has yielded in the meantime could be given twice.
 */
public final class Reserver {
  private static final System.Logger LOG = System.getLogger(Reserver.class.getName());
  private static final LedgerDecision DONE = new Admitted(Map.of());

  /** After this time a reservation may have yielded that nobody has answered with. */
  private static final Duration STALE = Duration.ofMillis(700);

  private final LedgerStore store;
  private final Ticker ticker;
  private final Duration newsWithin;
  private final Contention contention;
  private final ReplicaResync resync;
  private final Map<String, LedgerAccount> accounts = new ConcurrentHashMap<>();

  /** Creates a reserver for stored ledgers without a watch. */
  public Reserver(LedgerStore store, Ticker ticker) {
    this(store, ticker, Duration.ZERO);
  }

  /**
   * Creates a reserver for stored ledgers.
   *
   * @param newsWithin how soon an informer usually tells what others have written; only then is
   *     that read
   */
  public Reserver(LedgerStore store, Ticker ticker, Duration newsWithin) {
    this(store, ticker, newsWithin, Contention.none(ticker), ReplicaResync.none());
  }

  /**
   * Creates a reserver for stored ledgers that decides again on denied requests.
   *
   * @param contention decides again on requests that are denied at first
   * @param resync counts ledgers that would deny, and knows the newest limits
   */
  public Reserver(
      LedgerStore store,
      Ticker ticker,
      Duration newsWithin,
      Contention contention,
      ReplicaResync resync) {
    this.contention = contention;
    this.resync = resync;
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

  /** Returns how many reservations of the known ledgers had expired by a time. */
  public long expired(Instant by) {
    return accounts.values().stream()
        .flatMap(a -> a.ledger().latest().stream())
        .flatMap(l -> l.ledger().reservations().values().stream())
        .filter(r -> r.isExpired(by))
        .count();
  }

  /**
   * Takes note of the reservations that the known ledgers have. A request that needs a reservation
   * asks for its age, so this is to be called at least each 0.2 seconds.
   */
  public void seeReservations() {
    accounts
        .values()
        .forEach(a -> a.ledger().latest().ifPresent(l -> a.unconfirmed().see(l.ledger())));
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

  private LedgerAccount account(String name) {
    return accounts.computeIfAbsent(
        name,
        n -> {
          KnownLedger ledger = new KnownLedger(n, store, newsWithin, resync);
          return new LedgerAccount(
              ledger,
              new LedgerQueue(n, store, ledger, ticker, contention.sleep()),
              contention.reservations());
        });
  }

  /**
   * Decides on a request, at once. A dry run reserves nothing, and a denied request reserves
   * nothing.
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
    return reserve(cluster, request, names, expirationTime, Optional.empty(), timeout);
  }

  /**
   * Decides on a request as above, whose object may be a pod of a gang.
   *
   * @param cluster what the evaluators of quota look up
   * @param names the ledgers of the request's namespace
   * @param expirationTime until when what it adds is reserved
   * @param gang the gang of the new pod, if it belongs to one
   * @param timeout how long it may take
   * @throws LedgerUnavailableException if it can't be decided, or isn't known whether it was
   *     reserved; it says what may be reserved
   */
  public LedgerDecision reserve(
      Cluster cluster,
      AdmissionRequest request,
      SortedSet<String> names,
      Instant expirationTime,
      Optional<GangRequest> gang,
      Duration timeout)
      throws LedgerUnavailableException, InterruptedException {
    AskedRequest asked = asked(cluster, request, expirationTime, gang, timeout);
    LedgerDecision decision = decide(asked, names);
    return decision instanceof Admitted admitted ? reserve(asked, admitted, Map.of()) : decision;
  }

  /**
   * Decides on a request that may wait: for a ledger that will be counted, and for reservations
   * whose requests failed.
   *
   * @param cluster what the evaluators of quota look up
   * @param names the ledgers of the request's namespace
   * @param expirationTime until when what it adds is reserved
   * @param timeout how long it may take
   * @throws LedgerUnavailableException if it can't be decided, or isn't known whether it was
   *     reserved; it says what may be reserved
   */
  public LedgerDecision reserveInTime(
      Cluster cluster,
      AdmissionRequest request,
      SortedSet<String> names,
      Instant expirationTime,
      Duration timeout)
      throws LedgerUnavailableException, InterruptedException {
    return reserveInTime(cluster, request, names, expirationTime, Optional.empty(), timeout);
  }

  /**
   * Decides on a request that may wait, as above, whose object may be a pod of a gang.
   *
   * @param cluster what the evaluators of quota look up
   * @param names the ledgers of the request's namespace
   * @param expirationTime until when what it adds is reserved
   * @param gang the gang of the new pod, if it belongs to one
   * @param timeout how long it may take
   * @throws LedgerUnavailableException if it can't be decided, or isn't known whether it was
   *     reserved; it says what may be reserved
   */
  public LedgerDecision reserveInTime(
      Cluster cluster,
      AdmissionRequest request,
      SortedSet<String> names,
      Instant expirationTime,
      Optional<GangRequest> gang,
      Duration timeout)
      throws LedgerUnavailableException, InterruptedException {
    AskedRequest asked = asked(cluster, request, expirationTime, gang, timeout);
    try {
      if (decide(asked, names) instanceof Admitted admitted) {
        return reserve(asked, admitted, Map.of());
      }
    } catch (LedgerUnavailableException e) {
      if (!e.reserved().isEmpty() || left(asked.deadline()).compareTo(timeout.dividedBy(2)) < 0) {
        throw e;
      }
    }
    Contention.Outcome outcome = contention.decide(asked, accounts(names));
    return outcome.decision() instanceof Admitted admitted
        ? reserve(asked, admitted, outcome.lost())
        : outcome.decision();
  }

  private AskedRequest asked(
      Cluster cluster,
      AdmissionRequest request,
      Instant expirationTime,
      Optional<GangRequest> gang,
      Duration timeout) {
    return new AskedRequest(
        cluster, request, expirationTime, gang, ticker.read() + timeout.toNanos(), resync);
  }

  private SortedMap<String, LedgerAccount> accounts(SortedSet<String> names) {
    SortedMap<String, LedgerAccount> asked = new TreeMap<>();
    names.forEach(n -> asked.put(n, account(n)));
    return asked;
  }

  private LedgerDecision decide(AskedRequest asked, SortedSet<String> names)
      throws LedgerUnavailableException {
    SortedMap<String, Ledger> known = new TreeMap<>();
    for (String name : names) {
      known.put(name, asked.counted(name, account(name).ledger().known().ledger()));
    }
    LedgerDecision decision = asked.decide(known);
    if (decision instanceof Admitted) {
      return decision;
    }
    // What is known may be old: what it denies may be free by now.
    for (String name : names) {
      known.put(name, asked.counted(name, account(name).ledger().current().ledger()));
    }
    return asked.decide(known);
  }

  private LedgerDecision reserve(
      AskedRequest asked, Admitted admitted, Map<String, Set<Reservation>> lost)
      throws LedgerUnavailableException, InterruptedException {
    if (asked.request().dryRun()) {
      return admitted;
    }
    long began = ticker.read();
    LedgerDecision decision =
        reserveOnce(
            asked,
            admitted,
            (name, l) ->
                reserve(asked, name, Contention.without(l, lost.getOrDefault(name, Set.of()))));
    if (ticker.read() - began <= STALE.toNanos() || !(decision instanceof Admitted)) {
      return decision;
    }
    // The reservation may have yielded meanwhile, as that of a failed request.
    began = ticker.read();
    SortedMap<String, Reservation> first = new TreeMap<>(admitted.reservations());
    try {
      AskedRequest again = asked.again();
      decision =
          reserveOnce(
              again, admitted, (name, l) -> reserve(again, name, takenBack(l, first, name)));
    } catch (LedgerUnavailableException e) {
      throw new LedgerUnavailableException(e, first);
    }
    if (!(decision instanceof Admitted)) {
      giveBack(first, left(asked.deadline()));
    }
    if (ticker.read() - began <= STALE.toNanos() || !(decision instanceof Admitted)) {
      return decision;
    }
    throw new LedgerUnavailableException(
        new LedgerUnavailableException("the ledgers are written too slowly"), first);
  }

  private static Ledger takenBack(Ledger ledger, Map<String, Reservation> reserved, String name) {
    return Optional.ofNullable(reserved.get(name)).map(ledger::rolledBack).orElse(ledger);
  }

  private LedgerDecision reserveOnce(
      AskedRequest asked,
      Admitted admitted,
      BiFunction<String, Ledger, LedgerChange.Outcome> change)
      throws LedgerUnavailableException, InterruptedException {
    SortedMap<String, Reservation> taken = new TreeMap<>();
    for (Map.Entry<String, Reservation> wanted :
        new TreeMap<>(admitted.reservations()).entrySet()) {
      String name = wanted.getKey();
      LedgerDecision decision;
      try {
        decision = account(name).queue().change(l -> change.apply(name, l), left(asked.deadline()));
      } catch (LedgerUnavailableException e) {
        if (!e.isShed() && wanted.getValue().since().isEmpty()) {
          // No other request creates an object of this UID, so that the reservation is this one's.
          taken.put(name, wanted.getValue());
        }
        throw new LedgerUnavailableException(e, taken);
      }
      if (decision instanceof Admitted reserved) {
        taken.putAll(reserved.reservations());
      } else {
        giveBack(taken, left(asked.deadline()));
        return decision;
      }
    }
    return admitted;
  }

  /**
   * Reserves in one ledger. The outcome names the reservations only if the ledger had none under
   * their keys.
   */
  private static LedgerChange.Outcome reserve(AskedRequest asked, String name, Ledger ledger) {
    Ledger counted = asked.counted(name, ledger);
    LedgerDecision decision = asked.decide(name, counted);
    if (!(decision instanceof Admitted admitted)) {
      return new LedgerChange.Outcome(ledger, decision);
    }
    Ledger after = admitted.reservedIn(name, counted);
    boolean isFirst =
        admitted.reservations().values().stream()
            .noneMatch(r -> counted.reservations().containsKey(r.key()));
    return new LedgerChange.Outcome(after, isFirst ? admitted : DONE);
  }

  /**
   * Releases the reservations of a request that was denied. A reservation that another call relies
   * on by now stays. A ledger that can't be written keeps the reservation until it expires.
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
