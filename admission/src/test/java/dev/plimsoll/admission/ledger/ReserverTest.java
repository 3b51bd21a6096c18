package dev.plimsoll.admission.ledger;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.LedgerDecision.Denied;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ReserverTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final MemoryLedgerStore store = new MemoryLedgerStore(true);

  @Test
  void what_is_admitted_is_reserved_in_all_its_ledgers() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 1)));
    store.put(Ledgers.stored("b", Ledgers.ledger(4, 0)));

    assertThat(reserve(reserver(store), Ledgers.pod("p", 3), "a", "b"))
        .isInstanceOf(Admitted.class);

    assertThat(reserved("a")).isEqualTo(3);
    assertThat(reserved("b")).isEqualTo(3);
  }

  @Test
  void a_reservation_has_expired_from_its_expiry_on() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 1)));
    Reserver reserver = reserver(store);
    LedgerDecision unused = reserve(reserver, Ledgers.pod("p", 3), "a");
    Instant expiry = reserver.known("a").reservations().values().iterator().next().expirationTime();

    assertThat(reserver.expired(expiry.minusSeconds(1))).isZero();
    assertThat(reserver.expired(expiry)).isEqualTo(1);
  }

  @Test
  void what_one_ledger_denies_is_reserved_in_none() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 1)));
    store.put(Ledgers.stored("b", Ledgers.ledger(2, 0)));

    assertThat(reserve(reserver(store), Ledgers.pod("p", 3), "a", "b")).isInstanceOf(Denied.class);

    assertThat(store.writes()).isZero();
  }

  @Test
  void dry_runs_are_decided_and_reserve_nothing() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 1)));
    Reserver reserver = reserver(store);

    assertThat(reserve(reserver, Ledgers.pod("p", 3).asDryRun(), "a")).isInstanceOf(Admitted.class);
    assertThat(reserve(reserver, Ledgers.pod("p", 4).asDryRun(), "a")).isInstanceOf(Denied.class);
    assertThat(store.writes()).isZero();
  }

  @Test
  void the_last_GPU_is_given_once_though_two_replicas_know_that_it_is_free() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(1, 0)));

    assertThat(race(store)).hasSize(1);
    assertThat(reserved("a")).isEqualTo(1);
  }

  /** Shows that the test before could fail. */
  @Test
  void without_compare_and_swap_the_last_GPU_would_be_given_twice() throws Exception {
    MemoryLedgerStore blind = new MemoryLedgerStore(false);
    blind.put(Ledgers.stored("a", Ledgers.ledger(1, 0)));

    assertThat(race(blind)).hasSize(2);
  }

  private static List<LedgerDecision> race(MemoryLedgerStore store) throws Exception {
    Reserver one = reserver(store);
    Reserver other = reserver(store);
    one.observed(store.get("a"));
    other.observed(store.get("a"));
    List<LedgerDecision> decisions = new ArrayList<>();
    decisions.add(reserve(one, Ledgers.pod("p", 1), "a"));
    decisions.add(reserve(other, Ledgers.pod("q", 1), "a"));
    return decisions.stream().filter(Admitted.class::isInstance).toList();
  }

  @Test
  void what_was_taken_is_given_back_if_a_later_ledger_is_faster_full() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 0)));
    store.put(Ledgers.stored("b", Ledgers.ledger(1, 0)));
    Reserver late = reserver(store);
    late.observed(store.get("b"));
    reserve(reserver(store), Ledgers.pod("faster", 1), "b");

    assertThat(reserve(late, Ledgers.pod("p", 1), "a", "b")).isInstanceOf(Denied.class);

    assertThat(reserved("a")).isZero();
    assertThat(reserved("b")).isEqualTo(1);
  }

  @Test
  void what_another_call_for_the_same_object_relies_on_is_not_given_back() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 0)));
    store.put(Ledgers.stored("b", Ledgers.ledger(1, 0)));
    Reserver late = reserver(store);
    late.observed(store.get("b"));
    reserve(reserver(store), Ledgers.pod("p", 1), "a");
    reserve(reserver(store), Ledgers.pod("faster", 1), "b");

    assertThat(reserve(late, Ledgers.pod("p", 1), "a", "b")).isInstanceOf(Denied.class);

    assertThat(reserved("a")).isEqualTo(1);
  }

  @Test
  void what_is_denied_by_an_old_version_is_looked_up_first() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(1, 1)));
    Reserver reserver = reserver(store);
    reserver.observed(store.get("a"));
    store.replace(store.get("a").withLedger(Ledgers.ledger(1, 0)));

    assertThat(reserve(reserver, Ledgers.pod("p", 1), "a")).isInstanceOf(Admitted.class);
  }

  @Test
  void older_versions_that_an_informer_tells_late_change_nothing() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 0)));
    QuotaLedger old = store.get("a");
    Reserver reserver = reserver(store);
    reserve(reserver, Ledgers.pod("p", 1), "a");
    int reads = store.reads();
    reserver.observed(old);

    reserve(reserver, Ledgers.pod("q", 1), "a");

    assertThat(reserved("a")).isEqualTo(2);
    assertThat(store.reads()).isEqualTo(reads);
  }

  @Test
  void what_an_informer_tells_of_a_version_that_was_faster_is_not_read() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 0)));
    InformedStore informed = new InformedStore();
    Reserver reserver = new Reserver(informed, Ticker.SYSTEM, LONG);
    informed.tell = () -> reserver.observed(store.get("a"));
    reserver.observed(store.get("a"));
    reserve(reserver(store), Ledgers.pod("faster", 1), "a");
    int reads = store.reads();

    assertThat(reserve(reserver, Ledgers.pod("p", 1), "a")).isInstanceOf(Admitted.class);

    assertThat(reserved("a")).isEqualTo(2);
    assertThat(store.reads()).isEqualTo(reads);
  }

  @Test
  void a_version_that_no_informer_tells_in_time_is_read() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 0)));
    Reserver reserver = new Reserver(store, Ticker.SYSTEM, Duration.ofMillis(1));
    reserver.observed(store.get("a"));
    reserve(reserver(store), Ledgers.pod("faster", 1), "a");

    assertThat(reserve(reserver, Ledgers.pod("p", 1), "a")).isInstanceOf(Admitted.class);

    assertThat(reserved("a")).isEqualTo(2);
  }

  /** The version that is told denies, and is older than one in which there is room again. */
  @Test
  void what_a_told_version_denies_is_looked_up() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(1, 0)));
    InformedStore informed = new InformedStore();
    Reserver reserver = new Reserver(informed, Ticker.SYSTEM, LONG);
    reserver.observed(store.get("a"));
    store.replace(store.get("a").withLedger(Ledgers.ledger(1, 1)));
    QuotaLedger full = store.get("a");
    store.replace(full.withLedger(Ledgers.ledger(1, 0)));
    informed.tell = () -> reserver.observed(full);

    assertThat(reserve(reserver, Ledgers.pod("p", 1), "a")).isInstanceOf(Admitted.class);
  }

  /** Tells after each write that came too late. */
  private final class InformedStore implements LedgerStore {
    private Runnable tell = () -> {};

    @Override
    public Optional<QuotaLedger> read(String name) {
      return store.read(name);
    }

    @Override
    public Optional<QuotaLedger> replace(QuotaLedger ledger) {
      Optional<QuotaLedger> replaced = store.replace(ledger);
      if (replaced.isEmpty()) {
        tell.run();
      }
      return replaced;
    }
  }

  @Test
  void what_nobody_waits_for_any_more_is_not_reserved_by_the_next() throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 0)));
    Reserver reserver = reserver(store);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> reserve(reserver, Ledgers.pod("p", 1), "a"))
        .isInstanceOf(InterruptedException.class);

    reserve(reserver, Ledgers.pod("q", 1), "a");

    assertThat(reserved("a")).isEqualTo(1);
  }

  @Test
  void a_ledger_that_is_not_there_is_not_taken_for_an_empty_one() {
    assertThatThrownBy(() -> reserve(reserver(store), Ledgers.pod("p", 1), "a"))
        .isInstanceOf(LedgerUnavailableException.class)
        .hasMessage("there is no QuotaLedger a");
  }

  @Test
  void a_write_whose_outcome_is_unknown_is_no_yes() {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 0)));

    assertThatThrownBy(() -> reserve(reserver(new SilentStore("a")), Ledgers.pod("p", 1), "a"))
        .isInstanceOf(LedgerUnavailableException.class)
        .hasMessage("no answer");
    assertThat(reserved("a")).isEqualTo(1);
  }

  @Test
  void a_request_that_one_ledger_leaves_undecided_gives_back_what_the_others_reserved()
      throws Exception {
    store.put(Ledgers.stored("a", Ledgers.ledger(4, 0)));
    store.put(Ledgers.stored("b", Ledgers.ledger(4, 0)));
    Reserver reserver = reserver(new SilentStore("b"));

    LedgerUnavailableException undecided =
        catchThrowableOfType(
            LedgerUnavailableException.class,
            () -> reserve(reserver, Ledgers.pod("p", 1), "a", "b"));
    assertThat(List.of(reserved("a"), reserved("b"))).containsOnly(1L);

    reserver(store).giveBack(undecided.reserved(), LONG);

    assertThat(List.of(reserved("a"), reserved("b"))).containsOnly(0L);
  }

  /** Stores what it is given, and fails to say so of one ledger. */
  private final class SilentStore implements LedgerStore {
    private final String silent;

    private SilentStore(String silent) {
      this.silent = silent;
    }

    @Override
    public Optional<QuotaLedger> read(String name) {
      return store.read(name);
    }

    @Override
    public Optional<QuotaLedger> replace(QuotaLedger ledger) {
      Optional<QuotaLedger> replaced = store.replace(ledger);
      if (ledger.name().equals(silent)) {
        throw new UnreachableException("no answer");
      }
      return replaced;
    }
  }

  @Test
  void three_replicas_admit_exactly_what_fits_and_store_many_answers_at_once() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      store.put(Ledgers.stored(name, Ledgers.ledger(700, 0)));
    }
    List<Reserver> replicas = List.of(reserver(store), reserver(store), reserver(store));
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Callable<LedgerDecision>> calls = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      int index = i;
      calls.add(() -> reserve(replicas.get(index % 3), Ledgers.pod("p" + index, 1), "a", "b", "c"));
    }
    int admitted = 0;
    try {
      for (Future<LedgerDecision> answer : threads.invokeAll(calls)) {
        admitted += answer.get() instanceof Admitted ? 1 : 0;
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(admitted).isEqualTo(700);
    assertThat(List.of(reserved("a"), reserved("b"), reserved("c"))).containsOnly(700L);
  }

  private static Reserver reserver(LedgerStore store) {
    return new Reserver(store, Ticker.SYSTEM);
  }

  private static LedgerDecision reserve(
      Reserver reserver, AdmissionRequest request, String... names) throws Exception {
    SortedSet<String> ledgers = new TreeSet<>(List.of(names));
    return reserver.reserve(ClusterFixture.cluster(), request, ledgers, Ledgers.EXPIRY, LONG);
  }

  private long reserved(String ledger) {
    return store
        .get(ledger)
        .ledger()
        .reserved()
        .getOrZero(list("requests.nvidia.com/gpu=1").names().get(0))
        .value();
  }
}
