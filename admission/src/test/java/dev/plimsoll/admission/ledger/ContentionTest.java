package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.LedgerDecision.Denied;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Requests that are denied at first, in a time that passes only while they wait. */
class ContentionTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final MemoryLedgerStore store = new MemoryLedgerStore(true);
  private final AtomicLong nanos = new AtomicLong();
  private final List<String> looks = new ArrayList<>();
  private RequestOutcomes outcomes = reservation -> true;
  private Runnable meanwhile = () -> {};
  private Duration slowest = Duration.ZERO;
  private Duration otherWebhooks = Duration.ZERO;
  private int yielded;

  private final Reserver reserver =
      new Reserver(
          new SlowStore(),
          nanos::get,
          Duration.ZERO,
          new Contention(
              r -> {
                looks.add(r.reservedBy().name());
                return outcomes.isLost(r);
              },
              nanos::get,
              () -> slowest,
              r -> otherWebhooks,
              time -> {
                nanos.addAndGet(time.toNanos());
                meanwhile.run();
              },
              number -> yielded += number),
          ReplicaResync.none());

  /** How long the next writes take; meanwhile the reservation yields to another replica's. */
  private final Deque<Duration> slowWrites = new ArrayDeque<>();

  private final class SlowStore implements LedgerStore {
    @Override
    public Optional<QuotaLedger> read(String name) {
      return store.read(name);
    }

    @Override
    public Optional<QuotaLedger> replace(QuotaLedger ledger) {
      Optional<QuotaLedger> replaced = store.replace(ledger);
      if (replaced.isPresent() && !slowWrites.isEmpty()) {
        nanos.addAndGet(slowWrites.remove().toNanos());
        Optional<QuotaLedger> unused =
            store.replace(replaced.get().withLedger(Ledgers.ledger(1, 0)));
      }
      return replaced;
    }
  }

  @Test
  void what_was_stored_slowly_is_reserved_again_before_the_answer() throws Exception {
    store(Ledgers.ledger(1, 0));
    slowWrites.add(Duration.ofSeconds(1));

    assertThat(ask("slow", 1)).isInstanceOf(Admitted.class);

    assertThat(reserved()).containsExactly("slow");
  }

  @Test
  void what_cannot_be_stored_fast_enough_is_not_decided_on() {
    store(Ledgers.ledger(1, 0));
    slowWrites.add(Duration.ofSeconds(1));
    slowWrites.add(Duration.ofSeconds(1));

    assertThatThrownBy(() -> ask("slow", 1))
        .asInstanceOf(InstanceOfAssertFactories.throwable(LedgerUnavailableException.class))
        .extracting(LedgerUnavailableException::reserved)
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .as("what is to be given back")
        .containsOnlyKeys("a");
  }

  @Test
  void nothing_yields_of_a_tenants_quota_which_kubernetes_does_not_check() throws Exception {
    Ledger of = Ledgers.ledger(1, 0);
    store(new Ledger("policy/tenant", of.spec(), of.used(), of.versions(), of.reservations()));
    assertThat(ask("failed", 1)).isInstanceOf(Admitted.class);

    assertThat(ask("next", 1)).isInstanceOf(Denied.class);

    assertThat(looks).isEmpty();
    assertThat(reserved()).containsExactly("failed");
  }

  private void store(Ledger ledger) {
    store.put(Ledgers.stored("a", ledger));
    reserver.observed(store.get("a"));
  }

  private LedgerDecision ask(String pod, int gpus) throws Exception {
    return reserver.reserveInTime(
        ClusterFixture.cluster(),
        Ledgers.pod(pod, gpus),
        new TreeSet<>(List.of("a")),
        Ledgers.EXPIRY,
        TIMEOUT);
  }

  private List<String> reserved() {
    return store.get("a").ledger().reservations().values().stream()
        .map(r -> r.reservedBy().name())
        .toList();
  }

  /** The age that is needed is longer than a request may wait. */
  @Test
  void a_reservation_ages_before_a_request_needs_its_quota() throws Exception {
    slowest = TIMEOUT;
    store(full("failed"));
    reserver.seeReservations();
    nanos.addAndGet(TIMEOUT.multipliedBy(4).toNanos());

    assertThat(ask("next", 1)).isInstanceOf(Admitted.class);
    assertThat(looks).containsExactly("failed", "failed");
    assertThat(reserved()).containsExactly("next");
  }

  private static Ledger full(String... failed) {
    Ledger ledger = Ledgers.ledger(failed.length, 0);
    for (String name : failed) {
      ledger = ledger.withReservation(Ledgers.reservation(name, 1));
    }
    return ledger;
  }

  @Test
  void what_a_refused_request_holds_yields_when_the_API_server_has_said_so_twice()
      throws Exception {
    store(full("failed"));

    assertThat(ask("new", 1)).isInstanceOf(Admitted.class);

    assertThat(reserved()).containsExactly("new");
    assertThat(looks).containsExactly("failed", "failed");
    assertThat(yielded).isEqualTo(1);
    assertThat(Duration.ofNanos(nanos.get()))
        .isBetween(Duration.ofSeconds(1), Duration.ofMillis(1500));
  }

  @Test
  void no_more_yields_than_is_needed() throws Exception {
    store(full("one", "two", "three"));

    assertThat(ask("new", 2)).isInstanceOf(Admitted.class);

    assertThat(reserved()).hasSize(2).contains("new");
    assertThat(yielded).isEqualTo(2);
  }

  @Test
  void what_is_carried_out_between_the_two_answers_does_not_yield() throws Exception {
    store(full("late"));
    outcomes = r -> looks.size() < 2;

    assertThat(ask("new", 1)).isInstanceOf(Denied.class);

    assertThat(reserved()).containsExactly("late");
  }

  @Test
  void what_the_API_server_does_not_tell_of_does_not_yield() throws Exception {
    store(full("unknown"));
    outcomes =
        r -> {
          throw new UnreachableException("no answer");
        };

    assertThat(ask("new", 1)).isInstanceOf(Denied.class);

    assertThat(reserved()).containsExactly("unknown");
  }

  @Test
  void what_is_used_is_denied_at_once() throws Exception {
    store(Ledgers.ledger(1, 1));

    assertThat(ask("new", 1)).isInstanceOf(Denied.class);

    assertThat(nanos).hasValue(0);
    assertThat(looks).isEmpty();
  }

  @Test
  void while_requests_are_slow_those_that_are_missing_are_waited_for() throws Exception {
    store(full("slow"));
    slowest = Duration.ofSeconds(1);

    assertThat(ask("new", 1)).isInstanceOf(Denied.class);
    assertThat(nanos).hasValue(0);
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(ask("new", 1)).isInstanceOf(Denied.class);
    assertThat(looks).isEmpty();
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());

    assertThat(ask("new", 1)).isInstanceOf(Admitted.class);
  }

  @Test
  void while_another_webhook_may_still_answer_a_request_is_waited_for() throws Exception {
    store(full("slow"));
    otherWebhooks = Duration.ofSeconds(10);

    assertThat(ask("new", 1)).isInstanceOf(Denied.class);
    nanos.addAndGet(Duration.ofSeconds(8).toNanos());
    assertThat(ask("new", 1)).isInstanceOf(Denied.class);
    assertThat(looks).isEmpty();
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());

    assertThat(ask("new", 1)).isInstanceOf(Admitted.class);
  }

  @Test
  void a_reservation_that_was_renewed_is_known_only_since_then() throws Exception {
    Reservation first = Ledgers.reservation("renewed", 1);
    store(Ledgers.ledger(1, 0).withReservation(first));
    meanwhile = () -> replace(Ledgers.ledger(1, 0).withReservation(renewed()));

    assertThat(ask("new", 1)).isInstanceOf(Denied.class);
  }

  private Reservation renewed() {
    return Ledgers.reservation(
        "team-a", "renewed", 1, "", Ledgers.EXPIRY.plus(Duration.ofNanos(nanos.get() * 20)));
  }

  @Test
  void a_ledger_that_is_counted_meanwhile_is_waited_for() throws Exception {
    store(Ledgers.ledger(1, 0).uncounted());
    meanwhile = () -> countAfter(Duration.ofSeconds(1));

    assertThat(ask("new", 1)).isInstanceOf(Admitted.class);
  }

  private void countAfter(Duration time) {
    if (nanos.get() >= time.toNanos()) {
      meanwhile = () -> {};
      replace(Ledgers.ledger(1, 0));
    }
  }

  private void replace(Ledger ledger) {
    reserver.observed(store.replace(store.get("a").withLedger(ledger)).orElseThrow());
  }

  @Test
  void a_ledger_that_is_made_meanwhile_is_waited_for() throws Exception {
    meanwhile = () -> store(Ledgers.ledger(1, 0));

    assertThat(ask("new", 1)).isInstanceOf(Admitted.class);
  }

  @Test
  void room_that_comes_meanwhile_is_taken() throws Exception {
    store(full("deleted"));
    meanwhile = () -> replace(Ledgers.ledger(1, 0));

    assertThat(ask("new", 1)).isInstanceOf(Admitted.class);

    assertThat(looks).isEmpty();
  }
}
