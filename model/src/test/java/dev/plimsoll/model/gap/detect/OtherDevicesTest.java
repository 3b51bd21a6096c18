package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A resource that no node has, where nodes have others. */
class OtherDevicesTest {
  private static final Node NODE =
      node("a").has("nvidia.com/gpu", "8").has("nvidia.com/mig-1g.10gb", "7").build();

  @Test
  void a_typing_error_is_answered_with_the_names_that_nodes_have() {
    Gap gap = unplaced("nvidia.com/gpus", NODE);

    assertThat(gap.message())
        .isEqualTo(
            "pod p requests 1 nvidia.com/gpus, and no node has nvidia.com/gpus; nodes have"
                + " nvidia.com/gpu, nvidia.com/mig-1g.10gb");
    assertThat(actions(gap))
        .containsExactly(
            "request nvidia.com/gpu instead of nvidia.com/gpus, if the workload can run with it",
            "request nvidia.com/mig-1g.10gb instead of nvidia.com/gpus, if the workload can run with"
                + " it");
    assertThat(gap.remedies().get(0).commands())
        .extracting(KubectlCommand::text)
        .singleElement()
        .asString()
        .contains("\"remove\",\"path\":\"/spec/containers/0/resources/limits/nvidia.com~1gpus\"")
        .contains(
            "\"add\",\"path\":\"/spec/containers/0/resources/limits/nvidia.com~1gpu\","
                + "\"value\":\"1\"");
  }

  @Test
  void the_most_alike_profile_comes_first() {
    assertThat(unplaced("nvidia.com/mig-1g.5gb", NODE).message())
        .endsWith("; nodes have nvidia.com/mig-1g.10gb, nvidia.com/gpu");
  }

  @Test
  void another_domain_counts_where_the_device_has_the_requested_name() {
    assertThat(unplaced("amd.com/gpu", NODE).message()).endsWith("; nodes have nvidia.com/gpu");
    assertThat(unplaced("amd.com/fpga", NODE).message()).endsWith("no node has amd.com/fpga");
  }

  @Test
  void a_device_that_is_in_use_helps_with_another_node_only() {
    Gap gap =
        unplaced(
            "nvidia.com/gpus",
            node("a").has("nvidia.com/gpu", "1").build(),
            request("q", "nvidia.com/gpu", "a"));

    assertThat(gap.message()).endsWith("; nodes have nvidia.com/gpu");
    assertThat(actions(gap))
        .containsExactly(
            "request nvidia.com/gpu instead of nvidia.com/gpus, if the workload can run with it,"
                + " and add 1 more node like a with 1 nvidia.com/gpu free");
  }

  @Test
  void a_device_that_a_quota_denies_is_not_proposed() {
    Gap gap =
        unplaced(
            "nvidia.com/gpus",
            NODE,
            quota("q").hard("requests.nvidia.com/gpu=0").used("requests.nvidia.com/gpu=0").build());

    assertThat(actions(gap))
        .containsExactly(
            "request nvidia.com/mig-1g.10gb instead of nvidia.com/gpus, if the workload can run with"
                + " it");
  }

  @Test
  void of_many_names_the_first_are_told() {
    List<ApiObject> nodes =
        new ArrayList<>(
            IntStream.range(0, 50)
                .mapToObj(i -> node("n" + i).has("example.com/d" + i, "1").build())
                .toList());
    Gap gap = unplaced("example.com/d", nodes.toArray(ApiObject[]::new));

    assertThat(gap.message())
        .endsWith("; nodes have example.com/d0, example.com/d1, example.com/d10, 47 more");
    assertThat(actions(gap)).hasSize(2);
  }

  private static Pod request(String name, String resource, String node) {
    return pod(name).requests(resource + "=1").limits(resource + "=1").on(node).build();
  }

  private static Gap unplaced(String resource, ApiObject... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(request("p", resource, ""));
    return gap(GapKind.NoEligibleNode, objects.toArray(ApiObject[]::new));
  }

  private static List<String> actions(Gap gap) {
    return gap.remedies().stream().filter(Remedy::helps).map(Remedy::action).toList();
  }
}
