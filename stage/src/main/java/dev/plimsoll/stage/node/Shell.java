package dev.plimsoll.stage.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Runs a command to its end. */
public final class Shell {
  private Shell() {}

  /**
   * The output of a command.
   *
   * @param code its exit code
   * @param output what it printed, errors too
   */
  public record Output(int code, String output) {
    /** Returns whether it succeeded. */
    public boolean isSuccess() {
      return code == 0;
    }

    /** Returns both: the first failure counts. */
    public Output and(Output next) {
      String both = output.isEmpty() ? next.output : output + "\n" + next.output;
      return new Output(code == 0 ? next.code : code, both);
    }
  }

  /** Runs a command, and returns how it ended. */
  public static Output run(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new Output(process.waitFor(), output);
  }

  /**
   * Runs a command that has to succeed, and returns what it printed.
   *
   * @throws IOException with what it printed, if it failed
   */
  public static String require(String... command) throws IOException, InterruptedException {
    Output output = run(List.of(command), Map.of());
    if (!output.isSuccess()) {
      throw new IOException(String.join(" ", command) + ": " + output.output());
    }
    return output.output();
  }
}
