package dev.plimsoll.stage.install;

import dev.plimsoll.stage.node.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The real kubectl: the one beside the control plane's programs, or else the one on the path. */
public final class Kubectl {
  private final String program;
  private final Path kubeconfig;

  /** Creates one for a kubeconfig. */
  public Kubectl(Path programs, Path kubeconfig) {
    Path beside = programs.resolve("kubectl");
    this.program = Files.isExecutable(beside) ? beside.toString() : "kubectl";
    this.kubeconfig = kubeconfig;
  }

  /** Runs it, and returns how it ended. */
  public Shell.Output run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(arguments));
    return Shell.run(command, Map.of("KUBECONFIG", kubeconfig.toString()));
  }

  /**
   * Runs it, and requires that it succeeds.
   *
   * @throws IOException with what it printed
   */
  public String require(String... arguments) throws IOException, InterruptedException {
    Shell.Output output = run(arguments);
    if (!output.isSuccess()) {
      throw new IOException("kubectl " + String.join(" ", arguments) + ": " + output.output());
    }
    return output.output();
  }

  /** Returns the kubeconfig. */
  public Path kubeconfig() {
    return kubeconfig;
  }
}
