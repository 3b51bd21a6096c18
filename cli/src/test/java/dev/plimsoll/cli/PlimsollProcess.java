package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command in a process of its own, which ends with the test at the latest. */
final class PlimsollProcess implements AutoCloseable {
  private final Process process;
  private final Path out;
  private final Path err;

  private PlimsollProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it with flags for the Java VM, and without the kubeconfig that KUBECONFIG may name. */
  static PlimsollProcess start(Path folder, List<String> flags, String... words)
      throws IOException {
    return start(folder, folder.resolve("out"), flags, words);
  }

  /** Starts it with its answer going to a file such as {@code /dev/full}. */
  static PlimsollProcess start(Path folder, Path out, List<String> flags, String... words)
      throws IOException {
    List<String> command = command(flags, words);
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().remove("KUBECONFIG");
    Process process = builder.start();
    return new PlimsollProcess(process, out, err);
  }

  /** Returns the words by which it is started. */
  static List<String> command(List<String> flags, String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(flags);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Plimsoll.class.getName());
    command.addAll(List.of(words));
    return command;
  }

  /** Returns what it did, once it has ended. */
  CliRun await(long seconds) throws IOException, InterruptedException {
    assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).as("ended").isTrue();
    return new CliRun(
        process.exitValue(),
        Files.isRegularFile(out) ? Files.readString(out) : "",
        Files.readString(err));
  }

  /** Returns what it has printed so far. */
  String out() throws IOException {
    return Files.readString(out);
  }

  /** Returns what it has said beside its answer so far. */
  String err() throws IOException {
    return Files.readString(err);
  }

  /** Sends it a signal, such as {@code STOP}. */
  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Returns whether it doesn't end for so long. */
  boolean goesOnFor(Duration time) throws InterruptedException {
    return !process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
