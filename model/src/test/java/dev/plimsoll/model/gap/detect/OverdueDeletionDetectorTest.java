package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.JobBackoff;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.patch.KubectlCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OverdueDeletionDetectorTest {
  private static final Instant NOW = simulation().cluster().asOf();
  private static final ApiObject LOST = gpuNode("lost").condition("Ready", "Unknown", "").build();
  private static final ApiObject READY = gpuNode("ready").build();

  private static NodeBuilder gpuNode(String name) {
    return node(name).has("cpu", "8").has("nvidia.com/gpu", "8");
  }

  private static Pod leaving(String name, String node, String requests, Duration overdue) {
    Pod pod = pod(name).requests(requests).on(node).build();
    return pod.withMetadata(pod.metadata().withDeletionTimestamp(Optional.of(NOW.minus(overdue))));
  }

  private static Pod ofStatefulSet(Pod pod) {
    return pod.withMetadata(
        pod.metadata()
            .withOwners(List.of(new OwnerReference("apps/v1", "StatefulSet", "db", "u", true))));
  }

  private static Pod finalized(Pod pod, String finalizer) {
    return pod.withMetadata(pod.metadata().withFinalizers(List.of(finalizer)));
  }

  private static boolean isFound(ApiObject... objects) {
    return GapFinder.find(simulation(objects)).stream()
        .anyMatch(f -> f.gap().kind() == GapKind.DeletionOverdue);
  }

  @Test
  void a_pod_on_a_node_that_is_not_ready_holds_its_devices() {
    Pod pod = leaving("p", "lost", "nvidia.com/gpu=2", Duration.ofHours(1));

    Gap gap = gap(GapKind.DeletionOverdue, LOST, pod);

    assertThat(gap.message())
        .isEqualTo(
            "pod p should be gone since "
                + NOW.minus(Duration.ofHours(1))
                + ": node lost is not ready; devices that can't be used: 2 nvidia.com/gpu");
    assertThat(gap.resource()).isEqualTo("nvidia.com/gpu");
    assertThat(gap.cost().since().map(WaitingSince::basis)).contains(WaitingSince.Basis.Deletion);
  }

  @Test
  void a_node_out_of_service_lets_the_stateful_set_create_its_pod_again() {
    Pod pod = ofStatefulSet(leaving("db-0", "lost", "nvidia.com/gpu=2", Duration.ofMinutes(9)));

    assertThat(gap(GapKind.DeletionOverdue, LOST, READY, pod).remedies())
        .singleElement()
        .satisfies(
            remedy -> {
              assertThat(remedy.action())
                  .isEqualTo("mark node lost as out of service, if it is shut down");
              assertThat(remedy.result())
                  .isEqualTo(
                      "1 pod goes; created again: 1 of 1 pod of statefulset/db admitted and placed"
                          + " on ready");
              assertThat(remedy.commands())
                  .singleElement()
                  .extracting(KubectlCommand::text)
                  .isEqualTo(
                      "kubectl taint nodes lost"
                          + " node.kubernetes.io/out-of-service=nodeshutdown:NoExecute --overwrite");
            });
  }

  @Test
  void a_pod_on_a_ready_node_or_with_finalizers_has_no_remedy() {
    Pod hanging = leaving("p", "ready", "nvidia.com/gpu=2", Duration.ofMinutes(9));
    Pod finalized = leaving("p", "lost", "nvidia.com/gpu=2", Duration.ofMinutes(9));

    assertThat(gap(GapKind.DeletionOverdue, READY, hanging).remedies()).isEmpty();
    assertThat(
            gap(
                    GapKind.DeletionOverdue,
                    LOST,
                    finalized.withMetadata(
                        finalized.metadata().withFinalizers(List.of("example.com/keep"))))
                .remedies())
        .isEmpty();
  }

  @Test
  void a_stateful_set_waits_for_a_pod_without_devices() {
    Pod pod = ofStatefulSet(leaving("db-0", "lost", "cpu=1", Duration.ofMinutes(2)));

    assertThat(gap(GapKind.DeletionOverdue, LOST, pod).message())
        .endsWith("node lost is not ready; the StatefulSet creates no pod of that name before");
  }

  @Test
  void the_cause_is_a_kubelet_or_a_node_that_is_gone_and_never_a_finalizer() {
    Pod pod = leaving("p", "ready", "nvidia.com/gpu=1", Duration.ofMinutes(2));
    Pod kept = finalized(pod, "example.com/keep");

    assertThat(gap(GapKind.DeletionOverdue, READY, pod).message())
        .contains(": the kubelet of node ready has not ended it;");
    assertThat(gap(GapKind.DeletionOverdue, READY, kept).message())
        .contains(": the kubelet of node ready has not ended it;");
    assertThat(gap(GapKind.DeletionOverdue, LOST, pod).message())
        .contains(": node ready doesn't exist;");
  }

  @Test
  void a_job_that_waits_for_the_end_of_a_pod_gets_another_pod_once_the_node_is_out_of_service() {
    Workload job = GapScenario.job("j", 2, false, pod("p").requests("cpu=1").build());
    Pod lost = finalized(leaving("p", "lost", "cpu=1", Duration.ofMinutes(2)), JobBackoff.TRACKING);
    Pod ofJob =
        lost.withMetadata(
            lost.metadata()
                .withOwners(List.of(new OwnerReference("batch/v1", "Job", "j", "", true))));

    Gap gap = gap(GapKind.DeletionOverdue, LOST, READY, job, ofJob);

    assertThat(gap.message())
        .endsWith("node lost is not ready; its Job creates no pod in its place before");
    assertThat(gap.remedies())
        .extracting(Remedy::result)
        .containsExactly(
            "1 pod goes; created again: 1 of 1 pod of job/j admitted and placed on ready");
    assertThat(
            isFound(
                LOST,
                READY,
                GapScenario.job("j", 2, true, pod("p").requests("cpu=1").build()),
                ofJob))
        .isFalse();
  }

  @Test
  void a_pod_that_ends_in_time_or_holds_nothing_is_no_gap() {
    Pod overdue = leaving("p", "lost", "nvidia.com/gpu=1", Duration.ofMinutes(2));

    assertThat(isFound(LOST, overdue)).isTrue();
    assertThat(isFound(LOST, leaving("p", "lost", "nvidia.com/gpu=1", Duration.ofSeconds(59))))
        .isFalse();
    assertThat(isFound(LOST, leaving("p", "lost", "cpu=1", Duration.ofMinutes(2)))).isFalse();
    assertThat(isFound(LOST, overdue.withStatus(overdue.status().withPhase("Failed")))).isFalse();
    assertThat(isFound(LOST, pod("p").requests("nvidia.com/gpu=1").on("lost").build())).isFalse();
  }

  @Test
  void several_pods_of_a_workload_are_one_gap() {
    Pod first = ofStatefulSet(leaving("db-0", "lost", "nvidia.com/gpu=1", Duration.ofMinutes(9)));
    Pod second = ofStatefulSet(leaving("db-1", "lost", "nvidia.com/gpu=1", Duration.ofMinutes(8)));

    assertThat(gap(GapKind.DeletionOverdue, LOST, first, second).message())
        .startsWith("2 pods should be gone, the first of them db-0 since ")
        .contains("2 nvidia.com/gpu");
  }
}
