package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherTest {
  private static final Path SCRIPT = Path.of("/usr/bin/script");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "sh, plimsoll",
    "bash, bench/run",
    "bash, bench/scale/run",
    "bash, release/make",
    "bash, release/sum",
    "bash, release/merge",
    "sh, release/install.sh",
    "bash, release/check",
    "bash, release/reproduce",
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

  @ParameterizedTest
  @CsvSource({"47,, 47", "200,, 200", "0,, 80", "47, 60, 60", "47, wide, 80"})
  void answers_are_as_wide_as_the_terminal(int terminal, @Nullable String columns, int expected)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.isExecutable(SCRIPT), "there is no script (util-linux) that makes a terminal");
    String launcher = launcherThatPrintsItsArguments();
    ProcessBuilder builder =
        new ProcessBuilder(
                SCRIPT.toString(),
                "--quiet",
                "--return",
                "--command",
                "stty cols " + terminal + " && " + launcher,
                "/dev/null")
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true);
    builder.environment().remove("COLUMNS");
    if (columns != null) {
      builder.environment().put("COLUMNS", columns);
    }
    Process process = builder.start();

    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("-Dplimsoll.columns=" + expected + " ");
    assertThat(process.waitFor()).isZero();
  }

  /** As in a release, with a Java that only says how it was started. */
  private String launcherThatPrintsItsArguments() throws IOException {
    Path launcher = Files.createDirectories(folder.resolve("bin")).resolve("plimsoll");
    Path java = Files.createDirectories(folder.resolve("lib/runtime/bin")).resolve("java");
    Files.createDirectories(folder.resolve("lib/app"));
    Files.copy(CliRun.ROOT.resolve("plimsoll"), launcher);
    Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return "sh " + launcher;
  }
}
