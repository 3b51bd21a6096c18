package dev.plimsoll.admission.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Many gates, and writes that take long. */
class GateRemoverTest {
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
              "policy",
              List.of(Tenant.of("one", 1, "one")),
              List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))))
          .withEnforcement(
              new Enforcement(AdmissionMode.OFF, PlacementMode.GATE, BorrowingMode.NEVER));

  private final List<String> tried = new ArrayList<>();
  private long nanos;

  private GateRemover remover(Duration each, PodGates.Removal removal) {
    ObservedCluster observed = new ObservedCluster(cluster(), new TreeMap<>());
    return new GateRemover(
        () -> observed,
        () -> List.of(POLICY),
        new SlowGates(each, removal),
        () -> ClusterFixture.NOW,
        () -> nanos,
        new GateLog(new MetricsRegistry()));
  }

  private static Cluster cluster() {
    ClusterBuilder cluster = Cluster.builder(ClusterFixture.NOW).complete();
    cluster.add(
        NodeBuilder.node("a")
            .has("nvidia.com/gpu", "8")
            .has("cpu", "64")
            .has("memory", "99Gi")
            .has("pods", "110")
            .build());
    for (int i = 0; i < 8; i++) {
      Pod pod =
          PodBuilder.pod("one", "p" + i)
              .uid("p" + i)
              .requests("nvidia.com/gpu=1")
              .limits("nvidia.com/gpu=1")
              .spec(spec -> spec.schedulingGates(List.of(ShareGate.NAME)))
              .build();
      cluster.add(pod.withMetadata(pod.metadata().withResourceVersion("1")));
    }
    return cluster.build();
  }

  @Test
  void a_run_ends_within_half_a_minute_and_the_next_one_goes_on() {
    GateRemover remover = remover(Duration.ofSeconds(10), PodGates.Removal.DONE);

    assertThat(remover.run(true)).isFalse();
    assertThat(tried).containsExactly("p0", "p1", "p2");
    assertThat(remover.run(true)).isFalse();
    assertThat(remover.run(true)).isTrue();

    assertThat(tried).containsExactly("p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7");
    assertThat(remover.run(true)).isTrue();
    assertThat(tried).hasSize(8);
  }

  @Test
  void gates_that_are_tried_again_and_again_keep_nobody_else_waiting() {
    GateRemover remover = remover(Duration.ofSeconds(10), PodGates.Removal.UNKNOWN);
    for (int i = 0; i < 3; i++) {
      assertThat(remover.run(true)).isFalse();
    }

    assertThat(tried).contains("p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7");
  }

  @Test
  void where_writes_are_quick_one_run_removes_all() {
    assertThat(remover(Duration.ofMillis(5), PodGates.Removal.DONE).run(true)).isTrue();
    assertThat(tried).hasSize(8);
  }

  /** Takes so long for each. */
  private final class SlowGates implements PodGates {
    private final Duration each;
    private final Removal removal;

    SlowGates(Duration each, Removal removal) {
      this.each = each;
      this.removal = removal;
    }

    @Override
    public Removal remove(Pod pod) {
      nanos += each.toNanos();
      tried.add(pod.name());
      return removal;
    }

    @Override
    public void annotate(Pod pod, String waitsFor) {
      throw new AssertionError("nobody waits");
    }

    @Override
    public ListedPods list() {
      return new ListedPods("1", List.of());
    }
  }
}
