package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.placement.plugins.KubeletAdmission.KubeletRejection;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@code generalFilter} and {@code Admit} of pkg/kubelet/lifecycle/predicate.go have it. */
class KubeletAdmissionTest {
  private static final ClusterFixture CLUSTER =
      ClusterFixture.of(
              node("a").has("cpu", "4").has("nvidia.com/gpu", "2").label("disk", "ssd"),
              node("full").has("pods", "1").has("cpu", "4"),
              node("half").has("pods", "2"),
              node("tainted")
                  .has("cpu", "4")
                  .taint("a", "", "NoSchedule")
                  .taint("b", "", "NoExecute"))
          .with(
              pod("busy").requests("cpu=1,nvidia.com/gpu=1").hostPort("", 80, "TCP").on("a"),
              pod("only").on("full"),
              pod("one").on("half"));

  static Stream<Arguments> pods() {
    return Stream.of(
        Arguments.of(pod("p").on("nowhere"), "", ""),
        Arguments.of(pod("p").on("half"), "", ""),
        Arguments.of(pod("p").requests("cpu=3,nvidia.com/gpu=1").on("a"), "", ""),
        Arguments.of(
            pod("p").requests("cpu=3100m").on("a"),
            "OutOfcpu",
            "Node didn't have enough resource: cpu, requested: 3100, used: 1000, capacity: 4000"),
        Arguments.of(
            pod("p").requests("nvidia.com/gpu=2").on("a"),
            "OutOfnvidia.com/gpu",
            "Node didn't have enough resource: nvidia.com/gpu, requested: 2, used: 1, capacity:"
                + " 2"),
        Arguments.of(
            pod("p").requests("nvidia.com/gpu=2").on("tainted").tolerates("", "Exists", "", ""),
            "",
            ""),
        Arguments.of(pod("p").requests("amd.com/gpu=2,cpu=0,example.com/x=0").on("a"), "", ""),
        Arguments.of(
            pod("p").on("full"),
            "OutOfpods",
            "Node didn't have enough resource: pods, requested: 1, used: 1, capacity: 1"),
        Arguments.of(pod("p").nodeSelector("disk", "ssd").on("a"), "", ""),
        Arguments.of(
            pod("p").nodeSelector("disk", "hdd").on("a"),
            "NodeAffinity",
            "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector"),
        Arguments.of(pod("p").hostPort("", 81, "TCP").on("a"), "", ""),
        Arguments.of(
            pod("p").hostPort("", 80, "TCP").on("a"),
            "NodePorts",
            "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod"
                + " ports"),
        Arguments.of(pod("p").tolerates("b", "Exists", "", "NoExecute").on("tainted"), "", ""),
        Arguments.of(
            pod("p").tolerates("a", "Exists", "", "").on("tainted"),
            "TaintToleration",
            "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate"));
  }

  @ParameterizedTest
  @MethodSource("pods")
  void a_pod_that_its_node_has_no_place_for_fails(PodBuilder pod, String reason, String message) {
    assertThat(KubeletAdmission.admit(CLUSTER.snapshot(), pod.build()))
        .isEqualTo(
            reason.isEmpty()
                ? Optional.empty()
                : Optional.of(new KubeletRejection(reason, message)));
  }
}
