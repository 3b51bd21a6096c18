package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cluster Autoscaler cordons a node that it deletes, if told to ({@code
 * --cordon-node-before-terminating}); a drained node of Karpenter may be cordoned, too.
 */
class RemovedNodeTest {
  private static NodeBuilder cordoned() {
    return node("n").has(GPU, "8").cordoned();
  }

  private static Gap withheld(NodeBuilder node) {
    return gap(GapKind.CapacityWithheld, node.build(), gpuPod("w", 8, ""));
  }

  private static Gap pending(NodeBuilder node) {
    return gap(GapKind.NoEligibleNode, node.build(), gpuPod("w", 8, ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ToBeDeletedByClusterAutoscaler",
        "karpenter.sh/disrupted",
        "aws-node-termination-handler/spot-itn",
        "cloud.google.com/impending-node-termination"
      })
  void a_node_that_is_being_removed_is_not_uncordoned(String taint) {
    NodeBuilder removed = cordoned().taint(taint, "", "NoSchedule");

    assertThat(withheld(removed).message())
        .endsWith("; the node is being removed (taint " + taint + ":NoSchedule)");
    assertThat(withheld(removed).remedies()).extracting(Remedy::action).noneMatch(this::uncordons);
    assertThat(pending(removed).remedies()).extracting(Remedy::action).noneMatch(this::uncordons);
  }

  @ParameterizedTest
  @CsvSource({"599,0", "601,1"})
  void a_new_node_that_is_not_ready_is_a_gap_after_ten_minutes(int age, int gaps) {
    String created = NOW.minusSeconds(age).toString();
    NodeBuilder starting =
        node("n").has(GPU, "8").created(created).condition("Ready", "False", created);

    assertThat(GapFinder.find(simulation(starting.build(), gpuPod("w", 8, ""))))
        .filteredOn(f -> f.gap().kind() == GapKind.CapacityWithheld)
        .hasSize(gaps);
  }

  @Test
  void a_node_that_an_operator_cordoned_may_be_uncordoned() {
    NodeBuilder node = cordoned().taint("node.kubernetes.io/unschedulable", "", "NoSchedule");

    assertThat(withheld(node).message()).doesNotContain("removed");
    assertThat(pending(node).remedies()).extracting(Remedy::action).anyMatch(this::uncordons);
  }

  private boolean uncordons(String action) {
    return action.contains("uncordon");
  }
}
