package dev.plimsoll.model.tenancy;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuNode;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Node;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PoolNodesTest {
  private static final String PRODUCT = "nvidia.com/gpu.product";

  private static Map<String, List<String>> pools(List<NodePool> pools, Node... nodes) {
    return PoolNodes.of(ClusterFixture.cluster(nodes), gpuPolicy().withPools(pools))
        .entrySet()
        .stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, e -> e.getValue().stream().map(Node::name).toList()));
  }

  private static Node tainted(String name, String key, String value, String effect) {
    NodeBuilder node = node(name).label(PRODUCT, "A100");
    return node.taint(key, value, effect).build();
  }

  @Test
  void a_node_is_in_the_first_pool_that_selects_it() {
    NodePool all = new NodePool("all", new LabelSelector(Map.of(), List.of()));

    assertThat(
            pools(
                List.of(pool("A100"), all, pool("H100")),
                gpuNode("a", "A100", 8),
                gpuNode("h", "H100", 8)))
        .isEqualTo(Map.of("A100", List.of("a"), "all", List.of("h"), "H100", List.of()));
  }

  @Test
  void a_node_that_no_pool_selects_is_in_none() {
    assertThat(pools(List.of(pool("A100")), gpuNode("h", "H100", 8)))
        .isEqualTo(Map.of("A100", List.of()));
  }

  @Test
  void without_pools_there_is_one_for_each_product_and_set_of_taints() {
    assertThat(
            pools(
                List.of(),
                gpuNode("a", "A100", 8),
                tainted("team", "team", "vision", "NoSchedule"),
                tainted("spot", "spot", "", "NoExecute"),
                tainted("preferred", "slow", "", "PreferNoSchedule")))
        .isEqualTo(
            Map.of(
                "A100", List.of("a", "preferred"),
                "A100 (team=vision)", List.of("team"),
                "A100 (spot)", List.of("spot")));
  }

  @Test
  void taints_of_the_node_lifecycle_make_no_pool() {
    assertThat(pools(List.of(), tainted("a", "node.kubernetes.io/disk-pressure", "", "NoSchedule")))
        .isEqualTo(Map.of("A100", List.of("a")));
  }

  @Test
  void nodes_of_the_control_plane_are_in_no_pool_unless_the_policy_selects_them() {
    Node node = tainted("c", "node-role.kubernetes.io/control-plane", "", "NoSchedule");

    assertThat(pools(List.of(), node)).isEmpty();
    assertThat(pools(List.of(pool("A100")), node)).isEqualTo(Map.of("A100", List.of("c")));
  }
}
