package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnavailableDevicesDetectorTest {
  private static final GapKind KIND = GapKind.DevicesUnavailable;

  private static Node offering(String allocatable) {
    Node eight = node("n").has(GPU, "8").build();
    return new Node(
        eight.metadata(),
        false,
        List.of(),
        eight.capacity(),
        eight.allocatable().with(ResourceName.of(GPU), Quantity.parse(allocatable)),
        List.of());
  }

  private static NodeBuilder labelled() {
    return node("n").has("cpu", "8").label("nvidia.com/gpu.product", "H100");
  }

  private static boolean isFound(ApiObject... objects) {
    return GapFinder.find(simulation(objects)).stream().anyMatch(f -> f.gap().kind() == KIND);
  }

  private static ResourceSlice slice(DeviceNodes nodes) {
    return new ResourceSlice(
        ObjectMeta.of("", "slice"),
        "gpu.example.com",
        new ResourceSlice.Pool("pool", 1, 1),
        nodes,
        false,
        List.of(),
        List.of());
  }

  @Test
  void kind_DevicesUnavailable_is_devices_that_kubelet_counts_as_unhealthy() {
    Gap gap = gap(KIND, offering("7"), gpuPod("p", 4, "n"));

    assertThat(gap.message())
        .isEqualTo(
            "kubelet counts 1 of 8 nvidia.com/gpu on node n as unhealthy: only 7 can be allocated");
    assertThat(evidence(gap)).isEqualTo("allocatable=7 capacity=8");
  }

  @Test
  void pods_that_request_more_than_is_left_are_another_gap() {
    assertThat(isFound(offering("7"), gpuPod("p", 8, "n"))).isFalse();
    assertThat(isFound(offering("8"))).isFalse();
  }

  @Test
  void a_label_names_devices_that_the_node_does_not_list() {
    Gap gap = gap(KIND, labelled().has("vpc.amazonaws.com/efa", "32").build());

    assertThat(gap.message())
        .isEqualTo(
            "node n has devices by its label nvidia.com/gpu.product=H100, and lists none: no device"
                + " plugin and no driver registers them");
  }

  @Test
  void a_pod_that_finds_no_such_device_is_told_of_the_node() {
    assertThat(gap(GapKind.NoEligibleNode, labelled().build(), gpuPod("p", 1, "")).message())
        .endsWith(
            "no node has nvidia.com/gpu; node n has devices by its label"
                + " nvidia.com/gpu.product=H100, and lists none");
  }

  @Test
  void devices_under_any_other_name_or_in_a_slice_are_listed() {
    assertThat(isFound(labelled().has("volcano.sh/vgpu-number", "80").build())).isFalse();
    assertThat(isFound(labelled().build(), slice(new DeviceNodes("n", Optional.empty(), false))))
        .isFalse();
    assertThat(isFound(labelled().build(), slice(new DeviceNodes("", Optional.empty(), true))))
        .isFalse();
    assertThat(isFound(labelled().build(), slice(new DeviceNodes("m", Optional.empty(), false))))
        .isTrue();
  }

  @Test
  void a_node_that_is_new_or_not_ready_is_left_out() {
    Node node = labelled().build();
    ObjectMeta young =
        node.metadata()
            .with()
            .creationTimestamp(
                Optional.of(simulation().cluster().asOf().minus(Duration.ofMinutes(14))))
            .build();

    assertThat(isFound(node.withMetadata(young))).isFalse();
    assertThat(isFound(labelled().condition("Ready", "False", "2026-01-01T00:00:00Z").build()))
        .isFalse();
    assertThat(isFound(labelled().label("nvidia.com/gpu.product", "H100").build())).isTrue();
    assertThat(isFound(node("n").has("cpu", "8").build())).isFalse();
  }
}
