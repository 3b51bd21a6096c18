package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SideBySideTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final MemoryLedgerStore store = new MemoryLedgerStore(true);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  /** Each write waits until the other one has begun. */
  @Test
  void ledgers_with_room_are_written_side_by_side() throws Exception {
    put("a", 4, 0);
    put("b", 4, 0);
    CyclicBarrier both = new CyclicBarrier(2);

    LedgerDecision decision =
        reserve(
            new Before(
                ledger -> {
                  int unused = both.await(60, TimeUnit.SECONDS);
                  return ledger;
                }));

    assertThat(decision).isInstanceOf(Admitted.class);
    assertThat(reserved("a")).isEqualTo(1);
    assertThat(reserved("b")).isEqualTo(1);
  }

  @Test
  void ledgers_without_room_for_another_are_written_in_the_order_of_their_names() throws Exception {
    put("a", 1, 0);
    put("b", 4, 0);
    List<String> written = new ArrayList<>();

    reserve(
        new Before(
            ledger -> {
              written.add(ledger.name() + " in " + Thread.currentThread().getName());
              return ledger;
            }));

    String here = " in " + Thread.currentThread().getName();
    assertThat(written).containsExactly("a" + here, "b" + here);
  }

  @Test
  void if_one_write_fails_the_call_says_what_the_others_have_reserved() throws Exception {
    put("a", 4, 0);
    put("b", 4, 0);
    try {
      reserve(
          new Before(
              ledger -> {
                if (ledger.name().equals("a")) {
                  throw new UnreachableException("no answer");
                }
                return ledger;
              }));
    } catch (LedgerUnavailableException e) {
      assertThat(e.reserved()).containsOnlyKeys("a", "b");
      reserver(store).giveBack(e.reserved(), LONG);
    }

    assertThat(reserved("a")).isZero();
    assertThat(reserved("b")).isZero();
  }

  @Test
  void what_one_ledger_denies_meanwhile_is_reserved_in_none() throws Exception {
    put("a", 4, 0);
    put("b", 4, 0);
    Reserver late = reserver(store);
    late.observed(store.get("a"));
    late.observed(store.get("b"));
    store.replace(store.get("b").withLedger(Ledgers.ledger(4, 4)));

    assertThat(reserve(late)).isInstanceOf(LedgerDecision.Denied.class);
    assertThat(reserved("a")).isZero();
    assertThat(reserved("b")).isZero();
  }

  /** Does something before each write. */
  private final class Before implements LedgerStore {
    private final Step step;

    Before(Step step) {
      this.step = step;
    }

    @Override
    public Optional<QuotaLedger> read(String name) {
      return store.read(name);
    }

    @Override
    public Optional<QuotaLedger> replace(QuotaLedger ledger) {
      try {
        return store.replace(step.before(ledger));
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  @FunctionalInterface
  private interface Step {
    QuotaLedger before(QuotaLedger ledger) throws Exception;
  }

  private void put(String name, int hard, int used) {
    store.put(Ledgers.stored(name, Ledgers.ledger(hard, used)));
  }

  private Reserver reserver(LedgerStore ledgers) {
    return new Reserver(
        ledgers,
        Ticker.SYSTEM,
        Duration.ZERO,
        Contention.none(Ticker.SYSTEM),
        ReplicaResync.none(),
        new Reserver.Holder("", threads));
  }

  private LedgerDecision reserve(LedgerStore ledgers) throws Exception {
    return reserve(reserver(ledgers));
  }

  private static LedgerDecision reserve(Reserver reserver) throws Exception {
    return reserver.reserve(
        ClusterFixture.cluster(),
        Ledgers.pod("p", 1),
        new TreeSet<>(Set.of("a", "b")),
        Ledgers.EXPIRY,
        LONG);
  }

  private long reserved(String name) {
    return store.get(name).ledger().reservations().size();
  }
}
