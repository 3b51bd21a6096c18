package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers in terminals that are narrower than 80 columns. */
class NarrowTerminalTest {
  private static final String COLUMNS = "plimsoll.columns";

  /** It is to be pasted, so that it isn't broken. */
  private static final String COMMAND =
      "(. )?\\s*(try: plimsoll |kubectl |It takes: kubectl |[\\[ ]\\{\"op\":).*";

  @AfterEach
  void forget() {
    System.clearProperty(COLUMNS);
  }

  @ParameterizedTest
  @CsvSource({
    "gaps",
    "gaps -o wide",
    "capacity",
    "capacity -o wide",
    "quota",
    "quota describe gpu -n vision",
    "explain deployment/notebook -n vision",
    "explain pod/llm-8gpu -n nlp",
    "fit -f POD",
    "fit -f POD --complete",
    "defrag",
    "defrag --complete",
    "whatif --uncordon a100-3 gaps",
    "advise --policy POLICY"
  })
  void no_line_is_longer_than_the_terminal_is_wide(String line) {
    String[] words =
        line.replace("POD", CliRun.ROOT.resolve("examples/pod.yaml").toString())
            .replace("POLICY", CliRun.ROOT.resolve("examples/policy.yaml").toString())
            .split(" ");
    for (int columns : new int[] {40, 60}) {
      System.setProperty(COLUMNS, Integer.toString(columns));
      CliRun cliRun = CliRun.onExample(words);

      assertThat(cliRun.exitCode()).as(cliRun.err()).isZero();
      assertThat(cliRun.out().lines())
          .isNotEmpty()
          .filteredOn(l -> !l.matches(COMMAND))
          .allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(columns));
    }
  }
}
