package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules: Prometheus' own tool takes them, and each alert is seen to fire and not to fire. */
class MonitoringRulesTest {
  private static final String TESTS = "rules-test.yaml";
  private static final String HOURS = "device-hours-test.yaml";

  @TempDir private Path folder;

  static List<JsonObject> rules() {
    JsonObject spec = JsonPaths.object(rule(), "spec").orElseThrow();
    return list(spec, "groups").stream().flatMap(g -> list(g, "rules").stream()).toList();
  }

  private static List<JsonObject> rules(String kind) {
    return rules().stream().filter(r -> r.has(kind)).toList();
  }

  private static JsonObject rule() {
    return ManifestFiles.read(ManifestFiles.FOLDER.resolve("monitoring/prometheusrule.yaml"))
        .get(0);
  }

  private static List<JsonObject> list(JsonObject object, String name) {
    return object.get(name) instanceof JsonArray array
        ? array.asList().stream().map(JsonElement::getAsJsonObject).toList()
        : List.of();
  }

  private static String tests(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            MonitoringRulesTest.class.getResourceAsStream("monitoring/" + name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void every_rule_says_what_its_test_says() throws Exception {
    Assumptions.assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "promtool"))),
        "promtool is not installed (Debian's package prometheus has it).");
    Files.writeString(
        folder.resolve("rules.yaml"), JsonPaths.object(rule(), "spec").orElseThrow().toString());
    for (String tests : List.of(TESTS, HOURS)) {
      Files.writeString(folder.resolve(tests), tests(tests));
    }

    assertSucceeds("check", "rules", "rules.yaml");
    assertSucceeds("test", "rules", TESTS, HOURS);
  }

  private void assertSucceeds(String... words) throws Exception {
    List<String> command = Stream.concat(Stream.of("promtool"), Stream.of(words)).toList();
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
  }

  @Test
  void no_alert_is_without_a_test() throws Exception {
    Set<String> tested = new TreeSet<>();
    for (JsonObject test : list(ManifestFiles.parse(tests(TESTS)).get(0), "tests")) {
      for (JsonObject expected : list(test, "alert_rule_test")) {
        if (!list(expected, "exp_alerts").isEmpty()) {
          tested.add(JsonPaths.text(expected, "alertname"));
        }
      }
    }

    assertThat(rules("alert"))
        .extracting(r -> JsonPaths.text(r, "alert"))
        .hasSameElementsAs(tested);
  }

  @Test
  void no_record_is_without_a_test() throws Exception {
    String expressions =
        list(ManifestFiles.parse(tests(HOURS)).get(0), "tests").stream()
            .flatMap(t -> list(t, "promql_expr_test").stream())
            .map(e -> JsonPaths.text(e, "expr"))
            .collect(Collectors.joining("\n"));

    assertThat(rules("record"))
        .hasSize(8)
        .allSatisfy(r -> assertThat(expressions).contains("(" + JsonPaths.text(r, "record") + ","));
  }

  @Test
  void every_alert_links_to_what_is_said_of_it() throws IOException {
    String operations =
        Files.readString(
            Path.of(System.getProperty("plimsoll.root", "..")).resolve("docs/operations.md"));
    Set<String> anchors = new TreeSet<>();
    Pattern.compile("^#+ (.+)$", Pattern.MULTILINE)
        .matcher(operations)
        .results()
        .map(r -> r.group(1).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", ""))
        .forEach(heading -> anchors.add("docs/operations.md#" + heading.replace(' ', '-')));

    assertThat(rules("alert"))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            r -> assertThat(anchors).contains(JsonPaths.text(r, "annotations", "runbook_url")));
  }
}
