package dev.plimsoll.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes a script that completes a command in fish. */
final class FishCompletion {
  private final String name;
  private final List<String> lines = new ArrayList<>();

  private FishCompletion(String name) {
    this.name = name;
  }

  /** Returns the script for a command and what is below it. */
  static String script(CommandSpec root) {
    FishCompletion completion = new FishCompletion(root.name());
    completion.lines.add("complete -c " + root.name() + " -f");
    completion.command(root, List.of());
    String asked =
        "("
            + root.name()
            + " __complete (commandline -opc)[2..] (commandline -ct) | string match -v ':*')";
    completion.lines.add(
        "complete -c "
            + root.name()
            + " -n '__fish_seen_subcommand_from explain' -a "
            + quoted(asked));
    completion.lines.add(
        "complete -c " + root.name() + " -s n -l namespace -x -a " + quoted(asked));
    return String.join("\n", completion.lines) + "\n";
  }

  /**
   * Adds a command.
   *
   * @param path the names of the commands down to it, without the root's
   */
  private void command(CommandSpec command, List<String> path) {
    Map<String, CommandLine> below = new LinkedHashMap<>(command.subcommands());
    below.values().removeIf(c -> c.getCommandSpec().usageMessage().hidden());
    String here = condition(path, below);
    below.forEach(
        (word, sub) -> add(here, " -a " + word, sub.getCommandSpec().usageMessage().description()));
    command.options().stream().filter(o -> !o.hidden()).forEach(o -> option(here, o));
    below.forEach(
        (word, sub) -> {
          List<String> deeper = new ArrayList<>(path);
          deeper.add(word);
          command(sub.getCommandSpec(), deeper);
        });
  }

  /** Returns the condition: the path was typed, without a subcommand. */
  private static String condition(List<String> path, Map<String, CommandLine> below) {
    List<String> conditions = new ArrayList<>();
    path.forEach(word -> conditions.add("__fish_seen_subcommand_from " + word));
    if (!below.isEmpty()) {
      conditions.add("not __fish_seen_subcommand_from " + String.join(" ", below.keySet()));
    }
    return String.join("; and ", conditions);
  }

  private void option(String condition, OptionSpec option) {
    StringBuilder arguments = new StringBuilder();
    for (String each : option.names()) {
      arguments
          .append(each.startsWith("--") ? " -l " : " -s ")
          .append(each.replaceFirst("^-+", ""));
    }
    if (option.arity().max() > 0) {
      arguments.append(isFile(option) ? " -rF" : " -x");
      if (option.completionCandidates() != null) {
        List<String> values = new ArrayList<>();
        option.completionCandidates().forEach(values::add);
        arguments.append(" -a ").append(quoted(String.join(" ", values)));
      }
    }
    add(condition, arguments.toString(), option.description());
  }

  private static boolean isFile(OptionSpec option) {
    return option.type() == Path.class || List.of(option.auxiliaryTypes()).contains(Path.class);
  }

  private void add(String condition, String arguments, String[] description) {
    String when = condition.isEmpty() ? "" : " -n " + quoted(condition);
    lines.add(
        "complete -c " + name + when + arguments + " -d " + quoted(firstSentence(description)));
  }

  private static String firstSentence(String[] description) {
    String text = List.of(description).stream().collect(Collectors.joining(" "));
    int end = text.indexOf(". ");
    return end < 0 ? text.replaceFirst("\\.$", "") : text.substring(0, end);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
