package dev.plimsoll.kubernetes.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitRequestRatioTest {

  @ParameterizedTest
  @CsvSource({
    "2, 1, 2.000000",
    "1, 3, 0.333333",
    "2, 3, 0.666667",
    "1, 128, 0.007812",
    "3, 128, 0.023438",
    "-1, 3, -0.333333",
    "-1, 100000000, -0.000000",
    "1, 0, +Inf",
    "-1, 0, -Inf",
    "0, 0, NaN"
  })
  void is_written_with_six_decimals_rounded_half_to_even(long dividend, long divisor, String want) {
    assertThat(LimitRequestRatio.of(dividend, divisor)).hasToString(want);
  }
}
