package dev.plimsoll.model.placement.plugins;

import static dev.plimsoll.model.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.fixtures.ClusterFixture;
import dev.plimsoll.model.fixtures.PodBuilder;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class DefaultPreemptionTest {

  private static PodBuilder sized(String name, String cpu, int priority) {
    return pod(name).requests("cpu", cpu).priority(priority);
  }

  private static ScheduleResult.Preempting preempting(ClusterFixture cluster, PodBuilder pod) {
    return assertThat(cluster.schedule(pod))
        .asInstanceOf(InstanceOfAssertFactories.type(ScheduleResult.Preempting.class))
        .actual();
  }

  @Test
  void only_as_many_pods_of_lower_priority_go_as_must() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "4"))
            .with(
                sized("low", "2", 1).on("a"),
                sized("middle", "1", 2).on("a"),
                sized("high", "1", 9).on("a"));

    ScheduleResult.Preempting preempting = preempting(cluster, sized("p", "2", 5));

    assertThat(preempting.node()).isEqualTo("a");
    assertThat(preempting.victims()).extracting(Pod::name).containsExactly("low");
  }

  @Test
  void the_node_whose_highest_victim_is_lowest_is_nominated() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2"), node("b").has("cpu", "2"))
            .with(sized("middle", "2", 2).on("a"), sized("low", "2", 1).on("b"));

    assertThat(preempting(cluster, sized("p", "2", 5)).node()).isEqualTo("b");
  }

  @Test
  void pods_of_the_same_priority_stay() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2")).with(sized("equal", "2", 5).on("a"));

    assertThat(message(cluster, sized("p", "2", 5)))
        .endsWith(
            "preemption: 0/1 nodes are available: 1 No preemption victims found for incoming"
                + " pod.");
  }

  @Test
  void a_pod_whose_policy_is_never_preempts_nothing() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2")).with(sized("low", "2", 1).on("a"));

    assertThat(message(cluster, sized("p", "2", 5).spec(s -> s.preemptionPolicy("Never"))))
        .endsWith("preemption: not eligible due to preemptionPolicy=Never.");
  }

  @Test
  void a_pod_waits_for_its_victims_on_the_nominated_node() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2"))
            .with(sized("low", "2", 1).on("a").beingPreempted());

    assertThat(message(cluster, sized("p", "2", 5).nominatedFor("a")))
        .endsWith("preemption: not eligible due to a terminating pod on the nominated node.");
  }

  private static String message(ClusterFixture cluster, PodBuilder pod) {
    return assertThat(cluster.schedule(pod))
        .asInstanceOf(InstanceOfAssertFactories.type(ScheduleResult.Unschedulable.class))
        .actual()
        .message();
  }
}
