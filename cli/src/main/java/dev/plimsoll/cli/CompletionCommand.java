package dev.plimsoll.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll completion}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {"Prints a script that completes commands and options in a shell."},
    footer = {
      "",
      "bash:  source <(plimsoll completion bash)",
      "zsh:   autoload -U compinit bashcompinit; compinit; bashcompinit;"
          + " source <(plimsoll completion zsh)",
      "fish:  plimsoll completion fish | source",
      "kubectl plimsoll is completed by kubectl once the launcher is on the PATH as"
          + " kubectl_complete-plimsoll, too."
    })
final class CompletionCommand implements Callable<Integer> {

  /** The shells; the names are those that users give. */
  @SuppressWarnings("JavaLangClash")
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell;

  /** Only picocli makes one. */
  CompletionCommand() {}

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    Plimsoll.out(spec)
        .print(
            switch (shell) {
              case bash, zsh -> AutoComplete.bash(spec.root().name(), root);
              case fish -> FishCompletion.script(spec.root());
            });
    return ExitCode.OK;
  }
}
