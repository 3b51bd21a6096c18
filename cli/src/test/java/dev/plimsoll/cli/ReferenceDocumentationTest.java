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
import java.util.List;
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
  private static final Path RIGHTS = CliRun.ROOT.resolve("docs/rights.md");

  @Test
  void every_metric_is_documented() throws IOException {
    Set<String> documented = documentedMetrics();

    assertThat(metricsOfCode().stream().filter(m -> !m.matches("plimsoll_(namespace|tenant)")))
        .hasSizeGreaterThan(40)
        .filteredOn(m -> !documented.contains(m) && !documented.contains(m + "_total"))
        .isEmpty();
  }

  @Test
  void every_documented_metric_is_there() throws IOException {
    Set<String> known = metricsOfCode();

    assertThat(documentedMetrics())
        .hasSizeGreaterThan(40)
        .filteredOn(m -> !known.contains(m) && !known.contains(m.replaceFirst("_total$", "")))
        .filteredOn(m -> !m.matches("plimsoll_(namespace|tenant)_held_(pods|seconds_total)"))
        .filteredOn(m -> !m.matches("plimsoll_advisor_(outcomes|quota_hard)"))
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
    try (Stream<Path> modules = Files.list(CliRun.ROOT)) {
      for (Path sources :
          modules.map(m -> m.resolve("src/main/java")).filter(Files::isDirectory).toList()) {
        try (Stream<Path> files = Files.walk(sources)) {
          for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
            METRIC.matcher(Files.readString(file)).results().forEach(m -> names.add(m.group(1)));
          }
        }
      }
    }
    return names;
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

            What each role of the manifests may do, made of them by a test (`-Dplimsoll.regenerate` writes it anew). Others compare the roles with what the service, run with them, asks of the API server. \
            [security.md](security.md) says who could want more.
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
            "\n## %s %s\n\nIn [%s](../%s).\n\n| may | of | what |\n|---|---|---|\n"
                .formatted(
                    role.get("kind").getAsString(),
                    role.getAsJsonObject("metadata").get("name").getAsString(),
                    file,
                    file));
    for (JsonElement each : role.getAsJsonArray("rules")) {
      JsonObject rule = each.getAsJsonObject();
      String what =
          rule.has("nonResourceURLs") ? words(rule, "nonResourceURLs") : words(rule, "resources");
      String names = rule.has("resourceNames") ? ", named " + words(rule, "resourceNames") : "";
      text.append(
          "| %s | %s | %s%s |\n".formatted(words(rule, "verbs"), groups(rule), what, names));
    }
    return text.toString();
  }

  private static String groups(JsonObject rule) {
    return rule.has("apiGroups") ? words(rule, "apiGroups") : "paths";
  }

  private static String words(JsonObject rule, String field) {
    List<String> words = new ArrayList<>();
    for (JsonElement word : rule.getAsJsonArray(field)) {
      words.add(word.getAsString().isEmpty() ? "core" : "`" + word.getAsString() + "`");
    }
    return String.join(", ", words);
  }
}
