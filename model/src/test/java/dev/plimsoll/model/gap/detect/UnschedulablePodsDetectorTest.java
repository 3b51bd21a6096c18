package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnschedulablePodsDetectorTest {
  private static final Pod PENDING = gpuPod("pending", 4, "");

  @Test
  void kind_NoEligibleNode_is_a_pod_that_no_node_with_the_resource_accepts() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n").has(GPU, "8").taint("team", "b", "NoSchedule").build(),
            PENDING);

    assertThat(gap.message())
        .isEqualTo(
            "pod pending requests 4 nvidia.com/gpu, and no node with nvidia.com/gpu accepts"
                + " it: node(s) had untolerated taint(s) (team=b:NoSchedule)");
    assertThat(gap.remedies().get(0))
        .matches(Remedy::helps)
        .extracting(Remedy::action)
        .asString()
        .startsWith("tolerate the taint team=b:NoSchedule");
  }

  @Test
  void a_pod_that_requests_nothing_is_not_said_to_request_0_of_something() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n").taint("team", "b", "NoSchedule").build(),
            pod("plain").build());

    assertThat(gap.message())
        .isEqualTo(
            "no node accepts pod plain: node(s) had untolerated taint(s) (team=b:NoSchedule)");
  }

  @Test
  void kind_Fragmented_is_enough_in_total_but_not_on_one_node() {
    Gap gap =
        gap(
            GapKind.Fragmented,
            node("a").has(GPU, "8").build(),
            node("b").has(GPU, "8").build(),
            gpuPod("on-a", 5, "a"),
            gpuPod("on-b", 5, "b"),
            PENDING);

    assertThat(gap.message())
        .isEqualTo(
            "pod pending requests 4 nvidia.com/gpu on one node; 2 eligible nodes have 6 free"
                + " in total, and at most 3 on one node");
    assertThat(evidence(gap)).isEqualTo("requested=4 eligibleNodes=2 free=6 largestFreeBlock=3");
    assertThat(gap.remedies()).extracting(Remedy::action).anyMatch(a -> a.startsWith("request 3 "));
  }

  @Test
  void kind_CapacityExhausted_is_too_little_in_total() {
    Gap gap =
        gap(
            GapKind.CapacityExhausted,
            node("a").has(GPU, "8").build(),
            gpuPod("on-a", 6, "a"),
            PENDING);

    assertThat(gap.message())
        .isEqualTo("pod pending requests 4 nvidia.com/gpu; 1 eligible node has only 2 free");
    assertThat(gap.remedies())
        .filteredOn(Remedy::helps)
        .extracting(Remedy::whatif)
        .contains(List.of("--add-nodes", "a=1"));
  }

  @Test
  void kind_CapacityWithheld_is_what_is_free_on_a_node_that_no_pod_can_use() {
    Gap gap = gap(GapKind.CapacityWithheld, node("a").has(GPU, "8").cordoned().build(), PENDING);

    assertThat(gap.message()).isEqualTo("node a is cordoned: 8 free nvidia.com/gpu cannot be used");
    assertThat(gap.remedies())
        .singleElement()
        .extracting(Remedy::result)
        .isEqualTo("1 of 1 pending pod would be placed");
  }

  @Test
  void kind_SchedulingGated_is_a_pod_with_a_gate() {
    Pod gated = PENDING.withSpec(PENDING.spec().withSchedulingGates(List.of("budget")));

    Gap gap = gap(GapKind.SchedulingGated, node("a").has(GPU, "8").build(), gated);

    assertThat(gap.message())
        .startsWith("pod pending waits for scheduling gate budget to be removed");
    assertThat(gap.remedies()).singleElement().matches(Remedy::helps);
  }

  @Test
  void kind_PendingHoldsQuota_concerns_the_holder_and_the_workload_that_is_denied() {
    Simulation simulation =
        GapScenario.simulation(
            node("a").has(GPU, "2").build(),
            PENDING,
            deployment("w", 1, gpuPod(1)),
            quota("q").hard(GPUS + "=4").used(GPUS + "=4").build());

    Gap gap = gap(GapKind.PendingHoldsQuota, simulation);

    assertThat(gap.message())
        .isEqualTo(
            "1 unschedulable pod holds 4 of requests.nvidia.com/gpu in quota q, which denies"
                + " 1 pod of deployment/w; the gap of deployment/w counts the same pods");
    assertThat(evidence(gap)).isEqualTo("quota=q held=4 deniedPods=1 deniedWorkloads=deployment/w");
    assertThat(gap.remedies()).singleElement().matches(Remedy::helps);
    for (WorkloadPods workload : simulation.workloads().list()) {
      assertThat(GapFinder.survey(simulation, workload, PodHolds.NONE).findings())
          .as(workload.label())
          .anyMatch(f -> f.gap().kind() == GapKind.PendingHoldsQuota);
    }
  }

  @Test
  void gaps_of_waiting_pods_are_those_of_stored_pods_only() {
    ApiObject small = node("a").has(GPU, "2").build();

    assertThat(GapFinder.surveyOfWaitingPods(GapScenario.simulation(small, PENDING)).findings())
        .hasSize(1);
    assertThat(
            GapFinder.surveyOfWaitingPods(
                    GapScenario.simulation(small, deployment("w", 1, gpuPod(4))))
                .findings())
        .isEmpty();
  }
}
