package dev.plimsoll.admission;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the folder that KUBEBUILDER_ASSETS names. */
final class Tool {
  private final Path program;
  private final Path kubeconfig;

  /** The exit code, and what the program has written. */
  record Output(int code, String text) {}

  Tool(String name, Path kubeconfig) {
    this.program = program(name);
    this.kubeconfig = kubeconfig;
  }

  static boolean isThere(String name) {
    return Files.isExecutable(program(name));
  }

  private static Path program(String name) {
    return Path.of(System.getenv().getOrDefault("KUBEBUILDER_ASSETS", ""), name);
  }

  Output run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Output(process.waitFor(), text);
  }
}
