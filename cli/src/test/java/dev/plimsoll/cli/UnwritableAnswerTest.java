package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Answers that go to a full disk, which {@code /dev/full} always is, or to nobody. */
@EnabledIf("isThere")
class UnwritableAnswerTest {
  private static final Path FULL = Path.of("/dev/full");
  private static final int SECONDS = 120;
  private static final String ERROR = "error: cannot write the answer: No space left on device\n";
  private static final String DUMP = "--snapshot " + CliRun.EXAMPLE;
  private static final String JOB = CliRun.ROOT.resolve("examples/pod.yaml").toString();
  private static final String POLICY = " --policy " + CliRun.ROOT.resolve("examples/policy.yaml");

  /** Commands that print an answer without a cluster. Picocli prints all helps alike. */
  static final List<String> ANSWERS =
      List.of(
          "--version",
          "gaps --help",
          "__complete gaps --",
          "gaps -o json " + DUMP,
          "gaps " + DUMP,
          "gaps -o name " + DUMP,
          "capacity -o yaml " + DUMP,
          "quota " + DUMP,
          "explain -n vision deployment/notebook -o json " + DUMP,
          "defrag " + DUMP,
          "fit -f " + JOB + " " + DUMP,
          "advise -o json " + DUMP + POLICY,
          "completion bash",
          "snapshot --print-command --kubeconfig /no/such/file",
          "help");

  @TempDir Path folder;

  static boolean isThere() {
    return Files.exists(FULL);
  }

  @ParameterizedTest
  @FieldSource("ANSWERS")
  void an_answer_that_a_full_disk_does_not_take_is_an_error(String command) throws IOException {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (OutputStream full = Files.newOutputStream(FULL)) {
      System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));

      int exitCode = Plimsoll.answer(full, words(command));

      assertThat(said.toString(StandardCharsets.UTF_8)).endsWith(ERROR);
      assertThat(exitCode).isEqualTo(ExitCode.BAD_INPUT);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  @Test
  void a_process_ends_with_the_error_of_its_answer() throws Exception {
    try (PlimsollProcess process =
        PlimsollProcess.start(folder, FULL, List.of(), words("gaps -o json " + DUMP))) {
      CliRun run = process.await(SECONDS);

      assertThat(run.err()).endsWith(ERROR);
      assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    }
  }

  private static String[] words(String command) {
    return command.split(" ");
  }

  @Test
  void whoever_has_read_enough_is_told_nothing() throws IOException, InterruptedException {
    Path script =
        Files.writeString(
            folder.resolve("head"),
            "\"$@\" 2>err | head -c 1 >/dev/null; echo ${PIPESTATUS[0]} >code");
    List<String> words = new ArrayList<>(List.of("bash", script.toString()));
    words.addAll(PlimsollProcess.command(List.of(), words("gaps -o json " + DUMP)));
    Process process = new ProcessBuilder(words).directory(folder.toFile()).start();

    assertThat(process.waitFor()).isZero();
    assertThat(Files.readString(folder.resolve("err"))).doesNotContain("error");
    assertThat(Files.readString(folder.resolve("code")).strip()).isIn("141", "0");
  }

  @Test
  void a_file_that_a_full_disk_does_not_take_leaves_nothing_behind() throws Exception {
    Path state = folder.resolve("state");
    Files.createDirectories(state);
    String small = "ulimit -f 0; exec \"$@\"";
    List<String> words = new ArrayList<>(List.of("bash", "-c", small, "bash"));
    words.addAll(
        PlimsollProcess.command(
            List.of("-XX:-UsePerfData"),
            words("advise " + DUMP + POLICY + " --state " + state.resolve("state.json"))));
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.PIPE)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(said).contains("cannot write the state");
    try (Stream<Path> left = Files.list(state)) {
      assertThat(left).isEmpty();
    }
  }
}
