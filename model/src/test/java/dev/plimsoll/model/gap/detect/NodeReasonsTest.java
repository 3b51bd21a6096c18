package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NodeReasonsTest {
  private static final Requirement ZONE = new Requirement("zone", "In", List.of("a", "b"));
  private static final Requirement MEMORY = new Requirement("memory", "Gt", List.of("40"));
  private static final Requirement ANY_DISK = new Requirement("disk", "Exists", List.of());

  static Stream<Arguments> selectors() {
    return Stream.of(
        arguments(selecting("tier", "x"), "none of these nodes matches tier=x"),
        arguments(requiring(ZONE), "none of these nodes matches zone in (a, b)"),
        arguments(
            requiring(ZONE, MEMORY, ANY_DISK),
            "none of these nodes matches zone in (a, b) or memory>40"),
        arguments(
            requiring(new Requirement("disk", "NotIn", List.of("hdd", "ssd"))),
            "none of these nodes matches disk notin (hdd, ssd)"),
        arguments(
            requiring(new Requirement("disk", "DoesNotExist", List.of())),
            "none of these nodes matches !disk"),
        arguments(
            gpus(1).nodeSelector("disk", "ssd").nodeSelector("rack", "2").build(),
            "none of these nodes matches all of disk=ssd (1 node), rack=2 (1 node)"),
        arguments(
            withTerms(term(ZONE), term(MEMORY)),
            "none of these nodes matches any of the 2 terms of the node affinity"));
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void the_labels_that_no_node_has_are_named(Pod pod, String sentence) {
    assertThat(unplaced(pod).message())
        .endsWith(": node(s) didn't match Pod's node affinity/selector (" + sentence + ")");
  }

  @Test
  void taints_are_named_that_the_reason_of_kube_scheduler_does_not_name() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("a").has(GPU, "8").taint("team", "b", "NoSchedule").build(),
            node("b").has(GPU, "8").taint("team", "c", "NoExecute").build(),
            gpus(1).build());

    assertThat(gap.message())
        .endsWith("node(s) had untolerated taint(s) (team=b:NoSchedule, team=c:NoExecute)");
  }

  @Test
  void a_selector_that_a_node_matches_is_no_reason() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("a").has(GPU, "8").label("tier", "x").taint("team", "", "NoSchedule").build(),
            node("b").has(GPU, "8").build(),
            selecting("tier", "x"));

    assertThat(gap.message())
        .endsWith(
            ": node(s) didn't match Pod's node affinity/selector, node(s) had untolerated taint(s)"
                + " (team:NoSchedule)");
  }

  @Test
  void a_label_that_no_node_has_is_no_longer_required() {
    Gap gap = unplaced(selecting("tier", "x"));

    assertThat(gap.remedies())
        .singleElement()
        .satisfies(
            remedy -> {
              assertThat(remedy.action())
                  .isEqualTo(
                      "stop requiring nodes with tier=x, which no node with nvidia.com/gpu matches");
              assertThat(remedy.helps()).isTrue();
              assertThat(remedy.costs())
                  .containsExactly("the pods then also run on nodes without tier=x");
            });
  }

  @Test
  void only_the_requirements_that_no_node_meets_are_removed() {
    Gap gap = unplaced(requiring(ZONE, MEMORY, ANY_DISK));

    Remedy both = gap.remedies().get(0);
    assertThat(both.action())
        .startsWith("stop requiring nodes with zone in (a, b) and memory>40, which no node with");
    assertThat(both.helps()).isTrue();
    assertThat(both.commands().stream().map(KubectlCommand::text).toList().toString())
        .contains("matchExpressions/1")
        .contains("matchExpressions/0")
        .doesNotContain("matchExpressions/2");
  }

  @Test
  void a_selector_and_terms_that_different_nodes_match_are_told_apart() {
    Pod pod = withTerms(term(MEMORY), term(new Requirement("disk", "In", List.of("hdd"))));

    assertThat(unplaced(pod.withSpec(pod.spec().withNodeSelector(Map.of("rack", "1")))).message())
        .endsWith("(none of these nodes matches both the nodeSelector and the node affinity)");
  }

  @Test
  void a_term_without_requirements_names_none() {
    assertThat(unplaced(requiring()).message()).endsWith("node affinity/selector");
  }

  @Test
  void no_value_is_picked_of_a_label_that_tells_nodes_apart() {
    List<ApiObject> objects = new ArrayList<>(List.of(selecting("kubernetes.io/hostname", "old")));
    for (int i = 0; i < 11; i++) {
      objects.add(node("n" + i).has(GPU, "8").build());
    }

    assertThat(gap(GapKind.NoEligibleNode, objects.toArray(ApiObject[]::new)).remedies())
        .extracting(Remedy::action)
        .containsExactly(
            "stop requiring nodes with kubernetes.io/hostname=old, which no node with"
                + " nvidia.com/gpu matches");
  }

  @Test
  void more_than_a_hundred_requirements_are_not_compared() {
    PodBuilder many = gpus(1);
    IntStream.range(0, 101).forEach(i -> many.nodeSelector("k" + i, "v"));

    assertThat(unplaced(many.build()).message()).endsWith("node affinity/selector");
  }

  @Test
  void the_only_requirement_goes_with_its_term() {
    Gap gap = unplaced(requiring(ZONE));

    assertThat(gap.remedies().get(0).helps()).isTrue();
    assertThat(gap.remedies().get(0).commands().get(0).text())
        .contains(
            "{\"op\":\"remove\",\"path\":\"/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution\"}");
  }

  @Test
  void a_request_is_compared_with_the_largest_node() {
    Gap gap =
        gap(
            GapKind.Fragmented,
            node("a").has(GPU, "4").build(),
            node("b").has(GPU, "8").build(),
            gpus(9).build());

    assertThat(gap.message())
        .endsWith(
            "12 free in total, and at most 8 on one node; no eligible node has more than 8, free"
                + " or not");
  }

  private static Gap unplaced(Pod pod) {
    return gap(
        GapKind.NoEligibleNode,
        node("a").has(GPU, "8").label("disk", "ssd").label("rack", "1").build(),
        node("b").has(GPU, "8").label("disk", "hdd").label("rack", "2").build(),
        pod);
  }

  private static Pod selecting(String key, String value) {
    return gpus(1).nodeSelector(key, value).build();
  }

  private static Pod requiring(Requirement... requirements) {
    return withTerms(term(requirements));
  }

  private static Pod withTerms(Term... terms) {
    Pod pod = gpus(1).build();
    return pod.withSpec(
        pod.spec()
            .withAffinity(
                Affinity.NONE.withRequiredNodes(Optional.of(new NodeSelector(List.of(terms))))));
  }

  private static Term term(Requirement... requirements) {
    return new Term(List.of(requirements), List.of());
  }

  private static PodBuilder gpus(int count) {
    return pod("p").requests(GPU + "=" + count).limits(GPU + "=" + count);
  }
}
