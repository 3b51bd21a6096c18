package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VersionTest {

  @AfterEach
  void forget() {
    System.clearProperty("plimsoll.commit");
    System.clearProperty("plimsoll.date");
  }

  @Test
  void the_commit_and_its_date_are_printed_where_they_are_known() {
    assertThat(CliRun.of("--version").out()).startsWith("plimsoll (not packaged)\n");

    System.setProperty("plimsoll.commit", "0123abc");
    assertThat(CliRun.of("--version").out())
        .startsWith("plimsoll (not packaged) (commit 0123abc)\n");

    System.setProperty("plimsoll.date", "2026-01-31");
    assertThat(CliRun.of("--version").out())
        .startsWith("plimsoll (not packaged) (commit 0123abc, 2026-01-31)\n");
  }
}
