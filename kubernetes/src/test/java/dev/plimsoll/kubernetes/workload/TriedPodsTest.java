package dev.plimsoll.kubernetes.workload;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many of absurdly many missing pods are tried. */
class TriedPodsTest {
  private static PodTemplateOwner owner(Pod pod, int missing) {
    Workload workload = PodTemplateOwner.ofBarePod(pod);
    return new PodTemplateOwner(
        workload, workload.templates().get(0), List.of(), missing, List.of());
  }

  private static String madeUp(int resources) {
    return IntStream.range(0, resources)
        .mapToObj(i -> "made.up/r" + i + "=1")
        .collect(Collectors.joining(","));
  }

  @Test
  void of_ordinary_pods_ten_thousand_are_tried() {
    Pod ordinary = pod("p").requests("cpu=1,memory=1Gi,nvidia.com/gpu=1").build();

    assertThat(owner(ordinary, 3).tried()).isEqualTo(3);
    assertThat(owner(ordinary, Integer.MAX_VALUE).tried()).isEqualTo(10_000);
    assertThat(owner(pod("p").requests(madeUp(95)).build(), 20_000).tried()).isEqualTo(10_000);
  }

  @Test
  void of_pods_with_thousands_of_resources_fewer_are_tried_but_one() {
    Pod large = pod("p").requests(madeUp(5000)).build();

    assertThat(owner(large, Integer.MAX_VALUE).tried()).isEqualTo(199);
    assertThat(owner(large, 7).tried()).isEqualTo(7);
    assertThat(owner(large, Integer.MAX_VALUE).missingPods()).hasSize(199);
  }
}
