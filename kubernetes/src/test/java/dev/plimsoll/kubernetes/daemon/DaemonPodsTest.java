package dev.plimsoll.kubernetes.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodSpecBuilder;
import dev.plimsoll.kubernetes.object.Toleration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The first cases are facts of {@code TestNodeShouldRunDaemonPod} in {@code
 * pkg/controller/daemon/daemon_controller_test.go}; the node there has the label type=production.
 */
class DaemonPodsTest {
  private static Node node(String... taints) {
    NodeBuilder node = NodeBuilder.node("test-node").label("type", "production");
    for (String taint : taints) {
      String[] parts = taint.split(":");
      node.taint(parts[0], "", parts[1]);
    }
    return node.build();
  }

  private static Affinity type(String value) {
    Requirement type = new Requirement("type", "In", List.of(value));
    return Affinity.NONE.withRequiredNodes(
        Optional.of(new NodeSelector(List.of(new Term(List.of(type), List.of())))));
  }

  private static Arguments runs(UnaryOperator<PodSpecBuilder> template, String... taints) {
    return Arguments.of(template, node(taints), true);
  }

  private static Arguments runsNot(UnaryOperator<PodSpecBuilder> template, String... taints) {
    return Arguments.of(template, node(taints), false);
  }

  static Stream<Arguments> cases() {
    return Stream.of(
        runs(t -> t),
        runsNot(t -> t.nodeName("other-node")),
        runs(t -> t.nodeName("test-node")),
        runsNot(t -> t.nodeSelector(Map.of("type", "test"))),
        runs(t -> t.nodeSelector(Map.of("type", "production"))),
        runsNot(t -> t.affinity(type("test"))),
        runs(t -> t.affinity(type("production"))),
        runs(t -> t, "node.kubernetes.io/unschedulable:NoSchedule"),
        runs(t -> t, "node.kubernetes.io/not-ready:NoExecute"),
        runsNot(t -> t, "node.kubernetes.io/not-ready:NoSchedule"),
        runsNot(t -> t, "node.kubernetes.io/network-unavailable:NoSchedule"),
        runs(t -> t.hostNetwork(true), "node.kubernetes.io/network-unavailable:NoSchedule"),
        runsNot(t -> t, "nvidia.com/gpu:NoSchedule"),
        runs(t -> t, "nvidia.com/gpu:PreferNoSchedule"),
        runs(
            t -> t.tolerations(List.of(new Toleration("nvidia.com/gpu", "Exists", "", ""))),
            "nvidia.com/gpu:NoSchedule"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_node_has_a_pod_as_in_kubernetes(
      UnaryOperator<PodSpecBuilder> template, Node node, boolean runs) {
    PodSpec spec = template.apply(PodSpec.builder()).build();

    assertThat(DaemonPods.nodes(spec, List.of(node))).hasSize(runs ? 1 : 0);
  }

  @Test
  void the_pods_affinity_is_its_node_alone() {
    PodSpec template = PodSpec.builder().affinity(type("production")).build();

    assertThat(DaemonPods.spec(template, "test-node").affinity().requiredNodes())
        .contains(
            new NodeSelector(
                List.of(
                    new Term(
                        List.of(),
                        List.of(new Requirement("metadata.name", "In", List.of("test-node")))))));
  }
}
