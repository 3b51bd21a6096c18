package dev.plimsoll.model.balance;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BalancesTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final Cluster CLUSTER =
      Cluster.builder(Instant.EPOCH)
          .add(node("a").has("nvidia.com/gpu", "8").build())
          .add(node("b").has("nvidia.com/gpu", "8").cordoned().build())
          .add(pod("nlp", "runs").requests("nvidia.com/gpu", "5").on("a").build())
          .add(pod("nlp", "waits").requests("nvidia.com/gpu", "4").build())
          .add(
              pod("nlp", "ended")
                  .requests("nvidia.com/gpu", "8")
                  .on("a")
                  .status(s -> s.phase("Succeeded"))
                  .build())
          .add(pod("web", "cpu-only").requests("cpu", "4").on("a").build())
          .add(quota("nlp", "wide").hard("requests.nvidia.com/gpu=20").build())
          .add(quota("nlp", "tight").hard("requests.nvidia.com/gpu=10").build())
          .add(
              quota("nlp", "scoped")
                  .hard("requests.nvidia.com/gpu=1")
                  .scope("PriorityClass", "In", "high")
                  .build())
          .add(quota("idle", "gpu").hard("requests.nvidia.com/gpu=6").build())
          .build();

  @Test
  void a_namespace_has_what_its_pods_have_within_its_tightest_quota_without_scopes() {
    assertThat(Balances.ofNamespaces(CLUSTER))
        .containsExactly(
            new NamespaceBalance("idle", GPU, Optional.of(Quantity.of(6)), zero(), zero(), zero()),
            new NamespaceBalance(
                "nlp", GPU, Optional.of(Quantity.of(10)), Quantity.of(5), Quantity.of(4), zero()));
  }

  @Test
  void a_resource_is_placed_free_or_withheld_beside_what_is_promised_and_wanted() {
    assertThat(Balances.ofResources(NodeGroups.of(CLUSTER), Balances.ofNamespaces(CLUSTER)))
        .containsExactly(
            new ResourceBalance(
                GPU,
                Quantity.of(16),
                Quantity.of(5),
                Quantity.of(8),
                Quantity.of(3),
                Optional.of(Quantity.of(16)),
                Quantity.of(9)));
  }

  @Test
  void a_node_tells_which_pods_have_what_of_it() {
    List<DeviceNode> nodes = DeviceNode.of(CLUSTER, GPU);

    assertThat(nodes).extracting(DeviceNode::name).containsExactly("a", "b");
    assertThat(nodes.get(0).free()).isEqualTo(Quantity.of(3));
    assertThat(nodes.get(0).holders())
        .containsExactly(new DeviceNode.Holder("nlp", "runs", Quantity.of(5)));
    assertThat(nodes.get(1).availability().isAvailable()).isFalse();
  }

  private static Quantity zero() {
    return Quantity.ZERO;
  }
}
