package dev.plimsoll.server.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
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
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FencedLockTest {
  private static final LeaderElectionSettings SETTINGS =
      new LeaderElectionSettings(true, "plimsoll", "extender", Duration.ofSeconds(15));

  private final Lock lease = mock();
  private final System.Logger logger = mock();
  private final List<String> logged = new ArrayList<>();
  private long nanos;
  private final FencedLock lock =
      new FencedLock(lease, SETTINGS, () -> nanos, new LeaseLog(logger));

  @BeforeEach
  void the_lease_is_held_and_writing_works() throws ApiException {
    when(lease.identity()).thenReturn("me");
    when(lease.get()).thenReturn(heldBy("me"));
    when(lease.create(any())).thenReturn(true);
    when(lease.update(any())).thenReturn(true);
    doAnswer(call -> logged.add(call.getArgument(1)))
        .when(logger)
        .log(any(System.Logger.Level.class), anyString());
  }

  private static LeaderElectionRecord heldBy(String identity) {
    LeaderElectionRecord held = new LeaderElectionRecord();
    held.setHolderIdentity(identity);
    held.setLeaseDurationSeconds(15);
    held.setLeaderTransitions(7);
    held.setAcquireTime(new Date(1000));
    return held;
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private void attempt() {
    assertThat(lock.attempt()).isFalse();
  }

  @Test
  void it_is_held_until_the_deadline_after_the_last_renewal() {
    assertThat(lock.isHeld()).isFalse();
    attempt();
    pass(Duration.ofSeconds(9));
    assertThat(lock.isHeld()).isTrue();
    attempt();
    pass(Duration.ofSeconds(9));
    assertThat(lock.isHeld()).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void it_is_read_and_written_ten_times_until_its_deadline_however_often_it_is_attempted()
      throws ApiException {
    for (int i = 0; i < 100; i++) {
      attempt();
      assertThat(lock.isHeld()).isTrue();
      pass(Duration.ofMillis(100));
    }

    verify(lease, times(10)).get();
    verify(lease, times(10)).update(any());
  }

  @Test
  void time_counts_from_before_the_renewal_was_sent() {
    when(lease.update(any()))
        .thenAnswer(
            call -> {
              pass(Duration.ofSeconds(10));
              return true;
            });

    lock.attempt();

    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void a_renewal_that_failed_does_not_prolong_it_and_the_loss_is_told_once() {
    attempt();
    when(lease.update(any())).thenReturn(false);
    pass(Duration.ofSeconds(9));
    attempt();
    assertThat(lock.isHeld()).isTrue();
    pass(Duration.ofSeconds(1));

    assertThat(lock.isHeld()).isFalse();
    assertThat(lock.attempt()).isTrue();
    attempt();
  }

  @Test
  void a_term_lasts_as_long_as_it_is_held_without_a_gap() {
    assertThat(lock.term()).isEmpty();
    attempt();
    pass(Duration.ofSeconds(9));
    attempt();
    pass(Duration.ofSeconds(9));
    assertThat(lock.term()).hasValue(1);
    pass(Duration.ofSeconds(1));
    assertThat(lock.term()).isEmpty();

    attempt();

    assertThat(lock.term()).hasValue(2);
  }

  @Test
  void a_renewal_keeps_since_when_it_is_held_and_a_take_over_counts() throws ApiException {
    attempt();
    verify(lease)
        .update(
            argThat(
                r -> r.getLeaderTransitions() == 7 && r.getAcquireTime().equals(new Date(1000))));

    when(lease.get()).thenReturn(heldBy(""));
    pass(Duration.ofSeconds(5));
    attempt();
    verify(lease)
        .update(
            argThat(
                r -> r.getLeaderTransitions() == 8 && r.getAcquireTime().after(new Date(1000))));
  }

  @Test
  void a_lease_that_is_not_there_is_created() throws ApiException {
    doThrow(new ApiException(404, "not found")).when(lease).get();

    attempt();

    assertThat(lock.isRead()).isTrue();
    assertThat(lock.isHeld()).isTrue();
    verify(lease).create(argThat(r -> r.getHolderIdentity().equals("me")));
  }

  @Test
  void a_lease_that_somebody_has_emptied_is_taken() throws ApiException {
    // client-java's LeaseLock unboxes the fields that a Lease without a spec doesn't have.
    doThrow(new NullPointerException()).when(lease).get();

    attempt();

    assertThat(lock.isHeld()).isTrue();
  }

  @Test
  void the_lease_of_another_is_taken_once_it_has_not_changed_for_its_duration() throws Exception {
    LeaderElectionRecord its = heldBy("other");
    doAnswer(call -> its).when(lease).get();
    attempt();
    pass(Duration.ofSeconds(14));
    attempt();
    LeaderElectionRecord renewed = heldBy("other");
    renewed.setRenewTime(new Date(2000));
    doReturn(renewed).when(lease).get();
    attempt();
    pass(Duration.ofSeconds(14));
    attempt();
    verify(lease, never()).update(any());
    assertThat(lock.isHeld()).isFalse();

    pass(Duration.ofSeconds(1));
    attempt();

    assertThat(lock.isHeld()).isTrue();
  }

  @Test
  void a_release_is_repeated_while_renewals_come_in_between() throws Exception {
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
    attempt();
    when(lease.get()).thenReturn(new LeaderElectionRecord());
    lock.release();
    pass(Duration.ofSeconds(5));

    attempt();

    assertThat(lock.isHeld()).isFalse();
    verify(lease, times(1)).update(any());
  }

  @Test
  void it_is_lost_once_another_is_seen_to_hold_it() throws ApiException {
    attempt();
    when(lease.get()).thenReturn(heldBy("other"));
    pass(Duration.ofSeconds(1));

    assertThat(lock.attempt()).isTrue();

    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void it_is_not_read_before_the_api_server_has_answered() throws ApiException {
    when(lease.get()).thenThrow(new ApiException(500, "down")).thenReturn(heldBy("other"));

    attempt();
    assertThat(lock.isRead()).isFalse();
    attempt();
    assertThat(lock.isRead()).isTrue();
  }
}
