package dev.plimsoll.model.pod;

import static dev.plimsoll.model.fixtures.PodFixtures.container;
import static dev.plimsoll.model.fixtures.PodFixtures.withInit;
import static dev.plimsoll.model.fixtures.PodFixtures.withResources;
import static dev.plimsoll.model.pod.QosClass.BEST_EFFORT;
import static dev.plimsoll.model.pod.QosClass.BURSTABLE;
import static dev.plimsoll.model.pod.QosClass.GUARANTEED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.fixtures.PodFixtures;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodStatus;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QosClassTest {
  private static final String BOTH = "cpu=1,memory=1Gi";

  static Stream<Arguments> pods() {
    Pod guaranteed = PodFixtures.of(container("a", BOTH, BOTH));
    return Stream.of(
        Arguments.of("nothing asked for", PodFixtures.of(container("a", "", "")), BEST_EFFORT),
        Arguments.of(
            "GPUs and storage only",
            PodFixtures.of(
                container("a", "nvidia.com/gpu=8,ephemeral-storage=1Gi", "nvidia.com/gpu=8")),
            BEST_EFFORT),
        Arguments.of(
            "zeros only", PodFixtures.of(container("a", "cpu=0", "memory=0")), BEST_EFFORT),
        Arguments.of("a request only", PodFixtures.of(container("a", "cpu=1", "")), BURSTABLE),
        Arguments.of("no memory", PodFixtures.of(container("a", "cpu=1", "cpu=1")), BURSTABLE),
        Arguments.of("both, alike", guaranteed, GUARANTEED),
        Arguments.of(
            "both, unlike",
            PodFixtures.of(container("a", "cpu=1,memory=1Gi", "cpu=2,memory=1Gi")),
            BURSTABLE),
        Arguments.of(
            "limits without requests", PodFixtures.of(container("a", "", BOTH)), BURSTABLE),
        Arguments.of(
            "a second container without limits",
            PodFixtures.of(container("a", BOTH, BOTH), container("b", "", "")),
            BURSTABLE),
        Arguments.of(
            "an init container without limits",
            withInit(guaranteed, container("i", "", "")),
            BURSTABLE),
        Arguments.of(
            "requests that differ one by one but not in sum",
            PodFixtures.of(
                container("a", "cpu=1,memory=1Gi", "cpu=2,memory=1Gi"),
                container("b", "cpu=3,memory=1Gi", "cpu=2,memory=1Gi")),
            GUARANTEED),
        Arguments.of(
            "empty pod-level resources hide the containers'",
            withResources(guaranteed, "", ""),
            BEST_EFFORT),
        Arguments.of(
            "pod-level resources alike",
            withResources(PodFixtures.of(container("a", "", "")), BOTH, BOTH),
            GUARANTEED),
        Arguments.of(
            "pod-level requests only",
            withResources(guaranteed, "cpu=1,memory=1Gi", ""),
            BURSTABLE),
        Arguments.of(
            "pod-level limits without memory",
            withResources(guaranteed, "cpu=1", "cpu=1"),
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
        PodFixtures.of(container("a", "", ""))
            .withStatus(PodStatus.builder().qosClass("Guaranteed").build());

    assertThat(QosClass.of(pod)).isEqualTo(GUARANTEED).hasToString("Guaranteed");
    assertThat(QosClass.compute(pod.spec())).isEqualTo(BEST_EFFORT);
  }
}
