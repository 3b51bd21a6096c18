package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPU;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeShortageTest {
  private static final CapacityPolicy POLICY = gpuPolicy(Tenant.of("red", 1, "red"));

  @Test
  void with_enough_for_all_nothing_is_proposed() {
    assertThat(
            proposals(
                new TenancyClusterBuilder().node("a", "A100", 8).pod("red", "", 8).build(), POLICY))
        .isEmpty();
  }

  @Test
  void whole_nodes_are_proposed_for_what_is_missing() {
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .pod("red", "a", 8)
            .pod("red", "", 8)
            .pod("red", "", 1)
            .build();

    assertThat(proposals(cluster, POLICY)).containsExactly("A100 2 for {nvidia.com/gpu=9}");
  }

  @Test
  void no_more_nodes_are_proposed_than_kubernetes_supports() {
    TenancyClusterBuilder cluster = new TenancyClusterBuilder().node("a", "A100", 8);
    for (int i = 0; i < 5100; i++) {
      cluster.pod("red", "", 8);
    }

    assertThat(NodeShortage.of(Shares.of(cluster.build(), POLICY)))
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.nodes()).isEqualTo(5000);
              assertThat(p.isBounded()).isTrue();
            });
  }

  @Test
  void nodes_are_proposed_where_the_pods_can_be() {
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .node("h", "H100", 4)
            .add(
                PodBuilder.pod("red", "picky")
                    .requests("nvidia.com/gpu", "4")
                    .nodeSelector("nvidia.com/gpu.product", "H100")
                    .build())
            .pod("red", "", 4)
            .pod("red", "h", 4)
            .build();

    assertThat(proposals(cluster, POLICY)).containsExactly("H100 1 for {nvidia.com/gpu=4}");
  }

  @Test
  void nothing_is_proposed_beyond_a_ceiling() {
    Tenant bounded =
        new Tenant(
            "red", NamespaceSelection.named("red"), 1, Map.of(), Map.of(GPU, Amount.parse("8")));
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .pod("red", "", 8)
            .pod("red", "", 8)
            .build();

    assertThat(proposals(cluster, gpuPolicy(bounded))).isEmpty();
  }

  @Test
  void the_reserve_is_kept_free() {
    Cluster cluster = new TenancyClusterBuilder().node("a", "A100", 8).pod("red", "", 8).build();

    assertThat(proposals(cluster, POLICY.withReserve(Map.of(GPU, Amount.parse("1")))))
        .containsExactly("A100 1 for {nvidia.com/gpu=1}");
  }

  private static List<String> proposals(Cluster cluster, CapacityPolicy policy) {
    return NodeShortage.of(Shares.of(cluster, policy)).stream()
        .map(p -> p.pool() + " " + p.nodes() + " for " + p.lacking())
        .toList();
  }
}
