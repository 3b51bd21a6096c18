package dev.plimsoll.server.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.kubernetes.client.extended.leaderelection.LeaderElectionRecord;
import io.kubernetes.client.extended.leaderelection.Lock;
import io.kubernetes.client.openapi.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FencedLockTest {
  private final Lock lease = mock();
  private final System.Logger logger = mock();
  private final List<String> logged = new ArrayList<>();
  private long nanos;
  private final FencedLock lock =
      new FencedLock(lease, Duration.ofSeconds(10), () -> nanos, new LeaseLog(logger));

  @BeforeEach
  void writing_works() {
    when(lease.identity()).thenReturn("me");
    when(lease.create(any())).thenReturn(true);
    when(lease.update(any())).thenReturn(true);
    doAnswer(call -> logged.add(call.getArgument(1)))
        .when(logger)
        .log(any(System.Logger.Level.class), anyString());
  }

  private static LeaderElectionRecord heldBy(String identity) {
    LeaderElectionRecord held = new LeaderElectionRecord();
    held.setHolderIdentity(identity);
    return held;
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void it_is_held_until_the_deadline_after_the_last_renewal() {
    assertThat(lock.isHeld()).isFalse();
    lock.create(heldBy("me"));
    pass(Duration.ofSeconds(9));
    assertThat(lock.isHeld()).isTrue();
    lock.update(heldBy("me"));
    pass(Duration.ofSeconds(9));
    assertThat(lock.isHeld()).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void it_is_written_ten_times_until_its_deadline_however_often_it_is_renewed() {
    lock.create(heldBy("me"));

    for (int i = 0; i < 100; i++) {
      pass(Duration.ofMillis(100));
      assertThat(lock.update(heldBy("me"))).isTrue();
    }

    verify(lease, times(10)).update(any());
    assertThat(lock.isHeld()).isTrue();
  }

  @Test
  void time_counts_from_before_the_renewal_was_sent() {
    when(lease.update(any()))
        .thenAnswer(
            call -> {
              pass(Duration.ofSeconds(10));
              return true;
            });

    lock.update(heldBy("me"));

    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void a_renewal_that_failed_does_not_prolong_it() {
    lock.create(heldBy("me"));
    when(lease.update(any())).thenReturn(false);
    pass(Duration.ofSeconds(9));
    lock.update(heldBy("me"));
    pass(Duration.ofSeconds(1));

    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void a_term_lasts_as_long_as_it_is_held_without_a_gap() {
    assertThat(lock.term()).isEmpty();
    lock.create(heldBy("me"));
    pass(Duration.ofSeconds(9));
    lock.update(heldBy("me"));
    pass(Duration.ofSeconds(9));
    assertThat(lock.term()).hasValue(1);
    pass(Duration.ofSeconds(1));
    assertThat(lock.term()).isEmpty();

    lock.update(heldBy("me"));

    assertThat(lock.term()).hasValue(2);
  }

  @Test
  void it_is_not_held_any_more_once_it_is_given_back() {
    lock.create(heldBy("me"));
    lock.update(new LeaderElectionRecord());

    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void a_release_is_repeated_while_renewals_come_in_between() throws Exception {
    when(lease.get()).thenReturn(heldBy("me"));
    when(lease.update(any())).thenReturn(false, false, true);

    lock.release();

    verify(lease, times(3)).get();
    verify(lease, times(3)).update(argThat(r -> r.getHolderIdentity() == null));
    assertThat(logged).isEmpty();
  }

  @Test
  void the_lease_of_another_is_not_released() throws Exception {
    when(lease.get()).thenReturn(heldBy("me"), heldBy("other"));
    when(lease.update(any())).thenReturn(false);

    lock.release();

    verify(lease, times(1)).update(any());
    assertThat(logged).isEmpty();
  }

  @Test
  void a_release_that_never_succeeds_is_told_once() throws Exception {
    when(lease.describe()).thenReturn("plimsoll/extender");
    when(lease.get()).thenThrow(new ApiException(503, "away"));

    lock.release();

    assertThat(logged)
        .containsExactly(
            "lease plimsoll/extender not released: the API server answered 503;"
                + " another replica waits until it expires");
  }

  @Test
  void no_renewal_follows_a_release() throws Exception {
    lock.create(heldBy("me"));
    when(lease.get()).thenReturn(new LeaderElectionRecord());
    lock.release();

    assertThat(lock.update(heldBy("me"))).isFalse();
    assertThat(lock.isHeld()).isFalse();
    verify(lease, never()).update(any());
  }

  @Test
  void it_is_not_held_any_more_once_another_is_seen_to_hold_it() throws ApiException {
    lock.create(heldBy("me"));
    when(lease.get()).thenReturn(heldBy("other"));
    lock.get();

    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void it_is_not_read_before_the_api_server_has_answered() throws ApiException {
    when(lease.get())
        .thenThrow(new ApiException(500, "down"))
        .thenThrow(new ApiException(404, "not found"));

    assertThat(lock.isRead()).isFalse();
    assertThatThrownBy(lock::get).isInstanceOf(ApiException.class);
    assertThat(lock.isRead()).isFalse();
    assertThatThrownBy(lock::get).isInstanceOf(ApiException.class);
    assertThat(lock.isRead()).isTrue();
  }
}
