package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is proposed, to whom, and what is not. */
class RemediesTest {

  private static Remedy first(Gap gap, String start) {
    return gap.remedies().stream()
        .filter(r -> r.action().startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  private static Pod gated(String... gates) {
    Pod pod = gpuPod("p", 1, "");
    return pod.withSpec(pod.spec().withSchedulingGates(List.of(gates)));
  }

  @Test
  void a_taint_that_sets_nodes_apart_is_tolerated_only_with_whose_they_are() {
    Pod theirs = gpuPod("theirs", 1, "n");
    Pod other = theirs.withMetadata(theirs.metadata().withNamespace("team-b"));

    Remedy remedy =
        first(
            gap(
                GapKind.NoEligibleNode,
                node("n").has(GPU, "8").taint("team", "b", "NoSchedule").build(),
                other,
                gpuPod("p", 1, "")),
            "tolerate");

    assertThat(remedy.action()).isEqualTo("tolerate the taint team=b:NoSchedule of 1 node");
    assertThat(remedy.costs())
        .containsExactly(
            "team=b:NoSchedule sets 1 node apart for others: 1 pod of namespace team-b runs"
                + " there: ask them");
  }

  @Test
  void a_taint_named_after_the_resource_costs_nobody_anything() {
    Remedy remedy =
        first(
            gap(
                GapKind.NoEligibleNode,
                node("n").has(GPU, "8").taint(GPU, "present", "NoSchedule").build(),
                gpuPod("p", 1, "")),
            "tolerate");

    assertThat(remedy.costs()).isEmpty();
    assertThat(remedy.who()).containsExactly(Actor.TENANT);
  }

  @Test
  void taints_of_the_control_plane_are_not_proposed_to_be_tolerated() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n")
                .has(GPU, "8")
                .taint("node-role.kubernetes.io/control-plane", "", "NoSchedule")
                .build(),
            gpuPod("p", 1, ""));

    assertThat(gap.remedies()).noneMatch(r -> r.action().startsWith("tolerate"));
  }

  @ParameterizedTest
  @CsvSource({"4, 3, true", "4, 2, true", "4, 1, false", "100, 1, false", "3, 1, false"})
  void a_smaller_request_is_proposed_from_half_on(int requested, int free, boolean proposed) {
    Gap gap =
        gap(
            GapKind.CapacityExhausted,
            node("n").has(GPU, Integer.toString(free)).build(),
            gpuPod("p", requested, ""));

    assertThat(gap.remedies().stream().anyMatch(r -> r.action().startsWith("request ")))
        .isEqualTo(proposed);
  }

  @Test
  void a_gate_that_a_controller_removes_itself_is_left_to_it() {
    Gap gap =
        gap(
            GapKind.SchedulingGated,
            node("n").has(GPU, "8").build(),
            gated("kueue.x-k8s.io/admission"));

    assertThat(gap.remedies()).isEmpty();
    assertThat(gap.message())
        .contains("by Kueue, which waits for its ClusterQueue to have quota for the workload");
  }

  @Test
  void a_gate_of_Plimsoll_is_left_to_it_and_says_what_it_waits_for() {
    Pod pod = gated("plimsoll.dev/share");
    Pod annotated =
        pod.withMetadata(
            pod.metadata()
                .withAnnotations(
                    Map.of("plimsoll.dev/waits-for", "tenant a to have share of nvidia.com/gpu")));

    Gap gap = gap(GapKind.SchedulingGated, node("n").has(GPU, "8").build(), annotated);

    assertThat(gap.remedies()).isEmpty();
    assertThat(gap.message())
        .contains(
            "by Plimsoll, which waits for tenant a to have share of nvidia.com/gpu; the scheduler");
    assertThat(gap(GapKind.SchedulingGated, node("n").has(GPU, "8").build(), pod).message())
        .contains("by Plimsoll, which waits for its tenant to have share of what it requests");
  }

  @Test
  void a_gate_of_an_unknown_domain_is_removed_with_whose_it_is() {
    Gap gap =
        gap(
            GapKind.SchedulingGated,
            node("n").has(GPU, "8").build(),
            gated("first", "example.com/second"));

    assertThat(gap.remedies())
        .singleElement()
        .extracting(Remedy::action)
        .asString()
        .contains("which belongs to example.com");
  }

  @Test
  void two_changes_are_combined_where_none_helps_alone() {
    Gap gap =
        gap(
            GapKind.QuotaExhausted,
            node("n").has(GPU, "8").cordoned().build(),
            deployment("w", 2, gpuPod(1)),
            gpuPod("old", 1, "n"),
            quota("q").hard(GPUS + "=1").used(GPUS + "=1").build());

    Remedy both = gap.remedies().get(0);

    assertThat(both.helps()).isTrue();
    assertThat(both.parts()).isEqualTo(2);
    assertThat(both.action())
        .isEqualTo(
            "raise requests.nvidia.com/gpu of quota q from 1 to 3, and uncordon node n, unless it"
                + " is under maintenance");
    assertThat(both.whatif())
        .containsExactly("--set-quota", "team-a/q:requests.nvidia.com/gpu=3", "--uncordon", "n");
    assertThat(both.notes()).as("no pod is edited").isEmpty();
    assertThat(gap.remedies().stream().skip(1)).noneMatch(Remedy::helps);
  }

  @Test
  void a_pod_that_nobody_creates_again_is_not_moved() {
    Gap gap =
        gap(
            GapKind.Fragmented,
            node("a").has(GPU, "8").build(),
            node("b").has(GPU, "8").build(),
            gpuPod("on-a", 5, "a"),
            gpuPod("on-b", 5, "b"),
            gpuPod("p", 6, ""));

    assertThat(gap.remedies()).noneMatch(r -> r.action().startsWith("move"));
  }

  @Test
  void nodes_that_are_missing_are_counted_with_what_each_must_have() {
    Gap gap =
        gap(
            GapKind.CapacityExhausted,
            node("a").has(GPU, "8").build(),
            gpuPod("on-a", 8, "a"),
            deployment("w", 2, gpuPod(8)));

    Remedy nodes = first(gap, "add");

    assertThat(nodes.action())
        .isEqualTo("add 2 more nodes like a, each with 8 nvidia.com/gpu free");
    assertThat(nodes.helps()).isTrue();
    assertThat(nodes.who()).containsExactly(Actor.ADMIN);
    assertThat(nodes.commands()).isEmpty();
  }

  @Test
  void names_of_a_shell_s_own_are_quoted() {
    KubectlCommand command =
        new KubectlCommand.Delete(Pod.TYPE, "team-a", "it's; rm -rf $HOME `x`");

    assertThat(command.lines(List.of("--context", "my cluster")))
        .containsExactly(
            "kubectl --context 'my cluster' delete pod 'it'\\''s; rm -rf $HOME `x`' -n team-a");
  }
}
