package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * One thing has one name, that of docs/glossary.md: the words that once stood for it are in no
 * code, document, schema or manifest. Names are read word by word, so {@code bookedPods} has
 * "booked".
 */
final class TerminologyTest {
  /** Where a word may not be: in ordinary prose, "a place" is no name of ours. */
  private enum Scope {
    NAMES,
    ALL
  }

  private record Term(Scope scope, Pattern pattern, String instead) {
    Term(Scope scope, String words, String instead) {
      this(scope, Pattern.compile("\\b(?:" + words + ")\\b", Pattern.CASE_INSENSITIVE), instead);
    }
  }

  private record Allowed(Pattern file, Pattern line, String because) {
    Allowed(String file, String line, String because) {
      this(Pattern.compile(file), Pattern.compile(line), because);
    }
  }

  /** A line of a file, with the words of all its text and those of its names. */
  private record Line(String file, int number, String text, String words, String names) {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|_");

    static Line of(String file, int number, String text, String names) {
      return new Line(file, number, text, words(text), words(names));
    }

    boolean has(Term term) {
      return term.pattern().matcher(term.scope() == Scope.ALL ? words : names).find();
    }

    boolean is(Allowed exception) {
      return exception.file().matcher(file).matches() && exception.line().matcher(text).find();
    }

    private static String words(String text) {
      return BETWEEN_WORDS.matcher(text).replaceAll(" ");
    }

    @Override
    public String toString() {
      return file + ":" + number + ": " + text.strip();
    }
  }

  private static final List<Term> TERMS =
      List.of(
          new Term(Scope.ALL, "pictures?", "snapshot, or cluster"),
          new Term(Scope.ALL, "(over)?book(ed|ings?|able)", "assumed pod, assume"),
          new Term(Scope.ALL, "wak(es|ing|er)|woken?", "requeue"),
          new Term(
              Scope.ALL, "(held|holds?|holding|keeps?|kept) (\\w+ ){0,3}back", "held, HeldPod"),
          new Term(Scope.ALL, "feeds?|intakes?", "informer, list-watch"),
          new Term(Scope.ALL, "figures?", "usage, amount, number, metric"),
          new Term(Scope.ALL, "rooms?", "headroom"),
          new Term(Scope.ALL, "upkeep|recount(s|ed|ing)?", "resync"),
          new Term(Scope.ALL, "skim\\w*|surroundings?", "JsonScanner, ServerDependencies"),
          new Term(Scope.ALL, "(pod )?makers?|pod groups?", "PodTemplateOwner, WorkloadPods"),
          new Term(Scope.ALL, "refus(e|es|ed|als?|ing)", "denial, rejection or violation"),
          new Term(Scope.ALL, "certaint(y|ies)", "confidence"),
          new Term(
              Scope.ALL,
              "(is|are|there is) no (key|time|quantity|url|whole number|number)",
              "unknown key, invalid duration"),
          new Term(Scope.ALL, "for want of", "because … is missing"),
          new Term(Scope.ALL, "all the same", "anyway"),
          new Term(Scope.NAMES, "worlds?|trials?|scenes?", "Simulation, SimulationRun"),
          new Term(Scope.NAMES, "asks|(?<!workload )mix", "PodRequest, Fragmentation"),
          new Term(Scope.NAMES, "places?|moments?|books?", "Allocation, Observation, index"),
          new Term(Scope.NAMES, "swings?|strides?|patience|credits?", "StepLimits, tolerance"),
          new Term(Scope.NAMES, "steer\\w*|lend\\w*|lent|grains?", "Rebalancer, transfer, unit"),
          new Term(Scope.NAMES, "mistakes?|leads|beside", "ValidationErrors, RelatedKinds"),
          new Term(
              Scope.NAMES,
              "(class|interface|record|enum) (wanted|ask|positions?|sources?|items?|hardening)",
              "TenantDemand, PodRequest, ListWatch, JettyHardening"));

