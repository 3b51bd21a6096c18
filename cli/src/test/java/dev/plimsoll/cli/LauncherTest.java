package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherTest {

  @ParameterizedTest
  @CsvSource({
    "sh, plimsoll",
    "bash, docs/recording/record",
    "bash, bench/run",
    "bash, release/make",
    "bash, release/sum",
    "bash, release/check",
    "bash, .ci/run"
  })
  void scripts_are_understood_by_their_shells(String shell, String script)
      throws IOException, InterruptedException {
    Process parse =
        new ProcessBuilder(shell, "-n", CliRun.ROOT.resolve(script).toString())
            .redirectErrorStream(true)
            .start();

    assertThat(new String(parse.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
    assertThat(parse.waitFor()).isZero();
  }
}
