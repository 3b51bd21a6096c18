package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.document.Document;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`plimsoll_[^|]*) \\|");

  @Test
  void every_metric_has_a_row_in_a_table_of_metrics_and_only_one() throws IOException {
    List<String> rows = new ArrayList<>();
    for (String document : List.of("docs/operations.md", "docs/admission.md")) {
      String metrics =
          Files.readString(CliRun.ROOT.resolve(document))
              .split("(?m)^## Metrics$")[1]
              .split("(?m)^## ")[0];
      ROW.matcher(metrics).results().forEach(row -> rows.addAll(names(row.group(1))));
    }

    assertThat(rows)
        .hasSizeGreaterThan(60)
        .doesNotHaveDuplicates()
        .extracting(name -> name.replaceFirst("_total$", ""))
        .containsExactlyInAnyOrderElementsOf(
            metricsOfCode().stream()
                .map(name -> name.replaceFirst("_total$", ""))
                .collect(Collectors.toSet()));
  }

  private static List<String> names(String cell) {
    return Pattern.compile("`([^`]+)`")
        .matcher(cell)
        .results()
        .map((MatchResult name) -> name.group(1))
        .toList();
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
}
