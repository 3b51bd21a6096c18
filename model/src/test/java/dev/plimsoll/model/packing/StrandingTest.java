package dev.plimsoll.model.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StrandingTest {
  private static final Ask ONE = new Ask(1, 4000, 100);
  private static final Ask FOUR = new Ask(4, 16_000, 400);
  private static final Mix MIX = Mix.of(Map.of(ONE, 3L, FOUR, 1L));

  @Test
  void free_devices_are_stranded_by_the_share_of_pods_that_do_not_fit() {
    Room three = new Room(8, 3, 96_000, 1000);

    assertThat(MIX.byPods().of(three)).isEqualTo(3 * Stranding.DEVICE / 4);
  }

  @Test
  void devices_without_cpu_or_memory_are_stranded_altogether() {
    assertThat(MIX.byPods().of(new Room(8, 3, 3999, 1000))).isEqualTo(3 * Stranding.DEVICE);
    assertThat(MIX.byPods().of(new Room(8, 3, 96_000, 99))).isEqualTo(3 * Stranding.DEVICE);
  }

  @Test
  void filling_a_hole_gains_what_was_stranded_in_it() {
    Room hole = new Room(8, 1, 96_000, 1000);

    assertThat(MIX.byPods().gain(hole, ONE)).isEqualTo(Stranding.DEVICE / 4);
  }

  @Test
  void breaking_a_block_costs_what_it_strands() {
    Room block = new Room(4, 4, 96_000, 1000);

    assertThat(MIX.byPods().gain(block, ONE)).isEqualTo(-3 * Stranding.DEVICE / 4);
  }

  @Test
  void by_devices_large_asks_weigh_more() {
    Room three = new Room(8, 3, 96_000, 1000);

    assertThat(MIX.byDevices(FOUR, 0).of(three)).isEqualTo(3 * Stranding.DEVICE * 4 / 7);
  }

  @Test
  void large_asks_have_at_least_the_share_they_are_given() {
    Ask eight = new Ask(8, 8000, 800);
    Room seven = new Room(8, 7, 96_000, 1000);

    assertThat(MIX.byDevices(eight, 0.5).of(seven)).isEqualTo(7 * Stranding.DEVICE / 2);
  }

  @Test
  void of_what_is_overcommitted_nothing_is_stranded() {
    assertThat(MIX.byPods().of(new Room(8, -1, -5, -5))).isZero();
  }
}
