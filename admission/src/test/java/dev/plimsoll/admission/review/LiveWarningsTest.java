package dev.plimsoll.admission.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.ledger.EnforcedQuotas;
import dev.plimsoll.model.warning.AdmissionWarnings;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LiveWarningsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private final AtomicLong time = new AtomicLong();
  private final AtomicInteger prepared = new AtomicInteger();

  @Test
  void a_pod_that_finds_no_node_is_warned_of() {
    try (LiveWarnings warnings = new LiveWarnings(this::snapshot, time::get, LONG)) {
      assertThat(warnings.begin(creation(8)).get())
          .containsExactly(
              "no node has 8 nvidia.com/gpu free: the largest free block is 4; this pod will wait");
      assertThat(warnings.begin(creation(4)).get()).isEmpty();
    }
  }

  @Test
  void a_snapshot_serves_until_it_is_too_old() {
    try (LiveWarnings warnings = new LiveWarnings(this::snapshot, time::get, LONG)) {
      assertThat(warnings.begin(creation(8)).get()).hasSize(1);
      time.addAndGet(LiveWarnings.OLDEST.toNanos() - 1);
      assertThat(warnings.begin(creation(8)).get()).hasSize(1);
      assertThat(prepared).hasValue(1);

      time.addAndGet(1);
      assertThat(warnings.begin(creation(8)).get()).hasSize(1);
      assertThat(prepared).hasValue(2);
    }
  }

  @Test
  void what_is_not_found_in_time_is_left_out() {
    CountDownLatch never = new CountDownLatch(1);
    Supplier<AdmissionWarnings> slow =
        () -> {
          await(never);
          return snapshot();
        };
    try (LiveWarnings warnings = new LiveWarnings(slow, time::get, Duration.ofMillis(1))) {
      List<Supplier<List<String>>> many = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        many.add(warnings.begin(creation(8)));
      }

      assertThat(many).allSatisfy(each -> assertThat(each.get()).isEmpty());
    }
  }

  @Test
  void a_defect_costs_the_warning_only() {
    Supplier<AdmissionWarnings> defective =
        () -> {
          throw new IllegalStateException("defect");
        };
    try (LiveWarnings warnings = new LiveWarnings(defective, time::get, LONG)) {
      assertThat(warnings.begin(creation(8)).get()).isEmpty();
    }
  }

  @Test
  void what_a_controller_creates_is_not_looked_at() {
    Pod pod = PodBuilder.pod("team", "p").requests("nvidia.com/gpu=8").build();
    OwnerReference owner = new OwnerReference("apps/v1", "ReplicaSet", "r", "u", true);
    Pod owned = pod.withMetadata(pod.metadata().withOwners(List.of(owner)));
    try (LiveWarnings warnings = new LiveWarnings(this::snapshot, time::get, LONG)) {
      assertThat(warnings.begin(AdmissionRequest.create(owned)).get()).isEmpty();
      assertThat(prepared).hasValue(0);
    }
  }

  private AdmissionWarnings snapshot() {
    prepared.incrementAndGet();
    Cluster cluster =
        ClusterFixture.cluster(
            NodeBuilder.node("n").has("nvidia.com/gpu", "4").has("pods", "10").build());
    return new AdmissionWarnings(
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
        List.of(),
        EnforcedQuotas.of(cluster, List.of()),
        true);
  }

  private static AdmissionRequest creation(int gpus) {
    return AdmissionRequest.create(
        PodBuilder.pod("team", "p").requests("nvidia.com/gpu=" + gpus).build());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
