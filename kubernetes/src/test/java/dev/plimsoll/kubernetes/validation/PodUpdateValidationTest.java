package dev.plimsoll.kubernetes.validation;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpecBuilder;
import dev.plimsoll.kubernetes.object.Toleration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PodUpdateValidationTest {
  private static final Pod POD = pod(container("c", "cpu=1", "cpu=2")).build();

  @Test
  void nothing_changed_is_valid() {
    assertThat(PodUpdateValidation.validate(POD, POD)).isEmpty();
  }

  @Test
  void resources_do_not_change_in_the_pod_itself() {
    assertThat(PodUpdateValidation.validate(pod(container("c", "cpu=1500m", "cpu=2")).build(), POD))
        .singleElement()
        .asString()
        .contains("pod updates may not change fields other than");
  }

  @Test
  void containers_are_not_added() {
    Pod more = pod(container("c", "cpu=1", "cpu=2"), container("d", "", "")).build();

    assertThat(PodUpdateValidation.validate(more, POD))
        .singleElement()
        .asString()
        .contains("pod updates may not add or remove containers");
  }

  @Test
  void a_deadline_may_be_set_and_shortened_only() {
    assertThat(PodUpdateValidation.validate(deadline(60), POD)).isEmpty();
    assertThat(PodUpdateValidation.validate(deadline(30), deadline(60))).isEmpty();
    assertThat(PodUpdateValidation.validate(deadline(90), deadline(60)).toString())
        .contains("must be less than or equal to previous value");
    assertThat(PodUpdateValidation.validate(POD, deadline(60)).toString())
        .contains("must not update from a positive integer to nil value");
  }

  @Test
  void tolerations_are_only_added() {
    Toleration toleration = new Toleration("gpu", "Exists", "", "NoSchedule");
    Pod tolerant = with(POD, s -> s.tolerations(List.of(toleration)));

    assertThat(PodUpdateValidation.validate(tolerant, POD)).isEmpty();
    assertThat(PodUpdateValidation.validate(POD, tolerant)).hasSize(1);
  }

  @Test
  void gates_are_only_removed() {
    Pod gated = gated(POD);

    assertThat(PodUpdateValidation.validate(POD, gated)).isEmpty();
    assertThat(PodUpdateValidation.validate(gated, POD).toString())
        .contains("only deletion is allowed, but found new scheduling gate 'example.com/wait'");
  }

  @Test
  void nodes_are_narrowed_down_as_long_as_there_is_a_gate() {
    Pod picky = with(POD, s -> s.nodeSelector(Map.of("zone", "a")));

    assertThat(PodUpdateValidation.validate(gated(picky), gated(POD))).isEmpty();
    assertThat(PodUpdateValidation.validate(picky, POD)).hasSize(1);
    assertThat(PodUpdateValidation.validate(gated(POD), gated(picky)).toString())
        .contains("only additions to spec.nodeSelector are allowed");
  }

  @Test
  void terms_of_node_affinity_gain_requirements_only() {
    Pod one = gated(affine(List.of(requirement("a"))));
    Pod two = gated(affine(List.of(requirement("a"), requirement("b"))));
    Pod none = gated(affine(List.of()));

    assertThat(PodUpdateValidation.validate(two, one)).isEmpty();
    assertThat(PodUpdateValidation.validate(one, gated(POD))).isEmpty();
    assertThat(PodUpdateValidation.validate(one, two)).hasSize(1);
    assertThat(PodUpdateValidation.validate(one, none)).hasSize(1);
    assertThat(PodUpdateValidation.validate(gated(POD), one).toString())
        .contains("no additions/deletions to non-empty NodeSelectorTerms list are allowed");
  }

  private static Pod with(Pod pod, UnaryOperator<PodSpecBuilder> change) {
    return pod.withSpec(change.apply(pod.spec().with()).build());
  }

  private static Pod deadline(long seconds) {
    return with(POD, s -> s.activeDeadlineSeconds(OptionalLong.of(seconds)));
  }

  private static Pod gated(Pod pod) {
    return with(pod, s -> s.schedulingGates(List.of("example.com/wait")));
  }

  private static NodeSelector.Requirement requirement(String key) {
    return new NodeSelector.Requirement(key, "Exists", List.of());
  }

  private static Pod affine(List<NodeSelector.Requirement> requirements) {
    NodeSelector selector =
        new NodeSelector(List.of(new NodeSelector.Term(requirements, List.of())));
    return with(
        POD,
        s ->
            s.affinity(
                new Affinity(
                    Optional.of(selector), List.of(), List.of(), List.of(), List.of(), List.of())));
  }
}
