package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSecurityFields;
import dev.plimsoll.kubernetes.placement.plugins.KubeletAdmission.KubeletRejection;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
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
    assertThat(KubeletAdmission.decide(CLUSTER.snapshot(), pod.build()).rejection())
        .isEqualTo(
            reason.isEmpty()
                ? Optional.empty()
                : Optional.of(new KubeletRejection(reason, message)));
  }

  @ParameterizedTest
  @CsvSource({
    "amd.com/gpu=1 cpu=5 ephemeral-storage=1 memory=5, OutOfcpu",
    "amd.com/gpu=1 ephemeral-storage=1 memory=5, OutOfmemory",
    "amd.com/gpu=1 ephemeral-storage=1, OutOfephemeral-storage",
    "amd.com/gpu=1, OutOfamd.com/gpu"
  })
  void the_node_lacks_compute_resources_first(String requests, String reason) {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "4").has("memory", "4").has("amd.com/gpu", "0"));

    assertThat(
            KubeletAdmission.decide(
                    cluster.snapshot(),
                    pod("p").requests(requests.replace(' ', ',')).on("a").build())
                .rejection()
                .map(KubeletRejection::reason))
        .contains(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "linux, '', linux, ",
    "linux, '', windows, PodOSNotSupported",
    "linux, windows, linux, PodOSSelectorNodeLabelDoesNotMatch",
    "linux, linux, '', ",
    "'', windows, windows, "
  })
  void a_pod_for_another_operating_system_is_rejected(
      String node, String label, String os, String reason) {
    NodeBuilder built = node("a").has("cpu", "4");
    PodBuilder pod = pod("p").on("a");
    if (!node.isEmpty()) {
      built.label("kubernetes.io/os", node);
    }
    if (!label.isEmpty()) {
      pod.label("kubernetes.io/os", label);
    }
    Pod asked = pod.build();
    PodSecurityFields given = asked.spec().security();
    PodSecurityFields security =
        new PodSecurityFields(
            given.context(),
            given.sysctls(),
            given.hostPid(),
            given.hostIpc(),
            given.hostUsers(),
            os,
            given.restrictedVolumes());

    assertThat(
            KubeletAdmission.decide(
                    ClusterFixture.of(built).snapshot(),
                    asked.withSpec(asked.spec().withSecurity(security)))
                .rejection()
                .map(KubeletRejection::reason))
        .isEqualTo(Optional.ofNullable(reason));
  }

  private static ClusterFixture loaded() {
    return ClusterFixture.of(node("a").has("cpu", "1").has("memory", "4Gi").has("pods", "10"))
        .with(
            pod("none").on("a"),
            pod("small").requests("cpu=200m,memory=1Gi").on("a"),
            pod("large").requests("cpu=500m,memory=1Gi").on("a"),
            pod("sure").resources("cpu=300m,memory=1Gi", "cpu=300m,memory=1Gi").on("a"));
  }

  @ParameterizedTest
  @CsvSource({
    "cpu=200m, small",
    "cpu=300m, large",
    "'cpu=600m,memory=1Gi', small large",
    "cpu=800m, large sure",
    "cpu=1, small large sure",
    "'cpu=300m,memory=3Gi', small large"
  })
  void for_a_critical_pod_other_pods_end(String requests, String ended) {
    Pod critical = pod("p").requests(requests).priority(2_000_001_000).on("a").build();

    KubeletAdmission.KubeletDecision decision =
        KubeletAdmission.decide(loaded().snapshot(), critical);

    assertThat(decision.rejection()).isEmpty();
    assertThat(decision.ended().stream().map(Pod::name))
        .containsExactlyInAnyOrder(ended.split(" "));
  }

  /** As kubelet 1.36.2 said. */
  @Test
  void a_critical_pod_that_other_pods_cannot_make_way_for_is_rejected() {
    Pod critical =
        pod("p").requests("cpu=1400m,memory=5Gi").priority(2_000_000_000).on("a").build();

    assertThat(KubeletAdmission.decide(loaded().snapshot(), critical).rejection())
        .contains(
            new KubeletRejection(
                "UnexpectedAdmissionError",
                "Unexpected error while attempting to recover from admission failure: preemption:"
                    + " error finding a set of pods to preempt: no set of running pods found to"
                    + " reclaim resources: [(res: cpu, q: 400), (res: memory, q: 1073741824), ]"));
  }

  @Test
  void a_critical_pod_is_told_what_no_end_of_others_mends() {
    Pod critical =
        pod("p").requests("cpu=9").nodeSelector("a", "b").priority(2_000_000_000).on("a").build();

    assertThat(
            KubeletAdmission.decide(loaded().snapshot(), critical)
                .rejection()
                .map(KubeletRejection::reason))
        .contains("NodeAffinity");
  }
}
