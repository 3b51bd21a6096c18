package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Three replicas of the webhook, an API server that stores what they admit later, once or never,
 * the ledgers of two namespaces and one over both, and two controllers with late informers. While a
 * replica reads or writes a ledger, or waits, the others go on. Any read or write may fail, and a
 * write may fail after it was done. A replica that fails has forgotten everything. Each replica has
 * late informers, too: it counts a ledger that denies, and lets failed requests' reservations
 * yield. It holds parts of ledgers in advance, and returns them sooner or later. All follows from a
 * seed.
 */
final class ReservationModel {
  static final SortedMap<String, List<String>> NAMESPACES =
      new TreeMap<>(
          Map.of("a", List.of("team-a"), "b", List.of("team-b"), "t", List.of("team-a", "team-b")));

  private static final Map<String, Integer> HARD = Map.of("a", 6, "b", 6, "t", 8);
  private static final Duration LIFETIME = Duration.ofSeconds(60);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** A reservation that took longer may have yielded before the answer. */
  private static final Duration STALE = Duration.ofMillis(700);

  private static final int REPLICAS = 3;

  /** Which replica most requests reach where no reservation yields, so that it holds parts. */
  private static final int USUAL = 0;

  private final Random random;

  private final MemoryLedgerStore ledgers;
  private final List<Reserver> replicas = new ArrayList<>();
  private final Set<Integer> busy = new HashSet<>();
  private final List<QuotaLedger> formerLedgers = new ArrayList<>();
  private final List<UnderWay> underWay = new ArrayList<>();
  private final Duration latest;
  private final boolean isWaiting;
  private final boolean knowsDeleted;
  private final PodStorage pods = new PodStorage();

  /** How far the two controllers, and then the replicas, have observed the pods. */
  private final int[] observed = new int[2 + REPLICAS];

  private final List<String> violations = new ArrayList<>();
  private Instant now = ClusterFixture.NOW;
  private long nanos;
  private int created;
  private int yielded;
  private int resyncs;
  private int escrowed;
  private int processes;
  private int faults;
  private boolean isEnding;

  /** A request that was admitted at a time. */
  private record UnderWay(AdmissionRequest request, long at) {}

  /**
   * Creates a model whose requests may wait.
   *
   * @param latest how long after its answer a request is carried out at the latest
   */
  ReservationModel(long seed, boolean compareAndSwap, Duration latest) {
    this(seed, compareAndSwap, latest, true, true);
  }

  /**
   * Creates a model in which no reservation yields, so that a request may be carried out much
   * later.
   *
   * @param knowsDeleted whether replicas know which objects were deleted; otherwise they take each
   *     for deleted
   */
  static ReservationModel withoutYielding(long seed, boolean knowsDeleted) {
    return new ReservationModel(seed, true, Duration.ofSeconds(34), false, knowsDeleted);
  }

  private ReservationModel(
      long seed, boolean compareAndSwap, Duration latest, boolean isWaiting, boolean knowsDeleted) {
    this.isWaiting = isWaiting;
    this.knowsDeleted = knowsDeleted;
    this.random = new Random(seed);
    this.latest = latest;
    this.ledgers = new MemoryLedgerStore(compareAndSwap);
    NAMESPACES
        .keySet()
        .forEach(
            n -> ledgers.put(new QuotaLedger(n, "u", "1", Ledger.of(n, PodStorage.spec(hard(n))))));
    for (int i = 0; i < REPLICAS; i++) {
      replicas.add(replica(i));
    }
    resync(0);
  }

  private int hard(String name) {
    return HARD.getOrDefault(name, 0);
  }

  /** Does something at random; the more likely things more often. */
  void step() {
    pass(Duration.ofMillis(random.nextInt(isWaiting ? 100 : 10)));
    int choice = random.nextInt(27);
    if (choice < 6) {
      create();
    } else if (choice < 9) {
      pods.any(random).ifPresent(this::resize);
    } else if (choice < 14) {
      store();
    } else if (choice < 15) {
      takeUnderWay();
    } else if (choice < 16) {
      pods.any(random).ifPresent(pods::delete);
    } else if (choice < 18) {
      observe();
    } else if (choice < 21) {
      resync(random.nextInt(2));
    } else if (choice < 23) {
      tellReplica();
    } else if (choice < 26) {
      settle();
    } else if (busy.isEmpty()) {
      expire();
    }
  }

  /** How many reservations of failed requests have yielded so far. */
  int yielded() {
    return yielded;
  }

  /** How often a replica has ended reservations by a count of its own. */
  int resyncs() {
    return resyncs;
  }

  /** How many creations were admitted of which some ledger has no reservation. */
  int escrowed() {
    return escrowed;
  }

  /** What went wrong so far, a sentence each. */
  List<String> violations() {
    return violations;
  }

