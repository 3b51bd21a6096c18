package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Advice in terminals of several widths, which the launcher tells by a property. */
class AdviseTerminalTest {
  private static final String COLUMNS = "plimsoll.columns";
  private static final String POLICY = "--policy=" + CliRun.ROOT.resolve("examples/policy.yaml");

  @AfterEach
  void forget() {
    System.clearProperty(COLUMNS);
  }

  private static String advise(int columns, String format) {
    System.setProperty(COLUMNS, Integer.toString(columns));
    return CliRun.onExample("advise", POLICY, "-o", format).out();
  }

  @ParameterizedTest
  @CsvSource({"60, table", "60, wide", "80, table", "80, wide", "100, table", "120, wide"})
  void no_line_is_longer_than_the_terminal_is_wide(int columns, String format) {
    assertThat(advise(columns, format).lines())
        .allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(columns));
  }

  @Test
  void sixty_columns_show_what_is_proposed_for_each_key() {
    assertThat(advise(60, "table").lines())
        .contains(
            "NAMESPACE  QUOTA         KEY            NOW  USED   PROPOSED",
            "research   gpu           requests.      8    8      11",
            "(TENANT, EFFECT, CONFIDENCE left out to fit the terminal)");
  }

  @Test
  void wide_cuts_nothing_in_sixty_columns() {
    assertThat(advise(60, "wide"))
        .doesNotContain("…", "left out")
        .contains(
            "KEY         requests.nvidia.com/gpu\nNOW         8\nUSED        8\nPROPOSED    11\n");
  }
}
