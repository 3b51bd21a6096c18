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
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alerts: Prometheus' own tool takes them, and each is seen to fire and not to fire. */
class MonitoringRulesTest {
  private static final String TESTS = "rules-test.yaml";

  @TempDir private Path folder;

  static List<JsonObject> rules() {
    JsonObject spec = JsonPaths.object(rule(), "spec").orElseThrow();
    return list(spec, "groups").stream().flatMap(g -> list(g, "rules").stream()).toList();
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

  private static String tests() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            MonitoringRulesTest.class.getResourceAsStream("monitoring/" + TESTS))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void every_alert_fires_and_is_silent_as_its_test_says() throws Exception {
    Assumptions.assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "promtool"))),
        "promtool is not installed (Debian's package prometheus has it).");
    Files.writeString(
        folder.resolve("rules.yaml"), JsonPaths.object(rule(), "spec").orElseThrow().toString());
    Files.writeString(folder.resolve(TESTS), tests());

    assertSucceeds("check", "rules", "rules.yaml");
    assertSucceeds("test", "rules", TESTS);
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
    for (JsonObject test : list(ManifestFiles.parse(tests()).get(0), "tests")) {
      for (JsonObject expected : list(test, "alert_rule_test")) {
        if (!list(expected, "exp_alerts").isEmpty()) {
          tested.add(JsonPaths.text(expected, "alertname"));
        }
      }
    }

    assertThat(rules()).extracting(r -> JsonPaths.text(r, "alert")).hasSameElementsAs(tested);
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

    assertThat(rules())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            r -> assertThat(anchors).contains(JsonPaths.text(r, "annotations", "runbook_url")));
  }
}
