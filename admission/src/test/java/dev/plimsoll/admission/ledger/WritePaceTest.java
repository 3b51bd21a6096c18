package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WritePaceTest {
  private final AtomicLong time = new AtomicLong();
  private final WritePace pace = new WritePace(time::get, Contention.Sleep.REAL);

  private long pass(int millis) {
    return time.getAndAdd(Duration.ofMillis(millis).toNanos());
  }

  private static long millis(int millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  @Test
  void nobody_waits_before_the_first_write_nor_after_one_that_was_alone() {
    assertThat(pace.left()).isZero();

    pace.wrote(pass(10), 1);

    assertThat(pace.left()).isZero();
  }

  @Test
  void after_a_write_of_several_changes_others_are_gathered_for_as_long_as_it_took() {
    pace.wrote(pass(10), 2);

    assertThat(pace.left()).isEqualTo(millis(10));
    pass(4);
    assertThat(pace.left()).isEqualTo(millis(6));
    pass(7);
    assertThat(pace.left()).isZero();
  }

  @Test
  void however_slow_the_server_is_nobody_waits_for_more_than_50_milliseconds() {
    pace.wrote(pass(900), 2);

    assertThat(pace.left()).isEqualTo(millis(50));
  }

  @Test
  void whoever_was_too_late_waits_for_another_time_each_time() {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < 1_000; i++) {
      pace.conflicted(pass(10));
      least = Math.min(least, pace.left());
      most = Math.max(most, pace.left());
    }

    assertThat(least).isLessThan(millis(1));
    assertThat(most).isBetween(millis(9), millis(10));
  }
}