  /** Lets all end that is under way, and returns what is still reserved. */
  List<String> leftAfterExpiry() {
    isEnding = true;
    expire();
    // A running process returns what it holds, and names what it has admitted.
    for (Reserver replica : replicas) {
      try {
        replica.settle(TIMEOUT);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    expire();
    // What was reserved again expires a second later than what was reserved once.
    now = now.plusSeconds(1);
    List<String> left = new ArrayList<>();
    observed[0] = pods.lastIndex();
    for (String name : NAMESPACES.keySet()) {
      resynced(name, 0);
      Ledger ledger = ledgers.get(name).ledger();
      ledger.reservations().values().forEach(r -> left.add(name + ": " + r));
      if (!ledger
          .used()
          .equals(pods.last().usage(NAMESPACES.getOrDefault(name, List.of())).used())) {
        left.add(name + ": used " + ledger.used());
      }
    }
    return left;
  }

  private Reserver replica(int index) {
    Ticker ticker = () -> nanos;
    return new Reserver(
        new UnreliableStore(index),
        ticker,
        Duration.ZERO,
        new Contention(
            this::isLost,
            ticker,
            () -> Duration.ZERO,
            r -> Duration.ZERO,
            this::sleep,
            n -> yielded += n),
        new ReplicaResync() {
          @Override
          public Ledger resynced(String name, Ledger ledger) {
            return observedBy(name, ledger, 2 + index);
          }

          @Override
          public boolean isDeleted(String uid) {
            return !knowsDeleted || pods.deletedBy(observed[2 + index]).contains(uid);
          }
        },
        new Reserver.Holder("process-" + processes++, Runnable::run));
  }

  /** A replica looks after the parts that it holds; it may be stopped for long before. */
  private void settle() {
    int replica = random.nextInt(REPLICAS);
    if (busy.add(replica)) {
      try {
        if (random.nextInt(4) == 0) {
          pass(Escrow.RECALLED);
        }
        if (random.nextInt(8) == 0) {
          replicas.get(replica).close(TIMEOUT);
          replicas.set(replica, replica(replica));
        } else {
          replicas.get(replica).settle(TIMEOUT);
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } finally {
        busy.remove(replica);
      }
    }
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private void sleep(Duration time) {
    pass(time);
    if (!isEnding && busy.size() < REPLICAS && random.nextInt(5) == 0) {
      step();
    }
  }

  /** The API server itself says whether a request was carried out. */
  private boolean isLost(Reservation reservation) {
    letOthersGoOn();
    return pods.last().pods().values().stream().noneMatch(reservation::isObservedIn);
  }

  /** A replica counts by what it has observed, and knows what was deleted meanwhile. */
  private Ledger observedBy(String name, Ledger ledger, int observer) {
    PodStorage.Stored seen = pods.at(observed[observer]);
    Set<String> deleted = pods.deletedBy(observed[observer]);
    Ledger counted =
        ledger.resynced(
            seen.usage(NAMESPACES.getOrDefault(name, List.of())),
            r ->
                deleted.contains(r.reservedBy().uid())
                    || seen.pods().values().stream().anyMatch(r::isObservedIn));
    resyncs += counted.reservations().size() < ledger.reservations().size() ? 1 : 0;
    return counted;
  }

  /** The ledgers as one replica reaches them. */
  private final class UnreliableStore implements LedgerStore {
    private final int replica;

    UnreliableStore(int replica) {
      this.replica = replica;
    }

    @Override
    public Optional<QuotaLedger> read(String name) {
      letOthersGoOn();
      mayFail(replica);
      return ledgers.read(name);
    }

    @Override
    public Optional<QuotaLedger> replace(QuotaLedger ledger) {
      letOthersGoOn();
      mayFail(replica);
      formerLedgers.add(ledgers.get(ledger.name()));
      Optional<QuotaLedger> replaced = ledgers.replace(ledger);
      mayFail(replica);
      tell(replica, ledger.name());
      return replaced;
    }
  }

  private void letOthersGoOn() {
    while (!isEnding && busy.size() < REPLICAS && random.nextInt(3) == 0) {
      step();
    }
  }

  private void mayFail(int replica) {
    if (random.nextInt(25) == 0) {
      faults++;
      replicas.set(replica, replica(replica));
      throw new UnreachableException("failed");
    }
  }

  private void create() {
    String name = "p" + created++;
    request(
        AdmissionRequest.create(
            pod(random.nextInt(isWaiting ? 2 : 6) == 0 ? "team-b" : "team-a", name)));
  }

  private void resize(Pod old) {
    Pod resized = pod(old.namespace(), old.name());
    request(
        AdmissionRequest.resize(old, new Pod(old.metadata(), resized.spec(), resized.status())));
  }

  /** A request may reach two replicas; the API server goes by the first answer. */
  private void request(AdmissionRequest request) {
    int before = faults;
    long asked = nanos;
    Optional<LedgerDecision> answer = ask(request);
    boolean isDoubled = random.nextInt(8) == 0;
    if (answer.isPresent() && answer.get() instanceof Admitted admitted) {
      underWay.add(new UnderWay(request, nanos));
      escrowed +=
          request.isCreate() && reservedIn(request).size() < admitted.reservations().size() ? 1 : 0;
    } else if (answer.isPresent()
        && before == faults
        && nanos - asked <= STALE.toNanos()
        && request.isCreate()) {
      reservedIn(request).forEach(n -> violations.add("denied and reserved in " + n));
    }
    if (isDoubled) {
      ask(request);
    }
  }

  private List<String> reservedIn(AdmissionRequest request) {
    String uid = request.object().metadata().uid();
    return NAMESPACES.keySet().stream()
        .filter(
            n ->
                ledgers.get(n).ledger().reservations().keySet().stream()
                    .anyMatch(k -> k.uid().equals(uid)))
        .toList();
  }

  private Optional<LedgerDecision> ask(AdmissionRequest request) {
    List<Integer> idle = new ArrayList<>();
    for (int i = 0; i < REPLICAS; i++) {
      if (!busy.contains(i)) {
        idle.add(i);
      }
    }
    if (idle.isEmpty()) {
      return Optional.empty();
    }
    int replica =
        !isWaiting && idle.contains(USUAL) && random.nextInt(4) > 0
            ? USUAL
            : idle.get(random.nextInt(idle.size()));
    busy.add(replica);
    try {
      SortedSet<String> names = new TreeSet<>(NAMESPACES.keySet());
      names.removeIf(
          n -> !NAMESPACES.getOrDefault(n, List.of()).contains(request.object().namespace()));
      Reserver asked = replicas.get(replica);
      Instant until = now.plus(LIFETIME);
      return Optional.of(
          !isWaiting || random.nextBoolean()
              ? asked.reserve(ClusterFixture.cluster(), request, names, until, TIMEOUT)
              : asked.reserveInTime(ClusterFixture.cluster(), request, names, until, TIMEOUT));
    } catch (LedgerUnavailableException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      busy.remove(replica);
    }
  }

  private void store() {
    takeUnderWay()
        .filter(u -> nanos - u.at() <= latest.toNanos())
        .ifPresent(u -> pods.store(u.request()));
    for (String name : NAMESPACES.keySet()) {
      long used = pods.last().used(NAMESPACES.getOrDefault(name, List.of()));
      if (used > hard(name)) {
        violations.add(name + " uses " + used + " of " + hard(name));
      }
    }
  }

  private Optional<UnderWay> takeUnderWay() {
    return underWay.isEmpty()
        ? Optional.empty()
        : Optional.of(underWay.remove(random.nextInt(underWay.size())));
  }

  private void observe() {
    int observer = random.nextInt(observed.length);
    observed[observer] = Math.min(observed[observer] + 1 + random.nextInt(4), pods.lastIndex());
  }

  /** Informers tell late, not all, and not in order. */
  private void tellReplica() {
    if (!formerLedgers.isEmpty()) {
      replicas
          .get(random.nextInt(REPLICAS))
          .observed(formerLedgers.get(random.nextInt(formerLedgers.size())));
    }
  }

  /** An informer may be faster than the answer to a write, or than the read after a conflict. */
  private void tell(int replica, String name) {
    if (random.nextInt(3) == 0) {
      replicas.get(replica).observed(ledgers.get(name));
    }
  }

  private void resync(int controller) {
    NAMESPACES.keySet().forEach(name -> resynced(name, controller));
  }

  /** A controller counts anew; what has expired it looks up in the storage itself. */
  private void resynced(String name, int controller) {
    PodStorage.Stored seen = pods.at(observed[controller]);
    QuotaLedger read = ledgers.get(name);
    Ledger ledger =
        read.ledger()
            .resynced(
                seen.usage(NAMESPACES.getOrDefault(name, List.of())),
                r ->
                    seen.pods().values().stream().anyMatch(r::isObservedIn)
                        || (r.isExpired(now) && isLost(r, seen)));
    letOthersGoOn();
    formerLedgers.add(ledgers.get(name));
    ledgers.replace(read.withLedger(ledger));
  }

  /** What a replica held ends when its controller counts everything that is stored. */
  private boolean isLost(Reservation reservation, PodStorage.Stored seen) {
    return (reservation.reservedBy().isEscrow() || reservation.reservedBy().isRecall())
        ? seen.equals(pods.last())
        : pods.last().pods().values().stream().noneMatch(reservation::isObservedIn);
  }

  /** No request is under way any longer once what it reserved expires. */
  private void expire() {
    now = now.plus(LIFETIME);
    pass(LIFETIME);
    underWay.clear();
  }

  private Pod pod(String namespace, String name) {
    return PodBuilder.pod(namespace, name)
        .requests("cpu=" + (1 + random.nextInt(isWaiting || random.nextInt(9) == 0 ? 4 : 1)))
        .uid(name)
        .build();
  }
}
