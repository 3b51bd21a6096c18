package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.document.Document;
import dev.plimsoll.cli.document.DocumentedMetric;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference pages name the metrics and the exit codes of the code. */
class ReferenceDocumentationTest {
  private static final Pattern METRIC = Pattern.compile("\"(plimsoll_[a-z_]+[a-z])\"");

  /** A name that is put together of pieces, so that nobody finds it. */
  private static final Pattern PIECE =
      Pattern.compile("\"plimsoll_[a-z_]*(_\"|\"\\s*\\+)|\\+\\s*\"_[a-z_]+\"");

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** The modules that export metrics, in the order of the page, with what a reader must know. */
  private static final Map<String, String> ROLES =
      new TreeMap<>(
          Map.of(
              "1server", "## Every role\n\n",
              "2extender",
                  """
                  ## The extender

                  Only the leader counts `plimsoll_device_seconds_total`. Its sums start at 0 after a restart or a
                  take-over: add up `increase()` over the replicas ([report.md](report.md#over-time)).

                  """,
              "3console",
                  """
                  ## The console

                  The page, with the extender or by itself, counts these once a minute. It exports nothing while
                  the cluster could not be read whole.

                  """,
              "4advisor",
                  """
                  ## The advisor

                  All have the label `policy`, except `plimsoll_advisor_blocked` and `plimsoll_advisor_leader`. A
                  single run, and so a job, exports its findings and actions. It exports nothing about decisions,
                  blocks and leaders.

                  """,
              "5admission", "## The role admission\n\n"));

  private static final String HEAD =
      """
      # Metrics

      `ReferenceDocumentationTest` writes this page from the help texts of the metrics. The names are
      API. Amounts have the labels `resource` and `unit`, the unit of the amount.
      [operations.md](operations.md#who-may-read-metrics) says who may read metrics, and where.
      """;

  @Test
  void the_page_of_metrics_has_every_metric_with_its_help() throws IOException {
    List<DocumentedMetric> all = DocumentedMetric.all(CliRun.ROOT);
    StringBuilder page = new StringBuilder(HEAD);
    ROLES.forEach(
        (role, text) -> {
          page.append('\n').append(text).append("| metric | type | meaning |\n|---|---|---|\n");
          all.stream()
              .filter(metric -> metric.module().equals(role.substring(1)))
              .forEach(metric -> page.append(metric.row()));
        });
    Path file = CliRun.ROOT.resolve("docs/metrics.md");
    if (System.getProperty("plimsoll.regenerate") != null) {
      Path unused = Files.writeString(file, page);
    }

    assertThat(all)
        .hasSizeGreaterThan(60)
        .extracting(DocumentedMetric::name)
        .doesNotHaveDuplicates();
    assertThat(all)
        .allMatch(metric -> ROLES.keySet().stream().anyMatch(r -> r.endsWith(metric.module())));
    assertThat(file)
        .as("-Dtest=ReferenceDocumentationTest -Dplimsoll.regenerate writes it")
        .content()
        .isEqualTo(page.toString());
  }

  @Test
  void no_name_of_a_metric_is_put_together_of_pieces() throws IOException {
    assertThat(sources())
        .filteredOn(text -> text.contains("prometheus") || text.contains("MetricTable"))
        .hasSizeGreaterThan(10)
        .noneMatch(text -> PIECE.matcher(text).find());
    assertThat(List.of("\"plimsoll_advisor_\" + name", "prefix + \"_held_pods\""))
        .allMatch(text -> PIECE.matcher(text).find());
  }

  @Test
  void every_documented_metric_is_there() throws IOException {
    Set<String> known = metricsOfCode();

    assertThat(documentedMetrics())
        .hasSizeGreaterThan(40)
        .filteredOn(m -> !known.contains(m) && !known.contains(m.replaceFirst("_total$", "")))
        .isEmpty();
  }

  private static Set<String> documentedMetrics() {
    return Document.all(CliRun.ROOT).stream()
        .filter(d -> !d.name().equals("CHANGELOG.md"))
        .flatMap(d -> d.code().stream())
        .map(c -> c.replaceFirst("\\{.*", ""))
        .filter(c -> c.matches("plimsoll_[a-z_]+"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> metricsOfCode() throws IOException {
    Set<String> names = new TreeSet<>();
    sources().forEach(t -> METRIC.matcher(t).results().forEach(name -> names.add(name.group(1))));
    return names;
  }

  private static List<String> sources() throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> modules = Files.list(CliRun.ROOT)) {
      for (Path sources :
          modules.map(m -> m.resolve("src/main/java")).filter(Files::isDirectory).toList()) {
        try (Stream<Path> files = Files.walk(sources)) {
          for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
            texts.add(Files.readString(file));
          }
        }
      }
    }
    return texts;
  }

  @Test
  void exit_codes_are_those_that_are_documented() throws Exception {
    Set<Integer> codes = new TreeSet<>();
    for (Field field : ExitCode.class.getDeclaredFields()) {
      if (field.getType().equals(int.class)) {
        codes.add(field.getInt(null));
      }
    }
    String commands = Files.readString(CliRun.ROOT.resolve("docs/commands.md"));

    assertThat(
            Pattern.compile("(?m)^\\| (\\d) \\|")
                .matcher(commands)
                .results()
                .map((MatchResult row) -> Integer.valueOf(row.group(1))))
        .containsExactlyElementsOf(codes);
  }

  @Test
  void the_page_for_tenants_has_the_words_that_explain_prints() throws IOException {
    String printed = String.join("\n", sources());
    List<String> words =
        Files.readString(CliRun.ROOT.resolve("docs/tenant.md"))
            .lines()
            .dropWhile(line -> !line.startsWith("| the first line says"))
            .takeWhile(line -> line.startsWith("|"))
            .filter(line -> line.startsWith("| `"))
            .flatMap(line -> CODE.matcher(line.substring(0, line.indexOf(" |", 2))).results())
            .map((MatchResult word) -> word.group(1))
            .toList();

    assertThat(words).hasSizeGreaterThan(8).allMatch(printed::contains);
  }

  @Test
  void the_page_for_deciders_has_the_figures_of_the_back_test() throws IOException {
    MatchResult figures =
        Pattern.compile("(?m)^advisor, 5 min later +(\\d+)\\.\\d+ +([\\d.]+ %) +([\\d.]+) ")
            .matcher(Files.readString(CliRun.ROOT.resolve("docs/backtest.md")))
            .results()
            .findFirst()
            .orElseThrow();

    assertThat(CliRun.ROOT.resolve("docs/decide.md"))
        .content()
        .contains(
            "| quotas set by Plimsoll, 5 minutes later | %s | %s | %s |"
                .formatted(figures.group(1), figures.group(2), figures.group(3)));
  }
}
