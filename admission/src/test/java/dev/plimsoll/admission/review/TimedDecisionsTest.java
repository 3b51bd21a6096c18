package dev.plimsoll.admission.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.admission.ledger.MemoryLedgerStore;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.testkit.plane.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class TimedDecisionsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final ReviewFixture fixture = new ReviewFixture();
  private final MemoryLedgerStore store = fixture.store();
  private final Reserver reserver = new Reserver(store, System::nanoTime);
  private final CountDownLatch isAnswered = new CountDownLatch(1);

  private LedgerDecision late() throws Exception {
    LedgerDecision made = ReviewFixture.reserve(reserver, LONG);
    isAnswered.await();
    return made;
  }

  private int reserved() {
    return store.get("l").ledger().reservations().size();
  }

  @Test
  void a_request_that_is_denied_before_it_is_decided_on_gives_back_what_it_reserved()
      throws Exception {
    fixture.limit("pods=1");
    try (TimedDecisions decisions = new TimedDecisions(reserver, Undecided.DENY)) {
      assertThatThrownBy(() -> decisions.decide(this::late, Duration.ofSeconds(1)))
          .isInstanceOf(TimeoutException.class);
      assertThat(reserved()).isEqualTo(1);

      isAnswered.countDown();

      Await.until("it is given back", () -> reserved() == 0);
    }
  }

  @Test
  void a_request_that_is_allowed_before_it_is_decided_on_keeps_what_it_reserved() throws Exception {
    fixture.limit("pods=1");
    try (TimedDecisions decisions = new TimedDecisions(reserver, Undecided.ALLOW)) {
      assertThatThrownBy(() -> decisions.decide(this::late, Duration.ofSeconds(1)))
          .isInstanceOf(TimeoutException.class);

      isAnswered.countDown();

      Await.stays("it is reserved", Duration.ofMillis(200), () -> reserved() == 1);
    }
  }

  @Test
  void a_request_that_is_decided_in_time_keeps_what_it_reserved() throws Exception {
    fixture.limit("pods=1");
    isAnswered.countDown();
    try (TimedDecisions decisions = new TimedDecisions(reserver, Undecided.DENY)) {
      assertThat(decisions.decide(this::late, LONG)).isInstanceOf(LedgerDecision.Admitted.class);
      Await.stays("it is reserved", Duration.ofMillis(200), () -> reserved() == 1);
    }
  }
}
