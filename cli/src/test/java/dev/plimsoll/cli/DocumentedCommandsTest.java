package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.plimsoll.cli.document.CodeBlock;
import dev.plimsoll.cli.document.Document;
import dev.plimsoll.cli.document.ShellCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * A newcomer's way: whoever types what the documents say gets an answer. What needs no cluster
 * runs; of the rest the command, its options and the files of the project that it names are there.
 */
class DocumentedCommandsTest {
  private static final CommandLine PLIMSOLL = Plimsoll.commandLine();
  private static final List<Document> DOCUMENTS = Document.all(CliRun.ROOT);

  /** A path of the project, such as {@code examples/pod.yaml}, where a word begins with it. */
  private static final Pattern PATH =
      Pattern.compile(
          "(?<![\\w./-])(?:\\./)?((?:docs|examples|manifests|bench|\\.ci)/[\\w./-]*[\\w/])");

  private record Typed(CodeBlock block, ShellCommand command) {
    String place() {
      return block.place() + ": " + command.line();
    }
  }

  private static Stream<Typed> typed() {
    return DOCUMENTS.stream()
        .flatMap(d -> d.blocks().stream())
        .flatMap(b -> b.commands().stream().map(c -> new Typed(b, c)));
  }

  @TestFactory
  List<DynamicTest> a_command_that_needs_no_cluster_runs_as_written() {
    List<Typed> runnable =
        typed()
            .filter(t -> t.command().isPlimsoll() && t.command().output().isEmpty())
            .filter(t -> !needsMore(t.command()))
            .toList();

    assertThat(runnable).isNotEmpty();
    return runnable.stream()
        .map(
            t ->
                dynamicTest(
                    t.place(),
                    () -> {
                      CliRun run = CliRun.asWritten(t.command());
                      assertThat(run.exitCode()).as(run.err()).isIn(ExitCode.OK, ExitCode.WRONG);
                      assertThat(run.out()).isNotBlank();
                    }))
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> every_command_is_one_that_plimsoll_takes() {
    return typed()
        .filter(t -> t.command().isPlimsoll())
        .map(t -> dynamicTest(t.place(), () -> assertThat(parsed(t.command())).isNotNull()));
  }

  @Test
  void every_command_and_option_in_a_sentence_is_there() {
    List<String> unknown = new ArrayList<>();
    int looked = 0;
    for (Document document : DOCUMENTS) {
      for (String code : document.code()) {
        ShellCommand command = new ShellCommand(code, List.of());
        if (command.isPlimsoll()) {
          looked++;
          unknown(command).forEach(u -> unknown.add(document.name() + ": " + code + ": " + u));
        }
      }
    }

    assertThat(unknown).isEmpty();
    assertThat(looked).isGreaterThan(50);
  }

  @Test
  void what_is_no_command_or_option_is_found() {
    assertThat(unknown(sentence("plimsoll gasp"))).containsExactly("gasp");
    assertThat(unknown(sentence("./plimsoll gaps --snapshots x"))).containsExactly("--snapshots");
    assertThat(unknown(sentence("plimsoll whatif --uncordon N explain pod/NAME -n NS"))).isEmpty();
    assertThat(needsMore(sentence("plimsoll gaps"))).isTrue();
    assertThat(needsMore(sentence("plimsoll serve --config examples/serve.yaml"))).isTrue();
    assertThat(needsMore(sentence("plimsoll whatif --uncordon N gaps --snapshot examples")))
        .isFalse();
  }

  @Test
  void every_path_of_the_project_is_there() {
    Set<String> missing = new TreeSet<>();
    for (Document document : DOCUMENTS) {
      Stream.concat(document.code().stream(), document.blocks().stream().map(CodeBlock::text))
          .flatMap(text -> PATH.matcher(text).results())
          .map((MatchResult path) -> path.group(1))
          .filter(path -> !Files.exists(CliRun.ROOT.resolve(path)))
          .forEach(path -> missing.add(document.name() + ": " + path));
    }

    assertThat(missing).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> every_block_of_shell_is_correct_shell() {
    return DOCUMENTS.stream()
        .flatMap(d -> d.blocks().stream())
        .filter(b -> b.language().equals("sh"))
        .map(b -> dynamicTest(b.place(), () -> assertThat(complaints(b.text())).isEmpty()));
  }

  @Test
  void blocks_say_what_they_are_in_words_that_are_known() {
    assertThat(DOCUMENTS.stream().flatMap(d -> d.blocks().stream()))
        .filteredOn(
            b -> !Set.of("", "sh", "console", "yaml", "json", "java").contains(b.language()))
        .isEmpty();
  }

  @Test
  void a_block_without_output_in_which_something_is_typed_is_called_sh() {
    Pattern program =
        Pattern.compile("(?m)^ *(kubectl|(\\./)?plimsoll|mvn|docker|helm|kind|bench/\\S+) ");

    assertThat(DOCUMENTS.stream().flatMap(d -> d.blocks().stream()))
        .filteredOn(b -> b.language().isEmpty() && b.commands().isEmpty())
        .filteredOn(b -> program.matcher(b.text()).find())
        .extracting(CodeBlock::place)
        .isEmpty();
  }

  private static ShellCommand sentence(String line) {
    return new ShellCommand(line, List.of());
  }

  /** What bash says of a script that it only reads. */
  private static String complaints(String script) throws IOException {
    Process bash = new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
    try (var in = bash.outputWriter()) {
      in.write(script);
    }
    try (var out = bash.inputReader()) {
      return String.join("\n", out.lines().toList());
    }
  }

  private static List<String> unknown(ShellCommand command) {
    CommandLine current = PLIMSOLL;
    List<String> unknown = new ArrayList<>();
    boolean expected = true;
    for (String word : command.arguments()) {
      CommandLine sub = current.getSubcommands().get(word);
      if (sub != null) {
        current = sub;
        expected = false;
      } else if (word.startsWith("-")) {
        String name = word.replaceFirst("=.*", "");
        if (current.getCommandSpec().findOption(name) == null) {
          unknown.add(name);
        }
      } else if (expected && !word.equals("COMMAND")) {
        unknown.add(word);
      } else {
        expected = false;
      }
    }
    return unknown;
  }

  private static List<ParseResult> parsed(ShellCommand command) {
    List<ParseResult> levels = new ArrayList<>();
    ParseResult level = PLIMSOLL.parseArgs(command.arguments().toArray(String[]::new));
    levels.add(level);
    while (level.hasSubcommand()) {
      level = level.subcommand();
      levels.add(level);
    }
    return levels;
  }

  /**
   * Whether it takes a cluster, goes on until it is stopped, or reads files of the reader: all by
   * what its options say.
   */
  private static boolean needsMore(ShellCommand command) {
    List<ParseResult> levels = parsed(command);
    boolean readsFiles = levels.stream().anyMatch(l -> l.hasMatchedOption("--snapshot"));
    boolean goesOn =
        levels.stream().anyMatch(l -> has(l, "--port") || l.hasMatchedOption("--watch"));
    CommandSpec last = levels.get(levels.size() - 1).commandSpec();
    OptionSpec configuration = last.findOption("--config");
    boolean serves = configuration != null && configuration.required();
    boolean ofReader =
        levels.stream()
            .flatMap(
                l -> Stream.concat(l.matchedOptions().stream(), l.matchedPositionals().stream()))
            .filter(a -> Path.class.equals(a.type()) || Path.class.equals(a.auxiliaryTypes()[0]))
            .flatMap(a -> a.originalStringValues().stream())
            .anyMatch(f -> !Files.exists(CliRun.ROOT.resolve(f)));
    return serves || goesOn || ofReader || (last.findOption("--kubeconfig") != null && !readsFiles);
  }

  private static boolean has(ParseResult level, String option) {
    return level.commandSpec().findOption(option) != null;
  }
}
