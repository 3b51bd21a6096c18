package dev.plimsoll.kubernetes.pod;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.pod.QosClass.BEST_EFFORT;
import static dev.plimsoll.kubernetes.pod.QosClass.BURSTABLE;
import static dev.plimsoll.kubernetes.pod.QosClass.GUARANTEED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QosClassTest {
  private static final String BOTH = "cpu=1,memory=1Gi";

  static Stream<Arguments> pods() {
    Pod guaranteed = pod(container("a", BOTH, BOTH)).build();
    return Stream.of(
        Arguments.of("nothing asked for", pod(container("a", "", "")).build(), BEST_EFFORT),
        Arguments.of(
            "GPUs and storage only",
            pod(container("a", "nvidia.com/gpu=8,ephemeral-storage=1Gi", "nvidia.com/gpu=8"))
                .build(),
            BEST_EFFORT),
        Arguments.of("zeros only", pod(container("a", "cpu=0", "memory=0")).build(), BEST_EFFORT),
        Arguments.of("a request only", pod(container("a", "cpu=1", "")).build(), BURSTABLE),
        Arguments.of("no memory", pod(container("a", "cpu=1", "cpu=1")).build(), BURSTABLE),
        Arguments.of("both, alike", guaranteed, GUARANTEED),
        Arguments.of(
            "both, unlike",
            pod(container("a", "cpu=1,memory=1Gi", "cpu=2,memory=1Gi")).build(),
            BURSTABLE),
        Arguments.of("limits without requests", pod(container("a", "", BOTH)).build(), BURSTABLE),
        Arguments.of(
            "a second container without limits",
            pod(container("a", BOTH, BOTH), container("b", "", "")).build(),
            BURSTABLE),
        Arguments.of(
            "an init container without limits",
            pod(guaranteed).initContainers(container("i", "", "")).build(),
            BURSTABLE),
        Arguments.of(
            "requests that differ one by one but not in sum",
            pod(
                    container("a", "cpu=1,memory=1Gi", "cpu=2,memory=1Gi"),
                    container("b", "cpu=3,memory=1Gi", "cpu=2,memory=1Gi"))
                .build(),
            GUARANTEED),
        Arguments.of(
            "empty pod-level resources hide the containers'",
            pod(guaranteed).resources("", "").build(),
            BEST_EFFORT),
        Arguments.of(
            "pod-level resources alike",
            pod(container("a", "", "")).resources(BOTH, BOTH).build(),
            GUARANTEED),
        Arguments.of(
            "pod-level requests only",
            pod(guaranteed).resources("cpu=1,memory=1Gi", "").build(),
            BURSTABLE),
        Arguments.of(
            "pod-level limits without memory",
            pod(guaranteed).resources("cpu=1", "cpu=1").build(),
            BURSTABLE));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("pods")
  void the_class_follows_from_cpu_and_memory(String description, Pod pod, QosClass want) {
    assertThat(QosClass.of(pod)).as(description).isEqualTo(want);
  }

  @Test
  void the_stored_class_goes_before_the_spec() {
    Pod pod =
        pod(container("a", "", ""))
            .build()
            .withStatus(PodStatus.builder().qosClass("Guaranteed").build());

    assertThat(QosClass.of(pod)).isEqualTo(GUARANTEED).hasToString("Guaranteed");
    assertThat(QosClass.compute(pod.spec())).isEqualTo(BEST_EFFORT);
  }
}
