package dev.plimsoll.extender.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadMixTest {
  private static final PodRequest ONE = new PodRequest(1, 4000, 100);
  private static final PodRequest EIGHT = new PodRequest(8, 32_000, 800);

  @Test
  void kinds_are_ordered_by_the_devices_they_ask_for_and_pods_without_devices_left_out() {
    WorkloadMix workloadMix =
        WorkloadMix.of(Map.of(ONE, 7L, EIGHT, 1L, new PodRequest(0, 1000, 1), 100L));

    assertThat(workloadMix.classes())
        .containsExactly(new WorkloadMix.PodClass(EIGHT, 1), new WorkloadMix.PodClass(ONE, 7));
  }

  @Test
  void beyond_64_kinds_the_lightest_are_averaged_by_the_devices_they_ask_for() {
    Map<PodRequest, Long> pods = new HashMap<>();
    for (int i = 0; i < 64; i++) {
      pods.put(new PodRequest(4, i, i), 100L);
    }
    pods.put(new PodRequest(1, 1000, 10), 1L);
    pods.put(new PodRequest(1, 5000, 50), 3L);
    pods.put(new PodRequest(2, 6000, 60), 1L);

    WorkloadMix workloadMix = WorkloadMix.of(pods);

    assertThat(workloadMix.classes())
        .hasSize(66)
        .endsWith(
            new WorkloadMix.PodClass(new PodRequest(1, 4000, 40), 4),
            new WorkloadMix.PodClass(new PodRequest(2, 6000, 60), 1));
  }

  @Test
  void only_the_last_pods_are_remembered() {
    RecentPodRequests recent = new RecentPodRequests(2);
    recent.add(EIGHT);
    recent.add(ONE);
    recent.add(new PodRequest(0, 1000, 1));
    recent.add(ONE);

    assertThat(recent.workloadMix()).isEqualTo(WorkloadMix.of(Map.of(ONE, 2L)));
  }

  @Test
  void a_window_of_nothing_is_rejected() {
    assertThatThrownBy(() -> new RecentPodRequests(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the window must be at least 1, got 0");
  }
}
