package dev.plimsoll.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Completes the words after {@code kubectl plimsoll}, as kubectl asks an executable named {@code
 * kubectl_complete-plimsoll}. It prints one candidate a line, and last a colon with a number that
 * tells the shell how to continue.
 *
 * <p>Source: {@code staging/src/k8s.io/kubectl/pkg/cmd/plugin/plugin_completion.go}, and {@code
 * ShellCompDirective} in {@code vendor/github.com/spf13/cobra/completions.go}.
 */
final class KubectlCompletion {
  private static final String FILES_TOO = ":0";
  private static final String NO_FILES = ":4";
  private static final String NO_SPACE_NO_FILES = ":6";

  private KubectlCompletion() {}

  /**
   * Returns the lines of the answer.
   *
   * @param words what was typed, of which the last is to be completed and may be empty
   */
  static List<String> lines(CommandLine root, List<String> words) {
    List<String> typed = words.isEmpty() ? List.of("") : words;
    int last = typed.size() - 1;
    String prefix = typed.get(last);
    List<String> ofCluster = ClusterCompletion.candidates(typed);
    if (!ofCluster.isEmpty()) {
      List<String> lines = new ArrayList<>(ofCluster);
      boolean goesOn = ofCluster.stream().allMatch(c -> c.endsWith("/"));
      lines.add(goesOn ? NO_SPACE_NO_FILES : NO_FILES);
      return lines;
    }
    List<CharSequence> endings = new ArrayList<>();
    int unused =
        AutoComplete.complete(
            root.getCommandSpec(),
            typed.toArray(String[]::new),
            last,
            prefix.length(),
            String.join(" ", typed).length(),
            endings);
    List<String> lines = new ArrayList<>();
    endings.stream()
        .map(e -> prefix + e)
        .filter(c -> prefix.startsWith("-") || !c.startsWith("-"))
        .distinct()
        .sorted()
        .forEach(lines::add);
    lines.add(lines.isEmpty() ? FILES_TOO : NO_FILES);
    return lines;
  }
}
