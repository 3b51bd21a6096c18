package dev.plimsoll.kubernetes.placement.framework;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulerTest {

  @Test
  void a_cluster_without_nodes_has_its_own_text() {
    ScheduleResult scheduleResult = ClusterFixture.of().schedule(pod("p"));

    assertThat(scheduleResult).isEqualTo(new ScheduleResult.NoNodes());
    assertThat(((ScheduleResult.NoNodes) scheduleResult).message())
        .isEqualTo("no nodes available to schedule pods");
  }

  @Test
  void a_pod_that_fits_names_all_nodes_it_fits_on() {
    ScheduleResult scheduleResult =
        ClusterFixture.of(
                node("a").has("cpu", "1"), node("b").has("cpu", "4"), node("c").has("cpu", "2"))
            .schedule(pod("p").requests("cpu", "2"));

    assertThat(scheduleResult).isEqualTo(new ScheduleResult.Feasible(List.of("b", "c"), List.of()));
  }

  @Test
  void a_gated_pod_isnt_looked_at_even_without_nodes() {
    ScheduleResult scheduleResult =
        ClusterFixture.of().schedule(pod("p").spec(s -> s.schedulingGates(List.of("b", "a"))));

    assertThat(scheduleResult)
        .isEqualTo(
            new ScheduleResult.Gated(
                "SchedulingGates",
                List.of("b", "a"),
                "Scheduling is blocked due to non-empty scheduling gates"));
  }

  @Test
  void each_node_says_the_reasons_of_the_first_plugin_that_rejects() {
    ScheduleResult scheduleResult =
        ClusterFixture.of(
                node("a").cordoned().taint("gpu", "", "NoSchedule"),
                node("b").taint("gpu", "", "NoSchedule"),
                node("c").has("cpu", "1").has("memory", "1Gi"),
                node("d").has("cpu", "4").has("memory", "4Gi"))
            .with(pod("busy").requests("cpu", "3").on("d"))
            .schedule(pod("p").requests("cpu", "2").requests("memory", "2Gi"));

    assertThat(scheduleResult).isInstanceOf(ScheduleResult.Unschedulable.class);
    ScheduleResult.Unschedulable rejected = (ScheduleResult.Unschedulable) scheduleResult;
    assertThat(rejected.message())
        .isEqualTo(
            "0/4 nodes are available: 1 Insufficient memory, 1 node(s) had untolerated taint(s),"
                + " 1 node(s) were unschedulable, 2 Insufficient cpu. no new claims to deallocate,"
                + " preemption: 0/4 nodes are available: 1 No preemption victims found for incoming"
                + " pod, 3 Preemption is not helpful for scheduling.");
    assertThat(rejected.nodes())
        .extracting(NodeDiagnosis::plugin)
        .containsExactly(
            "NodeUnschedulable", "TaintToleration", "NodeResourcesFit", "NodeResourcesFit");
    assertThat(rejected.nodes().get(3).code()).isEqualTo(Rejection.Code.UNSCHEDULABLE);
    assertThat(rejected.nodes().get(2).code())
        .isEqualTo(Rejection.Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
  }

  @Test
  void reasons_are_sorted_as_text_so_that_10_comes_before_2() {
    NodeBuilder[] nodes = new NodeBuilder[12];
    for (int i = 0; i < 12; i++) {
      nodes[i] = node("n" + i).has("cpu", "1");
      if (i < 2) {
        nodes[i].cordoned();
      }
    }
    ScheduleResult scheduleResult =
        ClusterFixture.of(nodes).schedule(pod("p").requests("cpu", "2"));

    assertThat(((ScheduleResult.Unschedulable) scheduleResult).message())
        .startsWith(
            "0/12 nodes are available: 10 Insufficient cpu, 2 node(s) were unschedulable. ");
  }

  @Test
  void a_pod_nominated_for_a_node_that_fits_is_offered_only_that() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a").has("cpu", "4"), node("b").has("cpu", "4"));

    assertThat(clusterFixture.schedule(pod("p").requests("cpu", "1").nominatedFor("b")))
        .isEqualTo(new ScheduleResult.Feasible(List.of("b"), List.of()));
  }

  @Test
  void room_nominated_to_a_pod_of_the_same_priority_is_taken_and_to_a_lower_one_isnt() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a").has("cpu", "4"))
            .with(pod("other").requests("cpu", "3").priority(5).nominatedFor("a"));

    assertThat(clusterFixture.schedule(pod("p").requests("cpu", "2").priority(5)))
        .isInstanceOf(ScheduleResult.Unschedulable.class);
    assertThat(clusterFixture.schedule(pod("p").requests("cpu", "2").priority(6)))
        .isInstanceOf(ScheduleResult.Feasible.class);
  }
}
