package dev.plimsoll.stage.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplesTest {
  @Test
  void growth_is_told_by_a_part_and_an_amount() {
    assertThat(new Samples.Trend("a", 100, 250).grew(0.3, 100)).isTrue();
    assertThat(new Samples.Trend("a", 100, 190).grew(0.3, 100)).isFalse();
    assertThat(new Samples.Trend("a", 1000, 1200).grew(0.3, 100)).isFalse();
  }
}
