package dev.plimsoll.server.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.kubernetes.client.extended.leaderelection.LeaderElectionRecord;
import io.kubernetes.client.extended.leaderelection.Lock;
import io.kubernetes.client.openapi.ApiException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseLogTest {
  private final Lock lease = mock();
  private final System.Logger logger = mock();
  private final List<String> lines = new ArrayList<>();
  private final FencedLock lock =
      new FencedLock(
          lease,
          new LeaderElectionSettings(true, "plimsoll", "x", Duration.ofSeconds(15)),
          () -> 0,
          new LeaseLog(logger));

  @BeforeEach
  void write_lines_down() {
    when(lease.identity()).thenReturn("me");
    when(lease.describe()).thenReturn("plimsoll/plimsoll-extender");
    doAnswer(
            call -> {
              lines.add(call.getArgument(0) + " " + call.getArgument(1));
              return call;
            })
        .when(logger)
        .log(any(System.Logger.Level.class), anyString());
  }

  private static LeaderElectionRecord heldBy(String identity) {
    LeaderElectionRecord held = new LeaderElectionRecord();
    held.setHolderIdentity(identity);
    held.setLeaseDurationSeconds(15);
    return held;
  }

  private void attempt(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(lock.attempt()).isFalse();
    }
  }

  @Test
  void what_goes_on_is_told_once_and_its_end_too() throws Exception {
    doThrow(new ApiException(new SocketTimeoutException("timeout"))).when(lease).get();
    attempt(100);
    doThrow(new ApiException(403, "forbidden")).when(lease).get();
    attempt(100);
    doReturn(heldBy("me")).when(lease).get();
    when(lease.update(any())).thenReturn(true);
    attempt(2);

    assertThat(lines)
        .containsExactly(
            "WARNING lease plimsoll/plimsoll-extender: the API server doesn't answer, will retry",
            "WARNING lease plimsoll/plimsoll-extender: the API server answered 403, will retry",
            "INFO lease plimsoll/plimsoll-extender: written again");
  }

  @Test
  void an_attempt_that_takes_too_long_is_a_line_without_a_stack_trace() {
    LeaseLog log = new LeaseLog(logger);
    log.failed("plimsoll/a", new TimeoutException());
    log.failed("plimsoll/a", new TimeoutException());
    log.failed("plimsoll/a", new IllegalStateException("odd"));

    assertThat(lines)
        .containsExactly(
            "WARNING lease plimsoll/a: the API server doesn't answer, will retry",
            "WARNING lease plimsoll/a: java.lang.IllegalStateException: odd, will retry");
  }

  @Test
  void a_lease_that_another_one_has_or_that_is_not_there_yet_is_no_failure() throws Exception {
    doThrow(new ApiException(404, "not found")).when(lease).get();
    when(lease.create(any())).thenReturn(true);
    attempt(1);
    doReturn(heldBy("another")).when(lease).get();
    attempt(2);

    assertThat(lines).isEmpty();
  }

  @Test
  void a_write_that_came_later_than_another_ones_is_no_failure() throws Exception {
    doReturn(heldBy("")).when(lease).get();
    attempt(1);
    doReturn(heldBy("another")).when(lease).get();
    attempt(1);

    assertThat(lines).isEmpty();
  }

  @Test
  void a_lease_that_can_not_be_written_is_told_until_another_one_has_it() throws Exception {
    doReturn(heldBy("me")).when(lease).get();
    attempt(3);
    doReturn(heldBy("another")).when(lease).get();
    attempt(2);

    assertThat(lines)
        .containsExactly(
            "WARNING lease plimsoll/plimsoll-extender: it could not be written, will retry",
            "INFO lease plimsoll/plimsoll-extender: read again, another one leads");
  }
}
