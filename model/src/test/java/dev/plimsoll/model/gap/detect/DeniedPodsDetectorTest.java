package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quota.LimitedResource;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeniedPodsDetectorTest {
  private static final Node NODE = node("n").has(GPU, "8").has("cpu", "8").build();
  private static final Workload TWO_PODS = deployment("w", 2, gpuPod(1));

  @Test
  void kind_QuotaExhaustedCapacityFree_is_a_quota_that_denies_what_nodes_have_capacity_for() {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            NODE,
            TWO_PODS,
            gpuPod("old", 1, "n"),
            quota("q").hard(GPUS + "=1").used(GPUS + "=1").build());

    assertThat(gap.message())
        .isEqualTo(
            "2 of 2 pods are denied: exceeded quota q (requests.nvidia.com/gpu: limit 1, used 1,"
                + " requested 1 per pod); nodes have capacity for 2");
    assertThat(gap.pods()).isEqualTo(2);
    assertThat(gap.remedies())
        .filteredOn(Remedy::helps)
        .extracting(Remedy::action)
        .containsExactly("raise requests.nvidia.com/gpu of quota q from 1 to 3");
  }

  @Test
  void several_changes_of_the_cluster_need_no_field_of_the_workload() {
    Gap gap =
        gap(
            GapKind.QuotaExhausted,
            NODE,
            TWO_PODS,
            gpuPod("old", 8, "n"),
            quota("q").hard(GPUS + "=8").used(GPUS + "=8").build());

    assertThat(gap.remedies())
        .filteredOn(Remedy::helps)
        .hasSize(1)
        .allSatisfy(r -> assertThat(r.action()).contains("raise", "add 1 more node"))
        .allSatisfy(r -> assertThat(r.notes()).isEmpty());
  }

  @Test
  void usage_that_no_object_has_goes_with_the_next_count_of_the_quota_controller() {
    Gap gap = stale(1);

    assertThat(gap.remedies().stream().filter(Remedy::helps))
        .singleElement()
        .satisfies(
            wait -> {
              assertThat(wait.action())
                  .isEqualTo(
                      "wait for the quota controller: it counts every 5 minutes, and quota q then"
                          + " has 0 of requests.nvidia.com/gpu instead of 1");
              assertThat(wait.result())
                  .isEqualTo("1 of 1 pod of deployment/w admitted and placed on n");
              assertThat(wait.who()).isEmpty();
              assertThat(wait.commands()).isEmpty();
            });
  }

  @Test
  void a_quota_that_counts_too_much_is_raised_by_what_is_missing_after_the_next_count() {
    assertThat(stale(2).remedies().stream().filter(Remedy::helps).map(Remedy::action))
        .containsExactly("raise requests.nvidia.com/gpu of quota q from 1 to 2");
  }

  @Test
  void a_quota_that_counts_too_little_is_raised_beyond_what_its_objects_add_up_to() {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            NODE,
            deployment("w", 1, gpuPod(1)),
            gpuPod("old", 3, "n"),
            quota("q").hard(GPUS + "=2").used(GPUS + "=2").build());

    assertThat(gap.remedies().stream().filter(Remedy::helps).map(Remedy::action))
        .containsExactly("raise requests.nvidia.com/gpu of quota q from 2 to 4");
  }

  private static Gap stale(int pods) {
    return gap(
        GapKind.QuotaExhaustedCapacityFree,
        NODE,
        deployment("w", pods, gpuPod(1)),
        quota("q").hard(GPUS + "=1").used(GPUS + "=1").build());
  }

  @Test
  void kind_QuotaExhausted_is_a_quota_that_denies_what_nodes_have_no_capacity_for() {
    Gap gap =
        gap(
            GapKind.QuotaExhausted,
            node("n").build(),
            TWO_PODS,
            quota("q").hard(GPUS + "=1").used(GPUS + "=1").build());

    assertThat(gap.message()).endsWith("; nodes have capacity for none");
    assertThat(evidence(gap))
        .isEqualTo("quota=q hard=1 used=1 requested=1 missingPods=2 placeable=0");
    assertThat(gap.remedies()).noneMatch(Remedy::helps);
  }

  @Test
  void kind_RequestRequired_is_a_quota_on_what_the_pods_do_not_set() {
    Gap gap =
        gap(
            GapKind.RequestRequired,
            NODE,
            TWO_PODS,
            quota("q").hard("limits.memory=8Gi").used("limits.memory=0").build());

    assertThat(gap.resource()).isEqualTo("limits.memory");
    assertThat(gap.message())
        .isEqualTo("2 of 2 pods are denied: failed quota: q: must specify limits.memory for: main");
    assertThat(gap.remedies())
        .extracting(Remedy::action)
        .containsExactly(
            "set limits.memory in every container (tried with the values in the patch)");
  }

  @Test
  void kind_LimitRangeRefuses_is_a_limit_range_that_the_pods_violate() {
    Gap gap =
        gap(
            GapKind.LimitRangeRefuses,
            NODE,
            deployment("w", 1, gpuPod(2)),
            limitRange("l", item("Container").max(GPU + "=1")));

    assertThat(gap.message())
        .isEqualTo(
            "1 of 1 pod is denied by limit range l: maximum nvidia.com/gpu usage per Container is"
                + " 1, but limit is 2");
    assertThat(evidence(gap)).isEqualTo("limitRange=l bound=1");
    assertThat(gap.remedies()).singleElement().matches(Remedy::helps);
  }

  @Test
  void kind_LimitRangeRefuses_is_also_a_limit_range_whose_defaults_make_the_pods_invalid() {
    Gap gap =
        gap(
            GapKind.LimitRangeRefuses,
            NODE,
            deployment("w", 1, pod(container("main", "cpu=2", "")).build()),
            limitRange("l", item("Container").defaultLimits("cpu=1")));

    assertThat(gap.message())
        .startsWith("1 of 1 pod is denied: Pod ")
        .contains("must be less than or equal to cpu limit of 1");
    assertThat(gap.remedies())
        .singleElement()
        .matches(Remedy::helps)
        .extracting(Remedy::action)
        .isEqualTo(
            "take the defaults that make the pods invalid away: cpu from those of limit range l");
  }

  @Test
  void kind_PodInvalid_is_a_pod_that_no_quota_has_to_do_with() {
    Gap gap =
        gap(
            GapKind.PodInvalid,
            NODE,
            deployment("w", 1, pod(container("main", "cpu=2", "cpu=1")).build()));

    assertThat(gap.message()).contains("is invalid");
    assertThat(gap.remedies()).isEmpty();
  }

  @Test
  void kind_ScopeUncovered_is_a_limited_resource_without_a_quota() {
    LimitedResource limited = new LimitedResource(Pod.RESOURCE, List.of(GPU), List.of());
    AdmissionChain chain = AdmissionChain.standard().withLimitedResources(List.of(limited));

    Gap gap = gap(GapKind.ScopeUncovered, GapScenario.simulation(chain, NODE, TWO_PODS));

    assertThat(gap.message())
        .isEqualTo(
            "2 of 2 pods are denied: insufficient quota to consume: requests.nvidia.com/gpu");
    assertThat(gap.remedies()).isEmpty();
  }

  @Test
  void kind_StaleUsage_is_a_quota_whose_usage_the_controller_has_not_counted_yet() {
    Gap gap = gap(GapKind.StaleUsage, NODE, TWO_PODS, quota("q").hard("pods=5").used("").build());

    assertThat(gap.message())
        .isEqualTo("2 of 2 pods are denied: status unknown for quota: q, resources: pods");
  }
}
