package dev.plimsoll.kubernetes.capacity;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeGroupsTest {
  private static NodeBuilder gpuNode(String name) {
    return node(name).label("nvidia.com/gpu.product", "A100").has("nvidia.com/gpu", "8");
  }

  private static Cluster cluster(NodeBuilder... nodes) {
    ClusterBuilder cluster = Cluster.builder(Instant.EPOCH);
    List.of(nodes).forEach(n -> cluster.add(n.build()));
    return cluster
        .add(pod("p").requests("nvidia.com/gpu", "3").requests("cpu", "1").on("a").build())
        .build();
  }

  @Test
  void alike_nodes_are_one_group_whatever_lifecycle_taints_they_have() {
    List<NodeGroup> groups =
        NodeGroups.of(
            cluster(
                gpuNode("a"),
                gpuNode("b").taint("node.kubernetes.io/not-ready", "", "NoExecute"),
                gpuNode("c").taint("team", "nlp", "NoSchedule")));

    assertThat(groups)
        .extracting(NodeGroup::nodes)
        .containsExactlyInAnyOrder(List.of("a", "b"), List.of("c"));
  }

  @Test
  void the_model_of_devices_comes_before_the_type_of_the_machine() {
    NodeBuilder small = node("a").label("node.kubernetes.io/instance-type", "g5.xlarge");
    NodeBuilder large = node("b").label("node.kubernetes.io/instance-type", "g5.2xlarge");
    for (NodeBuilder node : List.of(small, large)) {
      node.label("karpenter.k8s.aws/instance-gpu-name", "a10g").has("nvidia.com/gpu", "1");
    }

    assertThat(NodeGroups.of(cluster(small, large)))
        .extracting(NodeGroup::product)
        .containsExactly("a10g");
  }

  @Test
  void what_is_free_is_counted_in_sum_in_one_block_and_in_pods_of_some_sizes() {
    NodeGroup group = NodeGroups.of(cluster(gpuNode("a"), gpuNode("b"))).get(0);

    assertThat(group.total()).isEqualTo(Quantity.of(16));
    assertThat(group.placed()).isEqualTo(Quantity.of(3));
    assertThat(group.free()).isEqualTo(Quantity.of(13));
    assertThat(group.largestBlock()).isEqualTo(Quantity.of(8));
    assertThat(group.fitting()).isEqualTo(Map.of(1, 13L, 2, 6L, 4, 3L, 8, 1L));
  }

  @Test
  void units_of_a_time_sliced_node_stay_units_and_its_cards_are_its_devices() {
    NodeGroup group =
        NodeGroups.of(
                cluster(
                    node("a")
                        .label("nvidia.com/gpu.count", "4")
                        .label("nvidia.com/gpu.replicas", "4")
                        .has("nvidia.com/gpu", "16")))
            .get(0);

    assertThat(group.total()).isEqualTo(Quantity.of(16));
    assertThat(group.free()).isEqualTo(Quantity.of(13));
    assertThat(group.devices().toString()).isEqualTo("4");
  }

  @Test
  void what_a_cordoned_node_has_free_is_withheld() {
    NodeGroup group = NodeGroups.of(cluster(gpuNode("a").cordoned(), gpuNode("b"))).get(0);

    assertThat(group.withheld()).isEqualTo(Quantity.of(5));
    assertThat(group.free()).isEqualTo(Quantity.of(8));
  }

  @Test
  void a_node_without_extended_resources_counts_by_its_cpu() {
    NodeGroup group = NodeGroups.of(cluster(node("a").has("cpu", "4"))).get(0);

    assertThat(group.product()).isEqualTo("node");
    assertThat(group.resource()).isEqualTo(ResourceName.CPU);
    assertThat(group.free()).isEqualTo(Quantity.of(3));
    assertThat(group.fitting()).isEmpty();
  }
}
