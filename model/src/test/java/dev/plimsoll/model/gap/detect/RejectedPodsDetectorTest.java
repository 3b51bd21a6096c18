package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RejectedPodsDetectorTest {
  private static final Node NODE = node("n").has(GPU, "8").build();
  private static final String ALLOCATE =
      "Pod was rejected: Allocate failed due to no healthy devices present; cannot allocate"
          + " unhealthy devices nvidia.com/gpu, which is unexpected";

  private static Pod pod(String name, int seconds, String phase, String reason, String message) {
    Pod pod = gpuPod(name, 1, "n");
    return pod.withMetadata(
            pod.metadata()
                .with()
                .creationTimestamp(Optional.of(Instant.ofEpochSecond(seconds)))
                .owners(List.of(new OwnerReference("batch/v1", "Job", "job", "uid", true)))
                .build())
        .withStatus(pod.status().withPhase(phase).withReason(reason).withMessage(message));
  }

  private static Pod rejected(String name, int seconds) {
    return pod(name, seconds, "Failed", "UnexpectedAdmissionError", ALLOCATE);
  }

  private static Workload job(boolean hasEnded) {
    return new Workload(
        ObjectMeta.builder().namespace("team-a").name("job").uid("uid").build(),
        GroupVersionKind.of("batch/v1", "Job"),
        new GroupResource("batch", "jobs"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                gpuPod(1).spec(),
                OptionalInt.of(1))),
        List.of(),
        hasEnded);
  }

  private static boolean isFound(ApiObject... objects) {
    return GapFinder.find(simulation(objects)).stream()
        .anyMatch(f -> f.gap().kind() == GapKind.RejectedByKubelet);
  }

  @Test
  void kind_RejectedByKubelet_is_a_placed_pod_that_its_kubelet_does_not_start() {
    Gap gap = gap(GapKind.RejectedByKubelet, NODE, job(false), rejected("a", 1), rejected("b", 2));

    assertThat(gap.object().name()).isEqualTo("job");
    assertThat(gap.resource()).isEqualTo(GPU);
    assertThat(gap.message())
        .isEqualTo(
            "kubelets rejected 2 pods, of node n the last one, b: UnexpectedAdmissionError, \""
                + ALLOCATE
                + "\"");
    assertThat(evidence(gap)).isEqualTo("reason=UnexpectedAdmissionError node=n rejectedPods=2");
  }

  @Test
  void a_later_pod_that_has_started_ends_it() {
    assertThat(isFound(NODE, job(false), rejected("a", 1), pod("b", 2, "Running", "", "")))
        .isFalse();
    assertThat(isFound(NODE, job(false), rejected("a", 1), pod("b", 2, "Pending", "", "")))
        .isTrue();
  }

  @Test
  void an_ended_workload_has_none() {
    assertThat(isFound(NODE, job(true), rejected("a", 1))).isFalse();
  }

  @Test
  void a_pod_that_failed_by_itself_was_not_rejected() {
    assertThat(isFound(NODE, job(false), pod("a", 1, "Failed", "DeadlineExceeded", "too long")))
        .isFalse();
  }
}
