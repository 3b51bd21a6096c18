package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.StatusException;
import org.junit.jupiter.api.Test;

class WriteErrorsTest {
  @Test
  void what_a_namespace_in_deletion_no_longer_takes_is_no_missing_right() {
    StatusException e =
        new StatusException(
            403,
            "quotarecommendations.plimsoll.dev \"gpus\" is forbidden: unable to create new content"
                + " in namespace team because it is being terminated");

    assertThat(WriteErrors.outcome("recommendation team/gpus", "post", e))
        .isEqualTo(
            new WriteOutcome(
                "recommendation team/gpus", Result.UNCHANGED, "its namespace is being deleted"));
  }

  @Test
  void a_missing_right_and_a_missing_definition_are_told() {
    StatusException forbidden = new StatusException(403, "not allowed");
    StatusException unserved = new StatusException(404, "page not found");

    assertThat(WriteErrors.outcome("recommendation", "post", forbidden))
        .isEqualTo(
            new WriteOutcome(
                "recommendation", Result.FORBIDDEN, "forbidden to post it: not allowed"));
    assertThat(WriteErrors.result(unserved)).isEqualTo(Result.ERROR);
  }
}
