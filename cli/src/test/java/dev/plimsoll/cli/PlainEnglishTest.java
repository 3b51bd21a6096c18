package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.plimsoll.cli.document.Document;
import dev.plimsoll.cli.document.JavaSource;
import dev.plimsoll.cli.document.PlainEnglish;
import dev.plimsoll.cli.document.Readability;
import dev.plimsoll.cli.document.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Documents are read once: their lines, their sentences and their words are short and plain. */
class PlainEnglishTest {
  private static final int LONGEST_LINE = 100;
  private static final int LONGEST_MEDIAN = 16;

  /** A newspaper has about 45. */
  private static final int HARDEST = 40;

  /** One word, or one piece of code. */
  private static final Pattern UNBREAKABLE = Pattern.compile("\\s*(- )?(\\S+|`[^`]*`\\S?)");

  private static final int README_LINES = 60;

  /** Documents that have yet to be rewritten, and why they were not. The list may only shrink. */
  private static final Map<String, String> NOT_YET =
      Map.of("CHANGELOG.md", "every change adds to it until the first release");

  private static final List<Document> DOCUMENTS = Document.all(CliRun.ROOT);

  @TestFactory
  Stream<DynamicTest> a_document_is_plain() {
    return DOCUMENTS.stream()
        .filter(d -> !NOT_YET.containsKey(d.name()))
        .map(d -> dynamicTest(d.name(), () -> assertThat(findings(d)).isEmpty()));
  }

  @Test
  void a_document_that_has_become_plain_is_off_the_list() {
    assertThat(DOCUMENTS)
        .filteredOn(d -> NOT_YET.containsKey(d.name()))
        .hasSameSizeAs(NOT_YET.keySet())
        .allSatisfy(d -> assertThat(findings(d)).as(d.name()).isNotEmpty());
  }

  @Test
  void the_readme_is_read_in_a_minute() throws IOException {
    assertThat(Files.readAllLines(CliRun.ROOT.resolve("README.md")))
        .hasSizeLessThanOrEqualTo(README_LINES)
        .allMatch(line -> line.length() <= LONGEST_LINE);
  }

  @TestFactory
  Stream<DynamicTest> help_is_plain() {
    return withSubcommands(Plimsoll.commandLine().getCommandSpec())
        .map(
            command ->
                dynamicTest(
                    command.qualifiedName(), () -> assertThat(findings(command)).isEmpty()));
  }

  @Test
  void texts_of_the_program_are_plain() {
    List<String> findings =
        JavaSource.all(CliRun.ROOT).stream()
            .flatMap(source -> JavaSource.texts(CliRun.ROOT, source).stream())
            .map(PlainEnglish::findings)
            .filter(found -> !found.isEmpty())
            .map(found -> found.get(0))
            .toList();

    assertThat(findings).as("write these in plain words").isEmpty();
  }

  @Test
  void javadocs_are_plain() {
    List<String> findings =
        JavaSource.all(CliRun.ROOT).stream()
            .flatMap(source -> JavaSource.firstSentences(CliRun.ROOT, source).stream())
            .map(PlainEnglish::firstFindings)
            .filter(found -> !found.isEmpty())
            .map(found -> found.get(0))
            .toList();

    assertThat(findings).as("write these in plain words").isEmpty();
  }

  private static Stream<CommandSpec> withSubcommands(CommandSpec command) {
    return Stream.concat(
        Stream.of(command),
        command.subcommands().values().stream()
            .flatMap(sub -> withSubcommands(sub.getCommandSpec())));
  }

  private static List<String> findings(CommandSpec command) {
    List<Sentence> sentences = new ArrayList<>();
    String name = command.qualifiedName();
    UsageMessageSpec usage = command.usageMessage();
    for (String[] lines : List.of(usage.header(), usage.description(), usage.footer())) {
      for (String line : lines) {
        sentences.addAll(Sentence.of(name, line));
      }
    }
    for (ArgSpec argument : command.args()) {
      sentences.addAll(
          Sentence.of(
              name + " " + argument.paramLabel(), String.join(" ", argument.description())));
    }
    return sentences.stream().flatMap(s -> PlainEnglish.findings(s).stream()).toList();
  }

  @Test
  void a_sentence_that_has_to_be_read_twice_is_found() {
    assertThat(
            List.of(
                "What doesn't fit is passed by what does not fit there at all.",
                "Those that have ended don't count but for one kind.",
                "Nothing is kept for as long as it is known.",
                "A pod that names a node that has a taint that it tolerates is placed.",
                "It decides anew.",
                "1 nodes would take it."))
        .allSatisfy(text -> assertThat(PlainEnglish.findings(plain(text))).isNotEmpty());
    assertThat(PlainEnglish.findings(plain("a ".repeat(36).strip()))).hasSize(1);
    assertThat(PlainEnglish.findings(plain("a ".repeat(35).strip()))).isEmpty();
  }

  @Test
  void a_first_sentence_of_a_javadoc_is_short_and_names_its_subject() {
    assertThat(
            List.of(
                "What a command found out.",
                "Returns another that answers the same.",
                "Returns whether the pod is not held any more.",
                "Reads from lists, since a watcher may not get.",
                "a ".repeat(26).strip()))
        .allSatisfy(text -> assertThat(PlainEnglish.firstFindings(plain(text))).hasSize(1))
        .allSatisfy(text -> assertThat(PlainEnglish.findings(plain(text))).isEmpty());
    assertThat(PlainEnglish.firstFindings(plain("Returns the same object."))).isEmpty();
  }

  @Test
  void plain_sentences_are_left_alone() {
    assertThat(
            List.of(
                "Pods that fit may overtake pods that don't.",
                "Slow clients are disconnected after a few events; nothing is buffered.",
                "What is modelled?",
                "Kubernetes charges neither key nor scope."))
        .allSatisfy(text -> assertThat(PlainEnglish.findings(plain(text))).isEmpty());
  }

  private static Sentence plain(String text) {
    return new Sentence("a.md:1", text, false);
  }

  /** What is wrong with a document, each with its line. */
  private static List<String> findings(Document document) throws IOException {
    List<String> findings = new ArrayList<>(longLines(document));
    document.sentences().forEach(s -> findings.addAll(PlainEnglish.findings(s)));
    Readability readability = Readability.of(document.sentences());
    if (readability.median() > LONGEST_MEDIAN) {
      findings.add(
          "%s: the median of its sentences is %d words, at most %d"
              .formatted(document.name(), readability.median(), LONGEST_MEDIAN));
    }
    if (readability.lix() > HARDEST) {
      findings.add(
          "%s: its readability (LIX) is %d, at most %d"
              .formatted(document.name(), readability.lix(), HARDEST));
    }
    return findings;
  }

  /** Tables, code and links can't be broken, all else can. */
  private static List<String> longLines(Document document) throws IOException {
    List<String> found = new ArrayList<>();
    boolean code = false;
    int number = 0;
    for (String line : Files.readAllLines(document.file())) {
      number++;
      if (line.strip().startsWith("```")) {
        code = !code;
      } else if (!code
          && line.length() > LONGEST_LINE
          && !line.startsWith("|")
          && !UNBREAKABLE.matcher(line).matches()
          && !line.startsWith("![")) {
        found.add(
            "%s:%d: %d characters, at most %d"
                .formatted(document.name(), number, line.length(), LONGEST_LINE));
      }
    }
    return found;
  }
}
