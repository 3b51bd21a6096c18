package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.testkit.plane.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that wait for a ledger, of which each write is let go by the test. */
class LedgerQueueTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  private final MemoryLedgerStore ledgers = new MemoryLedgerStore(true);
  private final HeldStore store = new HeldStore();
  private final LedgerQueue queue =
      new LedgerQueue(
          "a",
          store,
          new KnownLedger("a", store, Duration.ZERO, ReplicaResync.none()),
          Ticker.SYSTEM,
          Contention.Sleep.REAL);
  private final List<Call> calls = new ArrayList<>();

  LedgerQueueTest() {
    ledgers.put(Ledgers.stored("a", Ledgers.ledger(1_000_000, 0)));
  }

  /** Holds each write until there is a permit for it. */
  private final class HeldStore implements LedgerStore {
    private final Semaphore permits = new Semaphore(0);
    private final AtomicInteger begun = new AtomicInteger();
    private volatile Optional<RuntimeException> failure = Optional.empty();

    @Override
    public Optional<QuotaLedger> read(String name) {
      return ledgers.read(name);
    }

    @Override
    public Optional<QuotaLedger> replace(QuotaLedger ledger) {
      begun.incrementAndGet();
      permits.acquireUninterruptibly();
      if (failure.isPresent()) {
        throw failure.get();
      }
      return ledgers.replace(ledger);
    }
  }

  /** A thread that changes the ledger. */
  private static final class Call {
    private final FutureTask<LedgerDecision> answer;
    private final Thread thread;

    Call(Callable<LedgerDecision> call) {
      answer = new FutureTask<>(call);
      thread = new Thread(answer);
      thread.setDaemon(true);
      thread.start();
    }

    LedgerDecision answer() throws Exception {
      return answer.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    void awaitWaiting() throws Exception {
      Await.until("the call waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
    }
  }

  @AfterEach
  void end() {
    store.permits.release(1_000_000);
    calls.forEach(c -> c.thread.interrupt());
  }

  @Test
  void who_is_answered_does_not_wait_for_the_next_write() throws Exception {
    Call first = writing("first");
    Call again =
        waiting(
            () -> {
              LedgerDecision unused = change("second", LONG);
              return change("fourth", LONG);
            });
    Call third = waiting("third");
    store.permits.release(2);

    assertThat(first.answer()).isInstanceOf(Admitted.class);
    assertThat(third.answer()).isInstanceOf(Admitted.class);
    Await.until("the third write has begun", () -> store.begun.get() == 3);
    assertThat(reserved()).containsExactly("first", "second", "third");
    store.permits.release();
    assertThat(again.answer()).isInstanceOf(Admitted.class);
  }

  @Test
  void what_waits_while_one_is_stored_is_stored_in_one_write() throws Exception {
    Call first = writing("first");
    List<Call> others = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      others.add(waiting("other" + i));
    }
    store.permits.release(2);

    assertThat(first.answer()).isInstanceOf(Admitted.class);
    for (Call other : others) {
      assertThat(other.answer()).isInstanceOf(Admitted.class);
    }
    assertThat(store.begun).hasValue(2);
    assertThat(reserved()).hasSize(21);
  }

  @Test
  void all_that_were_to_be_stored_together_are_told_why_it_failed() throws Exception {
    Call first = writing("first");
    List<Call> others = List.of(waiting("second"), waiting("third"));
    store.permits.release();
    assertThat(first.answer()).isInstanceOf(Admitted.class);
    Await.until("the second write has begun", () -> store.begun.get() == 2);
    store.failure = Optional.of(new UnreachableException("no answer"));
    store.permits.release();

    for (Call other : others) {
      assertThatThrownBy(other::answer)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(LedgerUnavailableException.class)
          .hasMessage("no answer");
    }
  }

  @Test
  void a_change_that_fails_itself_leaves_nobody_without_an_answer() throws Exception {
    Call first = writing("first");
    Call faulty =
        waiting(
            () ->
                queue.change(
                    l -> {
                      throw new IllegalStateException("faulty");
                    },
                    LONG));
    Call third = waiting("third");
    store.permits.release(2);

    assertThat(first.answer()).isInstanceOf(Admitted.class);
    assertThatThrownBy(faulty::answer).cause().isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(third::answer)
        .cause()
        .isInstanceOf(LedgerUnavailableException.class)
        .hasMessage("faulty");
    store.permits.release();
    assertThat(change("fourth", LONG)).isInstanceOf(Admitted.class);
    assertThat(reserved()).containsExactly("first", "fourth");
  }

  @Test
  void who_gives_up_leaves_the_write_to_the_next_and_is_not_stored() throws Exception {
    Call first = writing("first");
    Call interrupted = waiting("second");
    Call third = waiting("third");
    interrupted.thread.interrupt();
    assertThatThrownBy(interrupted::answer).cause().isInstanceOf(InterruptedException.class);
    assertThatThrownBy(() -> change("late", Duration.ofMillis(1)))
        .isInstanceOf(LedgerUnavailableException.class)
        .hasMessage("QuotaLedger a could not be written within 1 ms")
        .matches(e -> ((LedgerUnavailableException) e).isShed(), "says that nothing is stored");
    store.permits.release(2);

    assertThat(first.answer()).isInstanceOf(Admitted.class);
    assertThat(third.answer()).isInstanceOf(Admitted.class);
    assertThat(reserved()).containsExactly("first", "third");
  }

  @Test
  void whoever_gives_up_when_every_call_ends_and_what_was_said_to_be_stored_is() throws Exception {
    store.permits.release(1_000_000);
    ConcurrentLinkedQueue<String> admitted = new ConcurrentLinkedQueue<>();
    AtomicInteger notStored = new AtomicInteger();
    for (int client = 0; client < 8; client++) {
      String prefix = "p" + client + "-";
      calls.add(
          new Call(
              () -> {
                for (int i = 0; i < 1_000; i++) {
                  if (i % 7 == 0) {
                    Thread.currentThread().interrupt();
                  }
                  try {
                    LedgerDecision unused = change(prefix + i, Duration.ofNanos(i * 200L));
                    admitted.add(prefix + i);
                  } catch (LedgerUnavailableException | InterruptedException e) {
                    notStored.incrementAndGet();
                  }
                }
                return new Admitted(Map.of());
              }));
    }
    for (Call call : calls) {
      assertThat(call.answer()).isInstanceOf(Admitted.class);
    }

    assertThat(change("last", LONG)).isInstanceOf(Admitted.class);
    assertThat(notStored).hasPositiveValue();
    assertThat(admitted).isNotEmpty();
    assertThat(reserved()).containsAll(admitted);
  }

  private Call writing(String name) throws Exception {
    Call call = call(() -> change(name, LONG));
    Await.until("a write has begun", () -> store.begun.get() == 1);
    return call;
  }

  private Call waiting(String name) throws Exception {
    return waiting(() -> change(name, LONG));
  }

  private Call waiting(Callable<LedgerDecision> change) throws Exception {
    Call call = call(change);
    call.awaitWaiting();
    return call;
  }

  private Call call(Callable<LedgerDecision> change) {
    Call call = new Call(change);
    calls.add(call);
    return call;
  }

  private LedgerDecision change(String name, Duration timeout) throws Exception {
    return queue.change(
        l ->
            new LedgerChange.Outcome(
                l.withReservation(Ledgers.reservation(name, 1)), new Admitted(Map.of())),
        timeout);
  }

  private List<String> reserved() {
    return ledgers.get("a").ledger().reservations().values().stream()
        .map(r -> r.reservedBy().name())
        .collect(Collectors.toList());
  }
}
