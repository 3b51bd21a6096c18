package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OverfullNodeDetectorTest {
  private static final Node EIGHT = node("n").has(GPU, "8").build();

  private static Node with(String capacity, String allocatable) {
    ResourceName gpu = ResourceName.of(GPU);
    return new Node(
        EIGHT.metadata(),
        false,
        List.of(),
        EIGHT.capacity().with(gpu, Quantity.parse(capacity)),
        EIGHT.allocatable().with(gpu, Quantity.parse(allocatable)),
        List.of());
  }

  @Test
  void kind_AllocatableShrunk_is_less_allocatable_than_is_placed() {
    Gap gap = gap(GapKind.AllocatableShrunk, with("8", "7"), gpuPod("p", 8, "n"));

    assertThat(gap.message())
        .isEqualTo(
            "pods on node n request 8 nvidia.com/gpu, and only 7 of its 8 are allocatable;"
                + " nothing is evicted, and no further pod fits");
    assertThat(gap.object().name()).isEqualTo("n");
    assertThat(evidence(gap)).isEqualTo("allocatable=7 placed=8 capacity=8");
    assertThat(gap.remedies()).isEmpty();
  }

  @Test
  void devices_that_the_kubelet_reports_as_unhealthy_are_named() {
    Pod pod = gpuPod("p", 8, "n");
    ContainerStatus status =
        new ContainerStatus(
            "c",
            Optional.empty(),
            Resources.EMPTY,
            new ContainerState.Running(),
            Optional.empty(),
            0,
            true,
            List.of(
                new ContainerStatus.UnhealthyDevice(GPU, "GPU-7", "ECC errors"),
                new ContainerStatus.UnhealthyDevice("example.com/nic", "nic-0", "")));
    Gap gap =
        gap(
            GapKind.AllocatableShrunk,
            with("8", "7"),
            pod.withStatus(pod.status().withContainerStatuses(List.of(status))));

    assertThat(gap.message())
        .endsWith(
            "no further pod fits; the kubelet reports as unhealthy: GPU-7 of pod "
                + pod.key()
                + " (ECC errors)");
    assertThat(evidence(gap)).isEqualTo("allocatable=7 placed=8 unhealthyDevices=1 capacity=8");
  }

  @Test
  void kind_NodeOvercommitted_is_more_placed_than_the_node_has() {
    Gap gap =
        gap(GapKind.NodeOvercommitted, with("4", "4"), gpuPod("p", 3, "n"), gpuPod("q", 2, "n"));

    assertThat(evidence(gap)).isEqualTo("allocatable=4 placed=5");
  }

  @Test
  void a_node_that_is_full_is_no_gap() {
    assertThat(gaps(with("8", "7"), gpuPod("p", 7, "n")))
        .extracting(Gap::kind)
        .doesNotContain(GapKind.AllocatableShrunk, GapKind.NodeOvercommitted);
  }

  @Test
  void a_node_with_a_failed_device_has_nothing_free_rather_than_less() {
    assertThat(gaps(with("8", "7"), gpuPod("p", 8, "n"), gpuPod("q", 1, "")))
        .extracting(Gap::message)
        .anyMatch(m -> m.contains("none free"))
        .noneMatch(m -> m.contains("-1"));
  }

  private static List<Gap> gaps(ApiObject... objects) {
    return GapFinder.find(GapScenario.simulation(objects)).stream().map(Finding::gap).toList();
  }
}
