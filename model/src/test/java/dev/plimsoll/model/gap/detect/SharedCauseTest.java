package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSummary;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedCauseTest {
  private static final ApiObject[] ONE_DENIED =
      new ApiObject[] {
        node("a").has(GPU, "8").build(),
        node("b").has(GPU, "8").build(),
        gpuPod("on-a", 5, "a"),
        gpuPod("on-b", 5, "b"),
        gpuPod("pending", 4, ""),
        deployment("w", 2, gpuPod(1)),
        quota("q").hard(GPUS + "=14").used(GPUS + "=14").build()
      };

  @Test
  void gaps_about_the_same_pods_are_one_after_the_other_and_the_second_says_so() {
    List<Gap> gaps =
        GapFinder.find(GapScenario.simulation(ONE_DENIED)).stream().map(Finding::gap).toList();

    assertThat(gaps)
        .extracting(Gap::kind)
        .containsSubsequence(GapKind.QuotaExhaustedCapacityFree, GapKind.PendingHoldsQuota);
    int denied = gaps.stream().map(Gap::kind).toList().indexOf(GapKind.QuotaExhaustedCapacityFree);
    assertThat(gaps.get(denied + 1).message())
        .endsWith("; the gap of deployment/w counts the same pods");
    assertThat(GapSummary.of(gaps, GapScenario.simulation(ONE_DENIED).cluster()).deniedPods())
        .isEqualTo(2);
  }

  @Test
  void a_key_that_nothing_is_charged_to_costs_those_who_wait_for_what_it_lets_others_have() {
    Pod waiting = gpuPod("waiting", 4, "");
    Pod elsewhere = waiting.withMetadata(waiting.metadata().withNamespace("team-b"));

    Gap gap =
        gap(
            GapKind.DeadQuotaKey,
            node("a").has(GPU, "8").build(),
            gpuPod("on-a", 8, "a"),
            elsewhere,
            quota("q").hard("limits.nvidia.com/gpu=4").build());

    assertThat(gap.message())
        .endsWith(
            "; pods of the namespace use 8 nvidia.com/gpu, 4 more than the key says, while 1"
                + " pod waits for nvidia.com/gpu in team-b");
    assertThat(gap.cost().pendingPods()).isEqualTo(1);
    assertThat(gap.cost().largest().orElseThrow().waiting()).hasToString("4");
  }

  @Test
  void a_key_beside_one_that_is_enforced_costs_nobody_anything() {
    Gap gap =
        gap(
            GapKind.DeadQuotaKey,
            node("a").has(GPU, "8").build(),
            gpuPod("on-a", 8, "a"),
            quota("q").hard("limits.nvidia.com/gpu=4," + GPUS + "=8").used(GPUS + "=8").build());

    assertThat(gap.cost().pods()).isZero();
  }
}
