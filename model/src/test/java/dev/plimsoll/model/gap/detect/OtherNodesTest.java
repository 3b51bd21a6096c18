package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.gap.GapKind;
import org.junit.jupiter.api.Test;

/** Nodes have the devices, and are not among the eligible nodes. */
class OtherNodesTest {

  @Test
  void exhausted_capacity_says_which_nodes_do_not_count() {
    assertThat(
            gap(
                    GapKind.CapacityExhausted,
                    node("a").has(GPU, "1").build(),
                    node("b").has(GPU, "8").cordoned().build(),
                    node("c").has(GPU, "8").taint("team", "x", "NoSchedule").build(),
                    node("d").has("cpu", "8").build(),
                    gpuPod("q", 1, "a"),
                    gpuPod("p", 1, ""))
                .message())
        .isEqualTo(
            "pod p requests 1 nvidia.com/gpu; 1 eligible node has none free; 2 other nodes with"
                + " nvidia.com/gpu do not accept the pod: node(s) had untolerated taint(s)"
                + " (team=x:NoSchedule), node(s) were unschedulable");
  }

  @Test
  void fragmented_capacity_does_so_too() {
    assertThat(
            gap(
                    GapKind.Fragmented,
                    node("a").has(GPU, "2").build(),
                    node("b").has(GPU, "2").build(),
                    node("c").has(GPU, "8").cordoned().build(),
                    gpuPod("q", 1, "a"),
                    gpuPod("r", 1, "b"),
                    gpuPod("p", 2, ""))
                .message())
        .endsWith(
            "; 1 other node with nvidia.com/gpu does not accept the pod: node(s) were"
                + " unschedulable");
  }

  @Test
  void without_other_nodes_nothing_is_said_of_them() {
    assertThat(
            gap(
                    GapKind.CapacityExhausted,
                    node("a").has(GPU, "1").build(),
                    node("d").has("cpu", "8").cordoned().build(),
                    gpuPod("q", 1, "a"),
                    gpuPod("p", 1, ""))
                .message())
        .endsWith("1 eligible node has none free");
  }
}
