package dev.plimsoll.model.tenancy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReachablePoolsTest {
  private static final CapacityPolicy POLICY =
      TenancyClusterBuilder.gpuPolicy(Tenant.of("red", 1, "red"));

  private static Set<String> reach(TenancyClusterBuilder cluster, Pod pod) {
    return new ReachablePools(TenantCapacity.of(cluster.build(), POLICY))
        .of(pod, PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING));
  }

  private static TenancyClusterBuilder twoPools() {
    return new TenancyClusterBuilder().node("a", "A100", 8).node("h", "H100", 4);
  }

  private static Pod pod(String gpus) {
    return PodBuilder.pod("red", "p").requests("nvidia.com/gpu", gpus).build();
  }

  @Test
  void a_pod_reaches_the_pools_with_a_node_large_enough_for_it() {
    assertThat(reach(twoPools(), pod("4"))).containsExactlyInAnyOrder("A100", "H100");
    assertThat(reach(twoPools(), pod("5"))).containsExactly("A100");
    assertThat(reach(twoPools(), pod("9"))).isEmpty();
  }

  @Test
  void what_runs_there_does_not_matter() {
    assertThat(reach(twoPools().pod("red", "h", 4), pod("4")))
        .containsExactlyInAnyOrder("A100", "H100");
  }

  @Test
  void selectors_and_taints_keep_pods_from_a_pool() {
    Pod selecting =
        PodBuilder.pod("red", "p").nodeSelector("nvidia.com/gpu.product", "H100").build();
    assertThat(reach(twoPools(), selecting)).containsExactly("H100");

    TenancyClusterBuilder tainted =
        twoPools()
            .add(
                NodeBuilder.node("t")
                    .label("nvidia.com/gpu.product", "L40")
                    .has("nvidia.com/gpu", "8")
                    .taint("team", "blue", "NoSchedule")
                    .build());
    assertThat(reach(tainted, pod("1"))).containsExactlyInAnyOrder("A100", "H100");
  }

  @Test
  void nodes_that_take_no_pods_are_not_reached() {
    TenancyClusterBuilder cluster =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .add(TenancyClusterBuilder.notReady(TenancyClusterBuilder.gpuNode("h", "H100", 8)));

    assertThat(reach(cluster, pod("1"))).containsExactly("A100");
  }
}
