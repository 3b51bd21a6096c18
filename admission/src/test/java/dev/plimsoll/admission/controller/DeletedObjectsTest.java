package dev.plimsoll.admission.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeletedObjectsTest {
  private final AtomicLong nanos = new AtomicLong();
  private final DeletedObjects deleted = new DeletedObjects(nanos::get, Duration.ofMinutes(2));

  private static Optional<ApiObject> pod(String uid) {
    return Optional.of(PodBuilder.pod("team", "name").uid(uid).build());
  }

  private void change(Optional<ApiObject> before, Optional<ApiObject> after) {
    deleted.add(List.of(new ObjectChange(before, after)));
  }

  @Test
  void what_is_deleted_or_replaced_is_known_for_as_long_as_a_reservation_may_last() {
    change(pod("deleted"), Optional.empty());
    change(pod("replaced"), pod("new"));
    change(pod("changed"), pod("changed"));
    assertThat(deleted.contains("deleted")).isTrue();
    assertThat(deleted.contains("replaced")).isTrue();
    assertThat(deleted.contains("changed")).isFalse();
    assertThat(deleted.contains("new")).isFalse();

    nanos.addAndGet(Duration.ofMinutes(3).toNanos());
    change(Optional.empty(), pod("other"));

    assertThat(deleted.contains("deleted")).isFalse();
    assertThat(deleted.size()).isZero();
  }

  @Test
  void a_cluster_where_much_is_deleted_takes_no_memory_without_end() {
    for (int i = 0; i < 150_000; i++) {
      change(pod("pod-" + i), Optional.empty());
    }

    assertThat(deleted.size()).isEqualTo(100_000);
    assertThat(deleted.contains("pod-0")).isFalse();
    assertThat(deleted.contains("pod-149999")).isTrue();
  }
}
