package dev.plimsoll.model.whatif;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import org.junit.jupiter.api.Test;

class PodFitTest {
  private static final Pod POD = PodBuilder.pod("team", "p").limits("nvidia.com/gpu=1").build();

  private static PodFit fit(String used) {
    return PodFit.of(
        Simulation.of(
            ClusterFixture.cluster(
                node("n").has("nvidia.com/gpu", "4").build(),
                quota("team", "gpus")
                    .hard("requests.nvidia.com/gpu=6")
                    .used("requests.nvidia.com/gpu=" + used)
                    .build()),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler()),
        POD,
        100);
  }

  @Test
  void nodes_take_as_many_copies_whether_or_not_a_quota_admits_one() {
    assertThat(fit("0").placeable()).isEqualTo(4);
    assertThat(fit("6").admitted()).isZero();
    assertThat(fit("6").placeable()).isEqualTo(4);
  }
}
