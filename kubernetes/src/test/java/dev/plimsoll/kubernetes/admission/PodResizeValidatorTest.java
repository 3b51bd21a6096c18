package dev.plimsoll.kubernetes.admission;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodResizeValidatorTest {
  private static final Pod OLD = resized("n1", "cpu=1");

  @Test
  void a_pod_may_grow_up_to_its_node() {
    assertThat(PodResizeValidator.validate(resized("n1", "cpu=2,memory=1Gi"), OLD, node("linux")))
        .isEmpty();
  }

  @Test
  void a_pod_may_not_grow_beyond_its_node() {
    assertThat(
            PodResizeValidator.validate(resized("n1", "cpu=2500m,memory=2Gi"), OLD, node("linux")))
        .hasValue(
            "node didn't have enough allocatable resources: cpu, requested: 2500, allocatable:"
                + " 2000; memory, requested: 2147483648, allocatable: 1073741824");
  }

  @Test
  void a_pod_on_an_unknown_or_windows_node_is_not_resized() {
    assertThat(PodResizeValidator.validate(resized("n1", "cpu=2"), OLD, Optional.empty()))
        .hasValue("node \"n1\" not found");
    assertThat(PodResizeValidator.validate(resized("n1", "cpu=2"), OLD, node("windows")))
        .hasValue("pod resize is only supported on linux nodes, node \"n1\" is \"windows\"");
  }

  @Test
  void a_pod_without_a_node_or_without_a_change_is_not_held_to_one() {
    assertThat(
            PodResizeValidator.validate(
                resized("", "cpu=9"), resized("", "cpu=1"), Optional.empty()))
        .isEmpty();
    assertThat(PodResizeValidator.validate(OLD, OLD, Optional.empty())).isEmpty();
  }

  private static Pod resized(String node, String requests) {
    return pod("p").requests(requests).on(node).build();
  }

  private static Optional<Node> node(String os) {
    return Optional.of(
        NodeBuilder.node("n1")
            .label("kubernetes.io/os", os)
            .has("cpu", "2")
            .has("memory", "1Gi")
            .build());
  }
}
