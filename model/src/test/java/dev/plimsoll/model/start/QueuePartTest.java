package dev.plimsoll.model.start;

import static dev.plimsoll.model.start.QueueCluster.runs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.lifetime.Lifetimes;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueuePartTest {
  private static final long HOUR = 3600;

  private static QueueCluster twoPools() {
    QueueCluster cluster = new QueueCluster().ended("a", "train", 8, HOUR, 2 * HOUR, 3 * HOUR);
    for (String pool : List.of("x", "y")) {
      cluster.add(
          NodeBuilder.node(pool)
              .label("pool", pool)
              .has("nvidia.com/gpu", "8")
              .has("cpu", "64")
              .has("pods", "110")
              .build(),
          runs("a", "train", "train-" + pool, 8, pool, 60),
          waits("b", pool));
    }
    return cluster;
  }

  private static Pod waits(String namespace, String pool) {
    return QueueCluster.owned(
        QueueCluster.pod(namespace, "next", "next-" + pool, 8).nodeSelector("pool", pool).build(),
        "Job",
        "next",
        60);
  }

  private static QueueState state(QueueCluster cluster) {
    StartQuestion question = cluster.question();
    Lifetimes lifetimes = Lifetimes.at(question.history(), question.now());
    return new QueueStateBuilder(question, lifetimes, List.of()).build();
  }

  private static long parts(QueueState state) {
    return state.units().stream().map(state::partOf).distinct().count();
  }

  @Test
  void pods_that_share_no_node_are_in_two_parts() {
    QueueState state = state(twoPools());

    assertThat(parts(state)).isEqualTo(2);
    assertThat(state.units())
        .allSatisfy(u -> assertThat(state.occupantsOf(state.partOf(u))).hasSize(1));
  }

  @Test
  void a_pod_that_both_pools_could_take_joins_them() {
    assertThat(parts(state(twoPools().add(QueueCluster.waits("c", "any", "any-1", 8, 30)))))
        .isEqualTo(1);
  }

  @Test
  void a_divided_resource_joins_the_nodes_where_it_counts() {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
                "gpus",
                List.of(Tenant.of("a", 1, "a"), Tenant.of("b", 1, "b")),
                List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))))
            .withEnforcement(
                new Enforcement(AdmissionMode.OFF, PlacementMode.HOLD, BorrowingMode.IDLE));

    assertThat(parts(state(twoPools().policy(policy)))).isEqualTo(1);
  }

  @Test
  void a_run_with_too_many_events_ends_at_the_last_of_them() {
    QueueState state = state(twoPools());
    QueueUnit unit = state.units().get(0);
    QueuePart part = QueuePart.of(state, state.partOf(unit), 30 * 24 * HOUR);
    BitSet targets = new BitSet();
    targets.set(state.numberOf(unit));

    ForwardRun whole = ForwardRun.run(part, 1, part.far(), targets, 1);
    ForwardRun cut = ForwardRun.run(part, 1, part.far(), targets, 0);

    assertThat(whole.isCut()).isFalse();
    assertThat(whole.lastStart()).isEqualTo(whole.time()).isPositive();
    assertThat(cut.isCut()).isTrue();
    assertThat(cut.lastStart()).isInfinite();
  }
}
