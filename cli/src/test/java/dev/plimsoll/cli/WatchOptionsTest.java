package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be watched is said in one sentence, before anything is done. */
class WatchOptionsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "--snapshot=x.json, --snapshot: it follows a live cluster",
    "-n=a, --namespace: it covers the whole cluster",
    "--namespace=a, --namespace: it covers the whole cluster",
    "-o=json, --output: it prints no advice",
    "--exit-code, --exit-code: it prints no advice",
    "--undo, --undo: it decides more than once",
    "--accept-lost-capacity, '--accept-lost-capacity: that is accepted once, by a run without'",
    "--at=2026-01-05T12:00:00Z, --at: it decides as time goes by",
    "--metrics-file=m.prom, '--metrics-file: it serves its metrics itself, under /metrics'"
  })
  void what_does_not_go_together_is_named(String option, String expected) {
    CliRun cliRun = CliRun.of("advise", "--watch", option);

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err()).contains("--watch cannot be combined with " + expected);
  }

  @Test
  void a_configuration_without_watching_is_no_use() {
    CliRun cliRun = CliRun.of("advise", "--config", "advisor.yaml");

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err()).contains("--config needs --watch");
  }

  @Test
  void mistakes_of_the_configuration_are_said_with_their_lines() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("advisor.yaml"),
            "decisions:\n  quietSeconds: 60\n  longestSeconds: 30\nrequeue: {}\n");
    CliRun cliRun = CliRun.of("advise", "--watch", "--config", file.toString());

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err())
        .contains("advisor.yaml, line 3")
        .contains("must not be less than quietSeconds")
        .contains("requeue");
  }
}
