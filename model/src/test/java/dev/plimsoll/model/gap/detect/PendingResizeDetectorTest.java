package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PendingResizeDetectorTest {
  private static final Node EIGHT = node("n").has("cpu", "8").build();
  private static final Pod OTHER = pod("other").requests("cpu=4").on("n").build();

  /** A pod on the node that requests some CPUs and is allocated others. */
  private static Pod resized(String requests, String allocated, Condition... conditions) {
    Pod pod = pod("p").requests("cpu=" + requests).on("n").build();
    Resources known = Resources.of(ResourceName.CPU, Quantity.parse(allocated));
    ContainerStatus status =
        new ContainerStatus(
            pod.spec().containers().get(0).name(),
            Optional.of(ResourceRequirements.of(known, Resources.EMPTY)),
            known,
            new ContainerState.Running(),
            Optional.empty(),
            0,
            true);
    return pod.withStatus(
        pod.status()
            .withPhase("Running")
            .withContainerStatuses(List.of(status))
            .withConditions(List.of(conditions)));
  }

  private static Condition pending(String reason, String message) {
    return new Condition("PodResizePending", "True", reason, message);
  }

  private static List<GapKind> kinds(ApiObject... objects) {
    return GapFinder.find(simulation(objects)).stream().map(f -> f.gap().kind()).toList();
  }

  private static Pod named(String name, Pod pod) {
    return pod.withMetadata(pod.metadata().withName(name));
  }

  @Test
  void a_deferred_resize_has_the_amounts_that_its_kubelet_compares() {
    Gap gap =
        gap(GapKind.ResizePending, EIGHT, OTHER, resized("6", "2", pending("Deferred", "words")));

    assertThat(gap.message())
        .isEqualTo(
            "the resize of pod p is deferred: the pod requests 6 cpu and keeps 2;"
                + " node n has 8, and 4 of that is other pods'");
    assertThat(gap.resource()).isEqualTo("cpu");
    assertThat(evidence(gap)).isEqualTo("reason=Deferred pods=1");
  }

  @Test
  void a_resize_that_would_fit_is_explained_by_its_kubelet() {
    Gap gap =
        gap(
            GapKind.ResizePending,
            EIGHT,
            OTHER,
            resized("3", "2", pending("Infeasible", "static CPU Manager policy")));

    assertThat(gap.message())
        .isEqualTo("the resize of pod p is infeasible: \"static CPU Manager policy\"");
    assertThat(gap.resource()).isEmpty();
  }

  @Test
  void resizes_of_others_count_as_their_kubelet_has_allocated_them() {
    Pod second = named("q", resized("6", "4", pending("Deferred", "")));

    Pod first = resized("6", "2", pending("Deferred", ""));

    assertThat(GapFinder.find(simulation(EIGHT, second, first)))
        .filteredOn(f -> f.gap().object().name().equals("p"))
        .singleElement()
        .extracting(f -> f.gap().message())
        .asString()
        .endsWith("node n has 8, and 4 of that is other pods'");
  }

  @Test
  void a_node_is_not_overcommitted_by_what_a_pending_resize_requests() {
    Pod resized = resized("6", "2", pending("Deferred", ""));

    assertThat(kinds(EIGHT, OTHER, resized)).doesNotContain(GapKind.NodeOvercommitted);
    assertThat(kinds(EIGHT, OTHER, named("q", OTHER), resized)).contains(GapKind.NodeOvercommitted);
  }

  @Test
  void a_pod_without_the_condition_waits_for_no_resize() {
    Condition over = new Condition("PodResizePending", "False", "", "");

    assertThat(kinds(EIGHT, OTHER, resized("3", "2"))).doesNotContain(GapKind.ResizePending);
    assertThat(kinds(EIGHT, OTHER, resized("3", "2", over))).doesNotContain(GapKind.ResizePending);
  }
}
