package dev.plimsoll.console.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of tokens are those of the vocabularies cl100k_base and o200k_base, the larger. */
class TokenEstimateTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "xqzvkjwpmnbtrxcq | 20 | 201",
        "a1b2c3d4e5f6     | 30 | 360",
        "QzXwRtYpLkJh     | 30 | 330",
        "🙂               | 80 | 160",
        "中文字符测试       | 40 | 160",
        "\\u{202e}        | 40 | 200",
        "«                | 100 | 100",
        "the nodes have capacity for two pods more | 20 | 160"
      })
  void an_estimate_is_not_below_what_vocabularies_need(String text, int times, int tokens) {
    assertThat(TokenEstimate.of(text.strip().repeat(times))).isGreaterThanOrEqualTo(tokens);
  }
}
