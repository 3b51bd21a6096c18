package dev.plimsoll.advisor.recommend;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ConfidenceLevel;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.PoolAutoscaling;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Advice for clusters whose nodes come and go. */
class AutoscaledNodesTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final NodePool POOL =
      new NodePool(
          "gpu",
          new LabelSelector(Map.of(), List.of()),
          Optional.of(
              new PoolAutoscaling(3, Resources.of(GPU, Quantity.of(4)), Map.of(), List.of())));
  private static final String MORE =
      "NodePools of Karpenter may add up to 12, and the division of nvidia.com/gpu counts only nodes"
          + " that exist. No autoscaler adds a node for pods that a quota denies. Say in"
          + " pools[].autoscaling how far the pools may grow.";

  private static Advice advice(long provisioned, String nodeHas, String overcommit) {
    return advice(provisioned, nodeHas, overcommit, List.of());
  }

  private static Advice advice(
      long provisioned, String nodeHas, String overcommit, List<NodePool> pools) {
    Cluster cluster =
        Cluster.empty(NOW)
            .with(
                new KarpenterNodePool(
                    ObjectMeta.of("", "gpu"),
                    0,
                    false,
                    Resources.of(GPU, Quantity.of(12 + provisioned)),
                    Resources.of(GPU, Quantity.of(provisioned)),
                    Map.of(),
                    List.of(),
                    List.of(),
                    List.of()))
            .with(node("n").has("cpu", "8").has(GPU.name(), nodeHas).build())
            .with(ResourceQuotaBuilder.quota("a", "q").hard("requests.nvidia.com/gpu=8").build());
    return Advisor.advise(
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
        CapacityPolicy.proportional(
                "p", List.of(Tenant.of("t", 1, "a")), List.of(DividedResource.of(GPU)))
            .withPools(pools)
            .withDivision(new Division.Proportional(new BigDecimal(overcommit))),
        UsageHistory.NONE);
  }

  /** Without quota no pod would wait, and Karpenter would never add a node. */
  @Test
  void a_quota_that_falls_because_all_nodes_went_has_low_confidence() {
    Advice advice = advice(0, "0", "1");

    assertThat(advice.recommendations())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.confidence().level()).isEqualTo(ConfidenceLevel.LOW);
              assertThat(r.confidence().reason())
                  .isEqualTo(
                      "no node has the resource now, and NodePools of Karpenter may add up to 12:"
                          + " without quota no pod waits for such a node");
            });
    assertThat(advice.notes()).contains(MORE);
  }

  @Test
  void overcommit_admits_pods_that_wait_if_there_is_a_node() {
    assertThat(advice(4, "4", "2").notes()).noneMatch(n -> n.contains("Karpenter"));
    assertThat(advice(0, "0", "2").notes()).contains(MORE);
    assertThat(advice(4, "4", "2").recommendations())
        .allMatch(r -> r.confidence().level() == ConfidenceLevel.HIGH);
  }

  @Test
  void a_pool_that_says_how_far_it_may_grow_needs_neither_a_note_nor_a_node() {
    Advice advice = advice(0, "0", "1", List.of(POOL));

    assertThat(advice.notes()).noneMatch(n -> n.contains("Karpenter"));
    assertThat(advice.recommendations())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(
                      r.quota().spec().hard().getOrZero(ResourceName.of("requests.nvidia.com/gpu")))
                  .isEqualTo(Quantity.of(12));
              assertThat(r.effect().opened()).isEmpty();
              assertThat(r.confidence().level()).isEqualTo(ConfidenceLevel.HIGH);
            });
  }

  @Test
  void nodes_that_were_not_read_are_an_error_also_with_nodes_to_come() {
    CapacityPolicy policy =
        CapacityPolicy.proportional("p", List.of(), List.of()).withPools(List.of(POOL));

    assertThatThrownBy(() -> RequiredResources.requireNodes(Cluster.builder(NOW).build(), policy))
        .hasMessageContaining("nodes were not read");
  }

  @Test
  void the_confidence_stays_while_nodes_exist() {
    assertThat(advice(4, "4", "1").recommendations())
        .allMatch(r -> r.confidence().level() == ConfidenceLevel.HIGH);
  }
}
