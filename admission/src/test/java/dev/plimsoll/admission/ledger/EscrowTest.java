package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.LedgerDecision.Denied;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EscrowTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final MemoryLedgerStore store = new MemoryLedgerStore(true);
  private final Set<String> deleted = new HashSet<>();
  private final Reserver holder = reserver("holder", store);
  private final List<Reserver> watching = new ArrayList<>();
  private long nanos;

  EscrowTest() {
    ledger(8, 0);
  }

  private void ledger(int hard, int used) {
    store.put(Ledgers.stored("a", Ledgers.ledger(hard, used)));
  }

  @Test
  void what_fits_into_the_part_needs_no_write() throws Exception {
    assertThat(reserve("first")).isInstanceOf(Admitted.class);
    int writes = store.writes();

    assertThat(reserve("second")).isInstanceOf(Admitted.class);

    assertThat(store.writes()).isEqualTo(writes);
  }

  @Test
  void the_next_write_names_what_was_admitted_from_the_part() throws Exception {
    reserve("first");
    reserve("second");
    reserve("third");

    assertThat(names()).contains("first", "second", "third");
  }

  @Test
  void a_part_is_free_again_when_its_object_was_seen_deleted() throws Exception {
    ledger(3, 0);
    reserve("first");
    int writes = store.writes();
    for (int i = 0; i < 20; i++) {
      assertThat(reserve("pod-" + i)).isInstanceOf(Admitted.class);
      deleted.add(Ledgers.uid("pod-" + i));
    }

    assertThat(store.writes()).isEqualTo(writes);
  }

  @Test
  void as_much_as_a_part_is_left_to_others() throws Exception {
    ledger(2, 0);
    reserve("first");

    assertThat(parts()).isEmpty();
  }

  @Test
  void a_part_is_used_for_two_seconds_and_then_returned() throws Exception {
    reserve("first");
    nanos += Escrow.USED.toNanos();
    holder.settle(LONG);

    assertThat(parts()).isEmpty();
    assertThat(names()).containsExactly("first");
  }

  @Test
  void a_process_that_ends_returns_its_part_and_names_what_it_has_admitted() throws Exception {
    reserve("first");
    reserve("second");
    holder.close(LONG);

    assertThat(names()).containsExactly("first", "second");
  }

  @Test
  void what_others_need_is_returned_at_once_and_held_by_nobody_for_a_while() throws Exception {
    reserve("first");
    Reserver other =
        new Reserver(
            store,
            ticker(),
            Duration.ZERO,
            new Contention(
                r -> false,
                ticker(),
                () -> Duration.ZERO,
                r -> Duration.ZERO,
                time -> {
                  nanos += time.toNanos();
                  holder.observed(store.get("a"));
                  holder.settle(LONG);
                  watching.forEach(w -> w.observed(store.get("a")));
                },
                n -> {}),
            ReplicaResync.none(),
            new Reserver.Holder("other", Runnable::run));
    watching.add(other);

    assertThat(
            other.reserveInTime(
                ClusterFixture.cluster(),
                Ledgers.pod("large", 7),
                new TreeSet<>(Set.of("a")),
                Ledgers.EXPIRY,
                Duration.ofSeconds(2)))
        .isInstanceOf(Admitted.class);
    assertThat(parts()).isEmpty();
    store.replace(
        store.get("a").withLedger(store.get("a").ledger().without(r -> r.reserved().size() > 0)));
    holder.observed(store.get("a"));
    reserve("second");
    assertThat(parts()).isEmpty();

    nanos += Escrow.RECALLED.toNanos();
    other.observed(store.get("a"));
    other.settle(LONG);
    holder.observed(store.get("a"));
    reserve("third");
    assertThat(parts()).hasSize(1);
  }

  @Test
  void an_own_part_denies_nothing() throws Exception {
    reserve("first");

    assertThat(reserve("large", 7)).isInstanceOf(Admitted.class);
  }

  @Test
  void what_is_given_back_is_free_in_the_part() throws Exception {
    reserve("first");
    int writes = store.writes();
    Admitted second = (Admitted) reserve("second");
    holder.giveBack(second.reservations(), LONG);

    assertThat(reserve("third")).isInstanceOf(Admitted.class);
    assertThat(store.writes()).isEqualTo(writes);
  }

  @Test
  void a_part_that_somebody_has_removed_is_not_used() throws Exception {
    reserve("first");
    Ledger without = store.get("a").ledger().without(r -> r.reservedBy().isEscrow());
    store.replace(store.get("a").withLedger(without));
    holder.observed(store.get("a"));
    int writes = store.writes();

    reserve("second");

    assertThat(store.writes()).isGreaterThan(writes);
  }

  @Test
  void after_a_write_without_an_answer_nothing_is_admitted_without_another_write()
      throws Exception {
    boolean[] isSilent = new boolean[1];
    Reserver process =
        reserver(
            "process",
            new LedgerStore() {
              @Override
              public Optional<QuotaLedger> read(String name) {
                return store.read(name);
              }

              @Override
              public Optional<QuotaLedger> replace(QuotaLedger ledger) {
                Optional<QuotaLedger> replaced = store.replace(ledger);
                if (isSilent[0]) {
                  throw new UnreachableException("no answer");
                }
                return replaced;
              }
            });
    reserve(process, "first", 1);
    reserve(process, "second", 1);
    isSilent[0] = true;
    try {
      reserve(process, "third", 1);
    } catch (LedgerUnavailableException e) {
      isSilent[0] = false;
    }
    int writes = store.writes();

    reserve(process, "fourth", 1);

    assertThat(store.writes()).isGreaterThan(writes);
    assertThat(names()).contains("first", "second", "fourth");
    assertThat(parts()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void a_ledger_that_was_forgotten_keeps_the_part_until_it_expires() throws Exception {
    reserve("first");
    reserve("second");
    List<Reservation> before = parts();
    holder.retain(Set.of());

    reserve("third");

    assertThat(parts()).containsAll(before);
    assertThat(names()).containsExactly("first", "third");
  }

  @Test
  void a_full_ledger_denies() throws Exception {
    ledger(8, 8);

    assertThat(reserve("first")).isInstanceOf(Denied.class);
  }

  private Ticker ticker() {
    return () -> nanos;
  }

  private Reserver reserver(String name, LedgerStore ledgers) {
    return new Reserver(
        ledgers,
        ticker(),
        Duration.ZERO,
        Contention.none(ticker()),
        new ReplicaResync() {
          @Override
          public Ledger resynced(String ledger, Ledger known) {
            return known;
          }

          @Override
          public boolean isDeleted(String uid) {
            return deleted.contains(uid);
          }
        },
        new Reserver.Holder(name, Runnable::run));
  }

  private LedgerDecision reserve(String pod) throws Exception {
    return reserve(pod, 1);
  }

  private LedgerDecision reserve(String pod, int gpus) throws Exception {
    return reserve(holder, pod, gpus);
  }

  private static LedgerDecision reserve(Reserver reserver, String pod, int gpus) throws Exception {
    return reserver.reserve(
        ClusterFixture.cluster(),
        Ledgers.pod(pod, gpus),
        new TreeSet<>(Set.of("a")),
        Ledgers.EXPIRY,
        LONG);
  }

  private List<Reservation> parts() {
    return store.get("a").ledger().reservations().values().stream()
        .filter(r -> r.reservedBy().isEscrow())
        .toList();
  }

  private List<String> names() {
    return store.get("a").ledger().reservations().values().stream()
        .filter(r -> !r.reservedBy().isEscrow())
        .map(r -> r.reservedBy().name())
        .toList();
  }
}
