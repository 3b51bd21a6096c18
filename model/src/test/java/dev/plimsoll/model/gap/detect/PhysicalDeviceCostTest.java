package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSummary;
import dev.plimsoll.model.gap.cost.ResourceCost;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Gaps of a cluster with time-sliced GPUs, MIG devices and whole GPUs. */
class PhysicalDeviceCostTest {
  private static final String MIG = "nvidia.com/mig-1g.10gb";

  /** Four cards with four units each. */
  private static NodeBuilder timeSliced(String name) {
    return node(name)
        .has(GPU, "16")
        .label("nvidia.com/gpu.count", "4")
        .label("nvidia.com/gpu.replicas", "4");
  }

  /** Two cards with seven MIG devices each. */
  private static NodeBuilder mig(String name) {
    return node(name).has(MIG, "14").label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-80GB");
  }

  private static NodeBuilder unlabelled(String name) {
    return node(name).has(GPU, "16").label("nvidia.com/gpu.sharing-strategy", "time-slicing");
  }

  private static Gap gap(GapKind kind, ApiObject... objects) {
    return gap(kind, simulation(objects));
  }

  private static Gap gap(GapKind kind, Simulation simulation) {
    List<Gap> gaps =
        GapFinder.find(simulation).stream()
            .map(f -> f.gap())
            .filter(g -> g.kind() == kind)
            .toList();
    assertThat(gaps).hasSize(1);
    return gaps.get(0);
  }

  private static ResourceCost cost(Gap gap, String device) {
    return gap.cost().resources().stream()
        .filter(c -> c.resource().equals(ResourceName.of(device)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(gap.cost().resources()));
  }

  @Test
  void a_withheld_node_of_four_time_sliced_cards_costs_four() {
    Gap gap =
        gap(
            GapKind.CapacityWithheld,
            timeSliced("shared").cordoned().build(),
            mig("mig").build(),
            node("whole").has(GPU, "8").build());

    assertThat(cost(gap, GPU).idle()).hasToString("4");
    assertThat(cost(gap, GPU).share()).as("of 4 + 2 + 8 cards").isCloseTo(4 / 14.0, within(1e-9));
    assertThat(gap.message()).contains("16 free nvidia.com/gpu (4 devices) cannot be used");
  }

  @Test
  void mig_devices_cost_their_part_of_a_card() {
    Gap gap =
        gap(
            GapKind.CapacityWithheld,
            timeSliced("shared").build(),
            mig("mig").cordoned().build(),
            node("whole").has(GPU, "8").build());

    assertThat(cost(gap, GPU).idle()).hasToString("2");
    assertThat(cost(gap, GPU).share()).isCloseTo(2 / 14.0, within(1e-9));
    assertThat(gap.resource()).as("the resource of quotas").isEqualTo(MIG);
  }

  @Test
  void units_of_an_unknown_part_are_a_kind_of_their_own() {
    Gap gap =
        gap(
            GapKind.CapacityWithheld,
            unlabelled("shared").cordoned().build(),
            node("whole").has(GPU, "8").build());

    assertThat(cost(gap, GPU + ".shared").idle()).hasToString("16");
    assertThat(cost(gap, GPU + ".shared").share()).isCloseTo(1, within(1e-9));
    assertThat(gap.message()).contains("16 free nvidia.com/gpu (parts of devices) cannot be used");
  }

  @Test
  void a_pod_that_waits_costs_the_parts_that_the_nodes_have() {
    Gap gap =
        gap(
            GapKind.CapacityExhausted,
            timeSliced("shared").build(),
            gpuPod("on-shared", 16, "shared"),
            gpuPod("a", 2, ""));

    assertThat(cost(gap, GPU).waiting()).hasToString("1/2");
    assertThat(cost(gap, GPU).hoursPerDay()).isEqualTo(12);
  }

  @Test
  void where_nodes_differ_a_pod_that_waits_costs_the_largest_part() {
    Gap gap =
        gap(
            GapKind.CapacityExhausted,
            timeSliced("shared").build(),
            gpuPod("on-shared", 16, "shared"),
            unlabelled("unknown").build(),
            gpuPod("on-unknown", 16, "unknown"),
            node("whole").has(GPU, "8").build(),
            gpuPod("on-whole", 8, "whole"),
            gpuPod("a", 2, ""));

    assertThat(cost(gap, GPU).waiting()).hasToString("2");
  }

  @Test
  void idle_parts_of_a_card_cost_parts() {
    Instant quiet = NOW.minus(Duration.ofHours(10));
    Pod idle = gpuPod("idle", 2, "shared");
    Simulation simulation =
        simulation(
            timeSliced("shared").build(),
            idle.withStatus(
                idle.status()
                    .with(s -> s.phase("Running").startTime(Optional.of(quiet.minusSeconds(1))))));
    Gap gap =
        gap(
            GapKind.IdleAllocated,
            simulation.withFacts(
                simulation
                    .cluster()
                    .withUsage(
                        new MeasuredUsage(
                            IdleRule.DEFAULT,
                            Map.of(
                                new PodName("team-a", "idle"),
                                new DeviceUsage(Optional.of(quiet), 1, NOW, 1440, 0))))));

    assertThat(cost(gap, GPU).idle()).hasToString("1/2");
    assertThat(cost(gap, GPU).hours()).isCloseTo(5, within(1e-9));
    assertThat(gap.message()).contains("holds 2 nvidia.com/gpu", ": 5 device-hours");
  }

  @Test
  void stranded_and_free_devices_are_physical() {
    Simulation simulation =
        simulation(
            timeSliced("shared").has("cpu", "8").build(),
            mig("mig").has("cpu", "64").build(),
            pod("typical").requests("cpu", "8").requests(GPU, "4").on("shared").build());
    Gap gap = gap(GapKind.CapacityStranded, simulation);

    assertThat(cost(gap, GPU).idle()).hasToString("3");
    assertThat(GapSummary.of(List.of(gap), simulation.cluster()).free())
        .as("3 cards of the shared node and 2 of the other")
        .hasToString("{nvidia.com/gpu=5}");
  }
}
