package dev.plimsoll.kubernetes.capacity;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypicalRequestTest {
  private static final String GPU = "nvidia.com/gpu";

  private static Pod gpus(String name, int gpus, String cpu, String node) {
    return pod(name)
        .requests(GPU + "=" + gpus + ",cpu=" + cpu)
        .limits(GPU + "=" + gpus)
        .on(node)
        .build();
  }

  private static NodeGroup group(ApiObject... objects) {
    return NodeGroups.of(ClusterFixture.cluster(objects)).get(0);
  }

  @Test
  void what_pods_request_beside_a_unit_is_the_median_of_all_that_request_it() {
    assertThat(
            TypicalRequest.of(
                    ClusterFixture.cluster(
                        gpus("a", 1, "2", ""), gpus("b", 4, "24", ""), gpus("c", 2, "20", "")))
                .values())
        .extracting(TypicalRequest::describe)
        .containsExactly("6 cpu for each nvidia.com/gpu, the median of 3 pods");
  }

  @Test
  void what_lacks_cpu_beside_it_is_free_and_not_usable() {
    NodeGroup group =
        group(
            node("a").has(GPU, "8").has("cpu", "64").has("pods", "110").build(),
            pod("web").requests("cpu=40").on("a").build(),
            gpus("train", 2, "16", "a"));

    assertThat(group.free()).hasToString("6");
    assertThat(group.usable()).hasToString("1");
  }

  @Test
  void a_node_without_free_pod_slots_has_nothing_usable() {
    NodeGroup group =
        group(
            node("a").has(GPU, "8").has("cpu", "64").has("pods", "1").build(),
            pod("web").requests("cpu=1").on("a").build());

    assertThat(List.of(group.free().toString(), group.usable().toString()))
        .containsExactly("8", "0");
  }

  @Test
  void a_taint_that_no_user_tolerates_withholds_what_is_free() {
    NodeGroup group =
        group(
            node("a").has(GPU, "8").taint("team", "b", "NoSchedule").build(),
            gpus("waiting", 1, "1", ""));

    assertThat(List.of(group.free().toString(), group.withheld().toString()))
        .containsExactly("0", "8");
  }
}
