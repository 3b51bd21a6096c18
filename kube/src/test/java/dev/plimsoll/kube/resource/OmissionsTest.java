package dev.plimsoll.kube.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OmissionsTest {

  @Test
  void a_message_that_a_stranger_wrote_is_one_short_line() {
    assertThat(Omissions.answer(500, "a\r\nb\u001b[31m\u202ec\u2028d"))
        .isEqualTo("it answered with 500, \"a b [31m c d\"");
    assertThat(Omissions.answer(500, "x".repeat(1_000_000))).hasSizeLessThan(600).endsWith("...\"");
  }

  @Test
  void an_answer_without_words_has_its_status_alone() {
    assertThat(Omissions.answer(503, null)).isEqualTo("it answered with 503");
    assertThat(Omissions.answer(503, "\n")).isEqualTo("it answered with 503");
  }
}
