package dev.plimsoll.model.packing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MixTest {
  private static final Ask ONE = new Ask(1, 4000, 100);
  private static final Ask EIGHT = new Ask(8, 32_000, 800);

  @Test
  void kinds_are_ordered_by_the_devices_they_ask_for_and_pods_without_devices_left_out() {
    Mix mix = Mix.of(Map.of(ONE, 7L, EIGHT, 1L, new Ask(0, 1000, 1), 100L));

    assertThat(mix.kinds()).containsExactly(new Mix.Kind(EIGHT, 1), new Mix.Kind(ONE, 7));
  }

  @Test
  void beyond_64_kinds_the_lightest_are_averaged_by_the_devices_they_ask_for() {
    Map<Ask, Long> pods = new HashMap<>();
    for (int i = 0; i < 64; i++) {
      pods.put(new Ask(4, i, i), 100L);
    }
    pods.put(new Ask(1, 1000, 10), 1L);
    pods.put(new Ask(1, 5000, 50), 3L);
    pods.put(new Ask(2, 6000, 60), 1L);

    Mix mix = Mix.of(pods);

    assertThat(mix.kinds())
        .hasSize(66)
        .endsWith(new Mix.Kind(new Ask(1, 4000, 40), 4), new Mix.Kind(new Ask(2, 6000, 60), 1));
  }

  @Test
  void only_the_last_pods_are_remembered() {
    RecentAsks recent = new RecentAsks(2);
    recent.add(EIGHT);
    recent.add(ONE);
    recent.add(new Ask(0, 1000, 1));
    recent.add(ONE);

    assertThat(recent.mix()).isEqualTo(Mix.of(Map.of(ONE, 2L)));
  }

  @Test
  void a_memory_of_nothing_is_refused() {
    assertThatThrownBy(() -> new RecentAsks(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("At least one pod must be remembered, not 0.");
  }
}
