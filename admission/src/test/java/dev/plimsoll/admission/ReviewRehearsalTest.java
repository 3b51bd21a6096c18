package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.admission.review.RequestWarnings;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Before its first review the webhook rehearses. */
class ReviewRehearsalTest {
  private final Cluster cluster = Cluster.builder(Instant.EPOCH).build();
  private final AtomicInteger warned = new AtomicInteger();
  private final RequestWarnings warnings =
      request -> {
        if (request.object().metadata().controller().isEmpty()) {
          warned.incrementAndGet();
        }
        return List::of;
      };

  private int rounds(Ticker ticker) {
    return ReviewRehearsal.run(() -> cluster, ReviewSettings.DEFAULT, warnings, ticker);
  }

  @Test
  void each_round_is_answered_and_few_are_to_be_warned_of() {
    assertThat(rounds(() -> 0)).isEqualTo(300);
    assertThat(warned).hasValue(60);
  }

  @Test
  void it_ends_where_it_takes_too_long() {
    AtomicInteger seconds = new AtomicInteger();

    assertThat(rounds(() -> Duration.ofSeconds(seconds.getAndIncrement()).toNanos())).isEqualTo(9);
  }
}