  private static final List<Allowed> EXCEPTIONS =
      List.of(
          new Allowed(
              "kubernetes/src/main/java/dev/plimsoll/kubernetes/quantity/\\w+\\.java",
              "(?i)places",
              "decimal places"),
          new Allowed(
              "(kubernetes|model|kube|server|extender|docs|manifests)/.*",
              "(?i)pod_?group",
              "the kind of scheduling APIs"),
          new Allowed("bench/.*", "\\bplace(Unheld|Gang)?\\(|::place\\b", "the verb of placed"),
          new Allowed(
              "model/.*/start/\\w+\\.java|kube/.*/StartReport\\.java|cli/.*/WhenText\\.java",
              "(?i)place",
              "a pod's place in the queue"),
          new Allowed(
              ".*", "SimulationRun\\.place\\(|SimulationRun place\\(", "the verb of placed"),
          new Allowed(
              ".*", "LimitRangeRefuses|AdmissionRefused", "names of gap kinds are API and stay"),
          new Allowed(
              ".*/(FlavorQuota|QuotaTree|WorkloadQuotas|QueueAdvisor(Test)?)\\.java",
              "lend(able|ingLimit)",
              "Kueue's own words"),
          new Allowed(".*/ByteHash\\.java", "mix\\(", "what hash functions do with bits"));

  private static final List<String> FOLDERS =
      List.of(
          "kubernetes",
          "model",
          "kube",
          "server",
          "admission",
          "extender",
          "advisor",
          "cli",
          "testkit",
          "bench",
          "docs",
          "manifests",
          "examples");

  private static final List<Line> LINES = lines();

  @TestFactory
  Stream<DynamicTest> a_word_that_became_another_is_used_nowhere() {
    return TERMS.stream()
        .map(
            term ->
                dynamicTest(
                    term.pattern() + " is " + term.instead(),
                    () ->
                        assertThat(LINES.stream().filter(l -> l.has(term)))
                            .filteredOn(l -> EXCEPTIONS.stream().noneMatch(l::is))
                            .isEmpty()));
  }

  @Test
  void each_exception_is_needed() {
    assertThat(EXCEPTIONS)
        .allMatch(
            e -> LINES.stream().anyMatch(l -> l.is(e) && TERMS.stream().anyMatch(t -> l.has(t))));
  }

  private static List<Line> lines() {
    try (Stream<Path> files = Files.walk(CliRun.ROOT)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> CliRun.ROOT.relativize(f))
          .filter(TerminologyTest::isChecked)
          .flatMap(TerminologyTest::lines)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The changelog alone says how things were called before. */
  private static boolean isChecked(Path file) {
    String path = file.toString();
    return (FOLDERS.contains(file.getName(0).toString())
            || path.matches("[A-Z]+\\.md|plimsoll|pom\\.xml"))
        && !path.contains("/target/")
        && !path.contains("/src/test/")
        && !path.contains("/src/fixtures/")
        && !path.equals("CHANGELOG.md")
        && path.matches(".*\\.(java|md|ya?ml|json|html|css)|(.*/)?pom\\.xml|plimsoll");
  }

  private static Stream<Line> lines(Path file) {
    List<Line> lines = new ArrayList<>();
    try {
      String text = Files.readString(CliRun.ROOT.resolve(file));
      List<String> names =
          file.toString().endsWith(".java") ? withoutProse(text).lines().toList() : List.of();
      List<String> all = text.lines().toList();
      for (int i = 0; i < all.size(); i++) {
        lines.add(
            Line.of(file.toString(), i + 1, all.get(i), i < names.size() ? names.get(i) : ""));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines.stream();
  }

  /** Blanks out comments and literals, and keeps the lines. */
  private static String withoutProse(String java) {
    return Pattern.compile(
            "\"\"\".*?\"\"\"|\"(\\\\.|[^\"\\\\])*+\"|'(\\\\.|[^'\\\\])*'|//[^\\n]*|/\\*.*?\\*/",
            Pattern.DOTALL)
        .matcher(java)
        .replaceAll(m -> m.group().replaceAll("[^\\n]", " "));
  }
}
