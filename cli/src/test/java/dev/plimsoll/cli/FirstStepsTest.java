package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstStepsTest {
  @Test
  void plimsoll_alone_shows_what_to_do_first() {
    CliRun run = CliRun.of();

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("What to do first")
        .contains("plimsoll gaps", "plimsoll explain", "plimsoll help")
        .doesNotContain("Usage:");
    assertThat(run.out().lines()).hasSizeLessThan(14).allMatch(l -> l.length() <= 80);
  }

  @Test
  void version_is_a_command_too() {
    assertThat(CliRun.of("version").out())
        .isEqualTo(CliRun.of("--version").out())
        .startsWith("plimsoll ");
  }
}
