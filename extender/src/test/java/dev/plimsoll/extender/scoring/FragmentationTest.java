package dev.plimsoll.extender.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FragmentationTest {
  private static final PodRequest ONE = new PodRequest(1, 4000, 100);
  private static final PodRequest FOUR = new PodRequest(4, 16_000, 400);
  private static final WorkloadMix MIX = WorkloadMix.of(Map.of(ONE, 3L, FOUR, 1L));

  @Test
  void free_devices_are_stranded_by_the_share_of_pods_that_do_not_fit() {
    NodeHeadroom three = new NodeHeadroom(8, 3, 96_000, 1000);

    assertThat(MIX.byPods().of(three)).isEqualTo(3 * Fragmentation.DEVICE / 4);
  }

  @Test
  void devices_without_cpu_or_memory_are_stranded_altogether() {
    assertThat(MIX.byPods().of(new NodeHeadroom(8, 3, 3999, 1000)))
        .isEqualTo(3 * Fragmentation.DEVICE);
    assertThat(MIX.byPods().of(new NodeHeadroom(8, 3, 96_000, 99)))
        .isEqualTo(3 * Fragmentation.DEVICE);
  }

  @Test
  void filling_a_hole_gains_what_was_stranded_in_it() {
    NodeHeadroom hole = new NodeHeadroom(8, 1, 96_000, 1000);

    assertThat(MIX.byPods().gain(hole, ONE)).isEqualTo(Fragmentation.DEVICE / 4);
  }

  @Test
  void breaking_a_block_costs_what_it_strands() {
    NodeHeadroom block = new NodeHeadroom(4, 4, 96_000, 1000);

    assertThat(MIX.byPods().gain(block, ONE)).isEqualTo(-3 * Fragmentation.DEVICE / 4);
  }

  @Test
  void by_devices_large_asks_weigh_more() {
    NodeHeadroom three = new NodeHeadroom(8, 3, 96_000, 1000);

    assertThat(MIX.byDevices(FOUR, 0).of(three)).isEqualTo(3 * Fragmentation.DEVICE * 4 / 7);
  }

  @Test
  void large_asks_have_at_least_the_share_they_are_given() {
    PodRequest eight = new PodRequest(8, 8000, 800);
    NodeHeadroom seven = new NodeHeadroom(8, 7, 96_000, 1000);

    assertThat(MIX.byDevices(eight, 0.5).of(seven)).isEqualTo(7 * Fragmentation.DEVICE / 2);
  }

  @Test
  void of_what_is_overcommitted_nothing_is_stranded() {
    assertThat(MIX.byPods().of(new NodeHeadroom(8, -1, -5, -5))).isZero();
  }
}
