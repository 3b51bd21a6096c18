package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ContainerSecurity;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeDeclaredFeaturesTest {
  private static final Container RESTARTING =
      new Container(
          "main",
          ResourceRequirements.NONE,
          List.of(),
          "Never",
          Map.of(),
          ContainerSecurity.NONE,
          true);

  private static PodBuilder restarting() {
    return pod(RESTARTING);
  }

  private static ClusterFixture twoNodes() {
    return ClusterFixture.of(
        node("a"), node("b").declares("Other", "RestartAllContainersOnContainerExits"));
  }

  @Test
  void a_pod_whose_exits_restart_all_containers_goes_where_the_kubelet_says_that_it_can() {
    assertThat(twoNodes().feasible(restarting())).containsExactly("b");
    assertThat(twoNodes().feasible(pod("p"))).containsExactly("a", "b");
    assertThat(twoNodes().feasible(pod("p").initContainers(RESTARTING))).containsExactly("b");
  }

  @Test
  void preemption_does_not_help_where_a_feature_is_missing() {
    assertThat(ClusterFixture.of(node("a")).message(restarting()))
        .isEqualTo(
            "0/1 nodes are available: 1 node(s) didn't match Pod's required features. no new"
                + " claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not"
                + " helpful for scheduling.");
  }

  @Test
  void before_1_36_nobody_asks_what_kubelets_declare() {
    assertThat(twoNodes().under(KubernetesVersion.V1_35).feasible(restarting()))
        .containsExactly("a", "b");
  }
}
