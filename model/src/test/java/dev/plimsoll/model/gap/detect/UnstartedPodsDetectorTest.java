package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnstartedPodsDetectorTest {
  private static final ApiObject NODE = node("n").has(GPU, "8").build();

  private static Pod waiting(Pod pod, int minutes, String reason, String message) {
    Instant placed = NOW.minus(Duration.ofMinutes(minutes));
    ContainerStatus status =
        new ContainerStatus(
            "main",
            Optional.empty(),
            Resources.EMPTY,
            new ContainerState.Waiting(reason, message),
            Optional.empty(),
            0,
            false);
    return pod.withStatus(
        pod.status()
            .with(
                s ->
                    s.phase("Pending")
                        .containerStatuses(List.of(status))
                        .conditions(
                            List.of(
                                new Condition(
                                    "PodScheduled", "True", "", "", Optional.of(placed))))));
  }

  private static Event event(Pod pod, String type, String reason, int minutesAgo) {
    return new Event(
        ObjectMeta.of("team-a", pod.name() + "." + reason),
        pod.reference(),
        "kubelet",
        type,
        reason,
        "volume v: not found",
        Optional.empty(),
        Optional.of(NOW.minus(Duration.ofMinutes(minutesAgo))),
        1);
  }

  private static List<Gap> gaps(ApiObject... objects) {
    List<ApiObject> all = new ArrayList<>(List.of(objects));
    all.add(NODE);
    return GapFinder.find(simulation(all.toArray(ApiObject[]::new))).stream()
        .filter(f -> f.gap().kind() == GapKind.NotStarted)
        .map(f -> f.withRemedies())
        .toList();
  }

  @Test
  void devices_of_a_pod_whose_image_is_missing_are_idle() {
    Gap gap = gaps(waiting(gpuPod("p", 2, "n"), 90, "ImagePullBackOff", "no such image")).get(0);

    assertThat(gap.message())
        .isEqualTo(
            "pod p holds 2 nvidia.com/gpu, and has not started for 1h30m: container main waits:"
                + " ImagePullBackOff, \"no such image\"");
    assertThat(gap.remedies())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.action()).isEqualTo("delete pod/p, unless it can start soon");
              assertThat(r.costs()).isEmpty();
              assertThat(r.result()).isEqualTo("2 nvidia.com/gpu can be used by others");
            });
  }

  @ParameterizedTest
  @CsvSource({"9, 0", "10, 1"})
  void a_start_may_take_ten_minutes(int minutes, int gaps) {
    assertThat(gaps(waiting(gpuPod("p", 2, "n"), minutes, "ErrImagePull", ""))).hasSize(gaps);
  }

  @Test
  void a_pod_that_starts_is_in_no_gap_unless_its_newest_event_is_a_warning() {
    Pod pod = waiting(gpuPod("p", 2, "n"), 60, "ContainerCreating", "");

    assertThat(gaps(pod)).isEmpty();
    assertThat(gaps(pod, event(pod, "Warning", "FailedMount", 1)))
        .singleElement()
        .extracting(Gap::message)
        .isEqualTo(
            "pod p holds 2 nvidia.com/gpu, and has not started for 1h: FailedMount, \"volume v: not"
                + " found\"");
    assertThat(
            gaps(pod, event(pod, "Warning", "FailedMount", 8), event(pod, "Normal", "Pulling", 5)))
        .isEmpty();
  }

  @Test
  void a_pod_without_devices_or_with_a_running_past_is_in_no_gap() {
    Pod small = PodBuilder.pod("p").requests("cpu=1").on("n").build();
    Pod pod = waiting(gpuPod("p", 2, "n"), 60, "ImagePullBackOff", "");

    assertThat(gaps(waiting(small, 60, "ImagePullBackOff", ""))).isEmpty();
    assertThat(gaps(pod.withStatus(pod.status().with(s -> s.phase("Running"))))).isEmpty();
  }
}
