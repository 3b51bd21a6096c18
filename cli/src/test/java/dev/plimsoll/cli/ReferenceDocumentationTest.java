package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.cli.document.Document;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kube.yaml.YamlObject;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What is to be looked up is what is so: metrics, exit codes and rights. With {@code
 * -Dplimsoll.regenerate} docs/rights.md is written instead.
 */
class ReferenceDocumentationTest {
  private static final Pattern METRIC = Pattern.compile("\"(plimsoll_[a-z_]+[a-z])\"");

  /** A name that is put together of pieces, so that nobody finds it. */
  private static final Pattern PIECE =
      Pattern.compile("\"plimsoll_[a-z_]*(_\"|\"\\s*\\+)|\\+\\s*\"_[a-z_]+\"");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`plimsoll_[^|]*) \\|");
  private static final Path RIGHTS = CliRun.ROOT.resolve("docs/rights.md");

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

  @Test
  void rights_are_those_of_the_manifests() throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            # Rights

            The rights of each role in the manifests. A test writes this page (`-Dplimsoll.regenerate`).
            Other tests compare the roles with the requests of the running service.
            [security.md](security.md) lists who could misuse them.
            """);
    for (Path file : manifests()) {
      for (YamlObject object : YamlFile.read(file)) {
        if (object.kind().matches("(Cluster)?Role") && object.json().has("rules")) {
          text.append(section(CliRun.ROOT.relativize(file), object.json()));
        }
      }
    }
    if (System.getProperty("plimsoll.regenerate") != null) {
      Files.writeString(RIGHTS, text);
    }

    assertThat(text.toString()).isEqualTo(Files.readString(RIGHTS));
  }

  /** The files of Kustomize; the chart's are their templates. */
  private static List<Path> manifests() throws IOException {
    try (Stream<Path> files = Files.walk(CliRun.ROOT.resolve("manifests"))) {
      return files
          .filter(f -> f.toString().endsWith(".yaml") && !f.toString().contains("/chart/"))
          .sorted()
          .toList();
    }
  }

  private static String section(Path file, JsonObject role) {
    StringBuilder text =
        new StringBuilder(
            "\n## %s %s\n\n[`%s`](../%s)\n\n| may | on |\n|---|---|\n"
                .formatted(
                    role.get("kind").getAsString(),
                    role.getAsJsonObject("metadata").get("name").getAsString(),
                    file,
                    file));
    Map<String, List<String>> objectsByVerbs = new LinkedHashMap<>();
    for (JsonElement each : role.getAsJsonArray("rules")) {
      JsonObject rule = each.getAsJsonObject();
      objectsByVerbs
          .computeIfAbsent(words(rule, "verbs"), verbs -> new ArrayList<>())
          .add(objects(rule));
    }
    objectsByVerbs.forEach(
        (verbs, objects) ->
            text.append("| %s | %s |\n".formatted(verbs, String.join("; ", objects))));
    return text.toString();
  }

  private static String objects(JsonObject rule) {
    String what =
        rule.has("nonResourceURLs") ? words(rule, "nonResourceURLs") : words(rule, "resources");
    String names = rule.has("resourceNames") ? ", named " + words(rule, "resourceNames") : "";
    return groups(rule) + " " + what + names;
  }

  private static String groups(JsonObject rule) {
    return rule.has("apiGroups") ? words(rule, "apiGroups") : "path";
  }

  private static String words(JsonObject rule, String field) {
    List<String> words = new ArrayList<>();
    for (JsonElement word : rule.getAsJsonArray(field)) {
      words.add(word.getAsString().isEmpty() ? "core" : "`" + word.getAsString() + "`");
    }
    return String.join(", ", words);
  }
}
