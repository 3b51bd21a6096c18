package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPU;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPUS;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SharesTest {
  private static final Tenant RED = Tenant.of("red", 1, "red");
  private static final Tenant BLUE = Tenant.of("blue", 3, "blue");
  private static final Division DEMAND = new Division.Demand(Duration.ZERO, BigDecimal.ONE);

  @Test
  void by_weight_each_gets_its_part_of_the_live_capacity() {
    TenancyClusterBuilder tenancyClusterBuilder = new TenancyClusterBuilder().node("a", "A100", 8);

    assertThat(shares(tenancyClusterBuilder.build(), gpuPolicy(RED, BLUE)))
        .containsExactly("red 2", "blue 6");
    assertThat(shares(tenancyClusterBuilder.node("b", "A100", 8).build(), gpuPolicy(RED, BLUE)))
        .containsExactly("red 4", "blue 12");
  }

  @Test
  void what_is_used_beyond_the_share_is_borrowed() {
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .pod("red", "a", 3)
            .pod("red", "", 1)
            .build();

    Share share = Shares.of(cluster, gpuPolicy(RED, BLUE)).of("red", GPU).orElseThrow();

    assertThat(share.used()).hasToString("3");
    assertThat(share.wanted()).hasToString("4");
    assertThat(share.share()).hasToString("2");
  }

  @Test
  void by_demand_what_one_does_not_ask_for_goes_to_whoever_asks() {
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .pod("red", "", 6)
            .pod("blue", "a", 2)
            .build();

    assertThat(shares(cluster, gpuPolicy(RED, BLUE).withDivision(DEMAND)))
        .containsExactly("red 6", "blue 2");
  }

  @Test
  void what_is_missing_from_workloads_is_asked_for_too() {
    Pod template = PodBuilder.pod("red", "").requests("nvidia.com/gpu", "2").build();
    Workload job =
        new Workload(
            ObjectMeta.of("red", "train"),
            GroupVersionKind.of("batch/v1", "Job"),
            new GroupResource("batch", "jobs"),
            List.of(
                new Workload.PodTemplate(
                    "", template.metadata(), template.spec(), OptionalInt.of(3))),
            List.of(),
            false);
    Cluster cluster =
        new TenancyClusterBuilder().node("a", "A100", 8).add(job).pod("blue", "a", 1).build();

    Shares shares = Shares.of(cluster, gpuPolicy(RED, BLUE).withDivision(DEMAND));

    assertThat(shares.of("red", GPU).orElseThrow().wanted()).hasToString("6");
    assertThat(texts(shares)).containsExactly("red 6", "blue 2");
  }

  @Test
  void a_share_is_not_given_in_a_pool_that_pods_do_not_reach() {
    Pod picky =
        PodBuilder.pod("blue", "picky")
            .requests("nvidia.com/gpu", "8")
            .nodeSelector("nvidia.com/gpu.product", "H100")
            .build();
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .node("h", "H100", 8)
            .add(picky)
            .pod("red", "", 8)
            .pod("red", "", 8)
            .build();

    assertThat(shares(cluster, gpuPolicy(Tenant.of("red", 1, "red"), BLUE).withDivision(DEMAND)))
        .containsExactly("red 8", "blue 8");
  }

  @Test
  void a_tenant_whose_pod_is_too_large_for_any_node_is_as_one_without_demand() {
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .pod("red", "", 16)
            .pod("blue", "", 4)
            .build();

    assertThat(shares(cluster, gpuPolicy(RED, BLUE).withDivision(DEMAND)))
        .containsExactly("red 2", "blue 6");
  }

  @Test
  void across_resources_the_dominant_share_is_levelled() {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
                "p",
                List.of(Tenant.of("red", 1, "red"), Tenant.of("blue", 1, "blue")),
                List.of(GPUS, DividedResource.of(ResourceName.CPU)))
            .withDivision(DEMAND);
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .node("b", "A100", 8)
            .add(pod("red", "8", "16"))
            .add(pod("red", "8", "16"))
            .add(pod("blue", "2", "64"))
            .add(pod("blue", "2", "64"))
            .build();

    Shares shares = Shares.of(cluster, policy);

    // Red's dominant resource is the GPU, of which it wants 2 nodes' worth, blue's the CPU: each
    // gets the same part of its dominant one, and of the other as much as goes with it.
    assertThat(shares.of("red", GPU).orElseThrow().share()).hasToString("13");
    assertThat(shares.of("blue", ResourceName.CPU).orElseThrow().share()).hasToString("102");
  }

  private static int names;

  private static Pod pod(String namespace, String gpus, String cpu) {
    return PodBuilder.pod(namespace, "wide" + names++)
        .requests("nvidia.com/gpu", gpus)
        .requests("cpu", cpu)
        .build();
  }

  @Test
  void generous_gives_the_peak_times_a_factor_but_no_more_than_the_nodes_have() {
    Division generous =
        new Division.Generous(new BigDecimal("1.5"), Duration.ofDays(7), new BigDecimal("2"));
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .pod("red", "a", 3)
            .pod("blue", "a", 1)
            .build();
    UsageHistory usageHistory =
        new UsageHistory(Map.of("blue", Resources.of(GPU, Quantity.of(7))), Map.of());

    Shares shares = Shares.of(cluster, gpuPolicy(RED, BLUE).withDivision(generous), usageHistory);

    assertThat(texts(shares)).containsExactly("red 5", "blue 8");
  }

  @Test
  void generous_never_gives_more_than_the_capacity_times_overcommit() {
    Division generous =
        new Division.Generous(new BigDecimal("4"), Duration.ofDays(7), BigDecimal.ONE);
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .pod("red", "a", 2)
            .pod("blue", "a", 2)
            .build();

    assertThat(shares(cluster, gpuPolicy(RED, BLUE).withDivision(generous)))
        .containsExactly("red 2", "blue 6");
  }

  @Test
  void overcommit_gives_the_capacity_away_so_many_times() {
    Division twice = new Division.Proportional(new BigDecimal("1.5"));

    assertThat(
            shares(
                new TenancyClusterBuilder().node("a", "A100", 8).build(),
                gpuPolicy(RED, BLUE).withDivision(twice)))
        .containsExactly("red 3", "blue 9");
  }

  private static List<String> shares(Cluster cluster, CapacityPolicy policy) {
    return texts(Shares.of(cluster, policy));
  }

  private static List<String> texts(Shares shares) {
    return shares.all().stream()
        .filter(s -> s.resource().equals(GPU))
        .map(s -> s.tenant() + " " + s.share())
        .toList();
  }
}
