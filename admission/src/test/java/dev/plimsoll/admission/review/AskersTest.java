package dev.plimsoll.admission.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.server.http.Call;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AskersTest {
  private static final Call SERVER = call("10.0.0.1", false);
  private static final Call OTHER = call("10.0.0.2", false);

  private final AtomicLong nanos = new AtomicLong();
  private final Askers askers = new Askers(nanos::get);

  private static Call call(String address, boolean hasCertificate) {
    return new Call(InputStream.nullInputStream(), Map.of(), "", hasCertificate, address);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private void created(String uid) {
    ApiObject pod = PodBuilder.pod("team", uid).uid(uid).build();
    askers.changed(
        List.of(new ObjectChange(Optional.empty(), Optional.of(pod))), ClusterFixture.cluster());
  }

  @Test
  void while_no_API_server_is_known_anybody_may_wait() {
    askers.admitted("a", SERVER);

    assertThat(askers.mayWait(OTHER)).isTrue();
  }

  @Test
  void who_asked_for_what_was_created_is_an_API_server() {
    askers.admitted("a", SERVER);
    askers.admitted("b", OTHER);
    created("a");

    assertThat(askers.mayWait(SERVER)).isTrue();
    assertThat(askers.mayWait(OTHER)).isFalse();
  }

  @Test
  void who_shows_a_certificate_is_an_API_server() {
    askers.admitted("a", SERVER);
    created("a");

    assertThat(askers.mayWait(call("10.0.0.3", true))).isTrue();
  }

  @Test
  void who_asks_again_for_what_is_created_is_not_an_API_server() {
    askers.admitted("a", SERVER);
    askers.admitted("a", OTHER);
    created("a");
    askers.admitted("a", OTHER);
    created("b");

    assertThat(askers.mayWait(OTHER)).isFalse();
  }

  @Test
  void the_slowest_creation_is_forgotten_after_two_minutes() {
    askers.admitted("a", SERVER);
    pass(Duration.ofSeconds(3));
    created("a");
    assertThat(askers.slowest()).isEqualTo(Duration.ofSeconds(3));
    pass(Duration.ofSeconds(61));
    askers.admitted("b", SERVER);
    pass(Duration.ofSeconds(1));
    created("b");
    assertThat(askers.slowest()).isEqualTo(Duration.ofSeconds(3));
    pass(Duration.ofSeconds(61));
    assertThat(askers.slowest()).isEqualTo(Duration.ofSeconds(1));
    pass(Duration.ofSeconds(121));
    assertThat(askers.slowest()).isZero();
  }

  @Test
  void what_this_process_observed_late_since_it_was_stopped_was_not_slow() {
    askers.alive();
    askers.admitted("a", SERVER);
    pass(Duration.ofSeconds(8));
    created("a");
    askers.alive();
    assertThat(askers.slowest()).isZero();

    askers.admitted("b", SERVER);
    pass(Duration.ofMillis(200));
    askers.alive();
    pass(Duration.ofMillis(200));
    created("b");
    assertThat(askers.slowest()).isEqualTo(Duration.ofMillis(400));
  }

  @Test
  void who_only_asks_takes_no_memory_without_end() {
    for (int i = 0; i < 30_000; i++) {
      askers.admitted("forged-" + i, OTHER);
    }
    assertThat(askers.size()).isLessThanOrEqualTo(10_000);
    pass(Duration.ofSeconds(61));
    askers.admitted("a", SERVER);
    assertThat(askers.size()).isEqualTo(1);
  }

  @Test
  void addresses_take_no_memory_without_end() {
    for (int i = 0; i < 30_000; i++) {
      askers.admitted("pod-" + i, call("10.0.1." + i, false));
      created("pod-" + i);
    }

    assertThat(askers.size()).isLessThanOrEqualTo(10_000);
  }
}
