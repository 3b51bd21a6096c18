package dev.plimsoll.kubernetes.pod;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodResizeStrategyTest {
  private static final Pod FORMER =
      pod(container("a", "cpu=1", "")).initContainers(container("i", "cpu=1", "")).build();

  @Test
  void only_resources_are_taken() {
    Pod wanted =
        pod(container("a", "cpu=2", ""))
            .initContainers(container("i", "cpu=3", ""))
            .resources("cpu=9", "")
            .build()
            .withMetadata(
                ObjectMeta.builder()
                    .name("q")
                    .annotations(Map.of("set", "by LimitRanger"))
                    .build());
    wanted = wanted.withSpec(wanted.spec().withNodeName("other"));

    Pod prepared =
        PodResizeStrategy.prepareForUpdate(wanted, FORMER, KubernetesControlPlane.DEFAULT);

    assertThat(prepared)
        .isEqualTo(
            pod(container("a", "cpu=2", ""))
                .initContainers(container("i", "cpu=3", ""))
                .resources("cpu=9", "")
                .build());
  }

  @Test
  void another_number_of_containers_is_left_for_the_validation_to_reject() {
    Pod wanted = pod(container("a", "cpu=2", ""), container("b", "", "")).build();

    assertThat(PodResizeStrategy.prepareForUpdate(wanted, FORMER, KubernetesControlPlane.DEFAULT))
        .isSameAs(wanted);
  }

  @Test
  void a_renamed_container_is_left_for_the_validation_to_reject() {
    Container renamed = container("z", "cpu=2", "");
    Pod wanted = pod(renamed).initContainers(container("i", "cpu=1", "")).build();

    assertThat(
            PodResizeStrategy.prepareForUpdate(wanted, FORMER, KubernetesControlPlane.DEFAULT)
                .spec()
                .containers())
        .isEqualTo(List.of(renamed));
  }
}
