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
      "kubectl completes kubectl plimsoll if the PATH also has the launcher as"
          + " kubectl_complete-plimsoll."
    })
final class CompletionCommand implements Callable<Integer> {

  /** Asks the program for what only the cluster knows: namespaces, kinds and names. */
  private static final String OF_CLUSTER =
      """

      # Namespaces, kinds and names are the cluster's, and plimsoll __complete knows them.
      function _complete_plimsoll_of_cluster() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} answer
        if [[ $previous == -n || $previous == --namespace ]] ||
            [[ " ${COMP_WORDS[*]:1:COMP_CWORD-1} " == *" explain "* && $current != -* && $previous != -* ]]; then
          answer=$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
          if [[ $answer == *:[46] && $answer != :* ]]; then
            [[ $answer == *:6 ]] && compopt -o nospace 2>/dev/null
            COMPREPLY=($(compgen -W "${answer%:*}" -- "$current"))
            return
          fi
        fi
        _complete_plimsoll "$@"
      }
      complete -F _complete_plimsoll_of_cluster -o default plimsoll plimsoll.sh plimsoll.bash
      """;

  /** The shells, with the names that users type. */
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
              case bash, zsh -> AutoComplete.bash(spec.root().name(), root) + OF_CLUSTER;
              case fish -> FishCompletion.script(spec.root());
            });
    return ExitCode.OK;
  }
}
