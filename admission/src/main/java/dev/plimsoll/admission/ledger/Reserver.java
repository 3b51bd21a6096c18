package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Decides on requests by ledgers, and reserves what they add: in all ledgers or in none. A request
 * that fits into the parts that this process holds ({@link Escrow}) needs no write. Ledgers that
 * would admit another such request are written side by side, others in the order of their names. If
 * a ledger denies, the call gives its reservations in other ledgers back; if that fails, they
 * expire.
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
  private final Holder holder;
  private final SideBySide sideBySide;
  private final AtomicInteger holders = new AtomicInteger();
  private final Map<String, LedgerAccount> accounts = new ConcurrentHashMap<>();

  /**
   * How a process holds parts of ledgers, and writes several.
   *
   * @param name its name, which no other process has; empty if it holds no parts of ledgers
   * @param threads run what is done side by side
   */
  public record Holder(String name, Executor threads) {
    /** Holds no parts, and does one thing after the other. */
    static final Holder PLAIN = new Holder("", Runnable::run);
  }

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
   * @param resync counts ledgers that would deny
   */
  public Reserver(
      LedgerStore store,
      Ticker ticker,
      Duration newsWithin,
      Contention contention,
      ReplicaResync resync) {
    this(store, ticker, newsWithin, contention, resync, Holder.PLAIN);
  }

  /**
   * Creates a reserver that may hold parts of ledgers.
   *
   * @param contention decides again on requests that are denied at first
   * @param resync counts ledgers that would deny
   * @param holder how this process holds them
   */
  public Reserver(
      LedgerStore store,
      Ticker ticker,
      Duration newsWithin,
      Contention contention,
      ReplicaResync resync,
      Holder holder) {
    this.holder = holder;
    this.sideBySide = new SideBySide(holder.threads());
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

  /** A ledger that was forgotten may still have a part for requests that were forgotten, too. */
  private String nextHolder() {
    return holder.name().isEmpty() ? "" : holder.name() + "-" + holders.incrementAndGet();
  }

  private LedgerAccount account(String name) {
    return accounts.computeIfAbsent(
        name,
        n -> {
          KnownLedger ledger = new KnownLedger(n, store, newsWithin);
          Escrow escrow = new Escrow(nextHolder(), ticker, resync::isDeleted);
          return new LedgerAccount(
              ledger,
              escrow,
              new LedgerQueue(n, store, ledger, escrow, ticker, contention.sleep()),
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
    AskedRequest asked = asked(cluster, request, expirationTime, timeout);
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
    AskedRequest asked = asked(cluster, request, expirationTime, timeout);
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
      Cluster cluster, AdmissionRequest request, Instant expirationTime, Duration timeout) {
    return new AskedRequest(
        cluster, request, expirationTime, ticker.read() + timeout.toNanos(), resync);
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
      known.put(name, asked.counted(name, account(name).known()));
    }
    LedgerDecision decision = asked.decide(known);
    if (decision instanceof Admitted) {
      return decision;
    }
    // What is known may be old: what it denies may be free by now.
    for (String name : names) {
      known.put(name, asked.counted(name, account(name).current()));
    }
    return asked.decide(known);
  }

  private LedgerDecision reserve(
      AskedRequest asked, Admitted admitted, Map<String, Set<Reservation>> lost)
      throws LedgerUnavailableException, InterruptedException {
    if (asked.request().dryRun() || (lost.isEmpty() && isHeld(asked, admitted))) {
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

  /** Returns whether a request fits into the parts that this process holds, of all ledgers. */
  private boolean isHeld(AskedRequest asked, Admitted admitted)
      throws LedgerUnavailableException, InterruptedException {
    Map<String, Reservation> taken = new HashMap<>();
    for (Map.Entry<String, Reservation> each : admitted.reservations().entrySet()) {
      LedgerAccount account = account(each.getKey());
      if (!account.escrow().admit(each.getValue(), account.ledger().known().ledger())) {
        giveBack(taken, left(asked.deadline()));
        return false;
      }
      taken.put(each.getKey(), each.getValue());
    }
    return true;
  }

  /** Returns parts that nobody uses any more, or that another process needs. */
  public void settle(Duration timeout) throws InterruptedException {
    for (Map.Entry<String, LedgerAccount> each : accounts.entrySet()) {
      try {
        each.getValue().settle(timeout);
      } catch (LedgerUnavailableException e) {
        LOG.log(
            System.Logger.Level.DEBUG,
            () -> "QuotaLedger " + each.getKey() + " keeps a part in advance: " + e.getMessage());
      }
    }
  }

  /** Returns the parts that this process holds. From now on it holds none. */
  public void close(Duration timeout) throws InterruptedException {
    accounts.values().forEach(a -> a.escrow().close());
    settle(timeout);
  }

  private static Ledger takenBack(Ledger ledger, Map<String, Reservation> reserved, String name) {
    return Optional.ofNullable(reserved.get(name)).map(ledger::rolledBack).orElse(ledger);
  }

  private LedgerDecision reserveOnce(
      AskedRequest asked,
      Admitted admitted,
      BiFunction<String, Ledger, LedgerChange.Outcome> change)
      throws LedgerUnavailableException, InterruptedException {
    SortedMap<String, Reservation> wanted = new TreeMap<>(admitted.reservations());
    SideBySide.Write write =
        name -> account(name).queue().change(l -> change.apply(name, l), left(asked.deadline()));
    if (wanted.size() > 1 && admitAnother(asked, wanted)) {
      SideBySide.Result result = sideBySide.write(wanted, write);
      if (!result.isDenied()) {
        return admitted;
      }
      giveBack(result.taken(), left(asked.deadline()));
    }
    SideBySide.Result result = SideBySide.inOrder(wanted, write);
    if (result.isDenied()) {
      giveBack(result.taken(), left(asked.deadline()));
    }
    return result.denial().orElse(admitted);
  }

  /**
   * Returns whether each ledger admits the request and then another one like it. Otherwise two
   * requests could take the last of two ledgers from each other, and both would be denied.
   */
  private boolean admitAnother(AskedRequest asked, Map<String, Reservation> wanted)
      throws LedgerUnavailableException {
    for (Map.Entry<String, Reservation> each : wanted.entrySet()) {
      Ledger after = account(each.getKey()).known().withReservation(each.getValue().ofAnother());
      if (!(asked.decide(each.getKey(), after) instanceof Admitted)) {
        return false;
      }
    }
    return true;
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
    Ledger after = counted;
    for (Reservation reservation : admitted.reservations().values()) {
      after = after.withReservation(reservation);
    }
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
      if (account(each.getKey()).escrow().release(reservation)) {
        continue;
      }
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
