package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Manifests with a wrong value in many fields, and what API servers of three versions said of them.
 * Recorded with {@code dryRun=All}. An older answer is recorded where it differs. All manifests are
 * one set, whose objects don't depend on each other.
 */
class CheckInvalidFieldsTest {
  private static final List<String> VERSIONS = List.of("1.36", "1.33", "1.31");

  /** These versions print addresses of memory. */
  private static final String ADDRESS = "0x[0-9a-f…]+";

  @TempDir private Path folder;

  private static List<JsonObject> recorded() throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(
            CheckInvalidFieldsTest.class.getResourceAsStream("invalid-fields.jsonl"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(l -> JsonParser.parseString(l).getAsJsonObject())
          .toList();
    }
  }

  private JsonArray findings(String version) throws IOException {
    JsonObject list = new JsonObject();
    JsonArray items = new JsonArray();
    recorded().forEach(r -> items.add(r.get("manifest")));
    list.addProperty("apiVersion", "v1");
    list.addProperty("kind", "List");
    list.add("items", items);
    CheckRun run =
        new CheckRun(folder)
            .with("a/manifests.json", list.toString())
            .with(
                "cluster.yaml",
                "apiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n---\n" + nodes(2));
    CliRun checked =
        CliRun.of(
            "check",
            run.path("a").toString(),
            "--complete",
            "--snapshot",
            run.path("cluster.yaml").toString(),
            "--kubernetes-version",
            version,
            "-o",
            "json");
    assertThat(checked.exitCode()).as(checked.err()).isEqualTo(ExitCode.WRONG);
    return JsonParser.parseString(checked.out()).getAsJsonObject().getAsJsonArray("findings");
  }

  private static String answer(JsonObject recorded, String version) {
    return VERSIONS.subList(0, VERSIONS.indexOf(version) + 1).stream()
        .filter(recorded::has)
        .reduce((newer, older) -> older)
        .map(v -> recorded.get(v).getAsString())
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.36", "1.33", "1.31"})
  void each_field_is_invalid_in_the_words_of_the_API_server(String version) throws IOException {
    List<String> said = new ArrayList<>();
    List<String> denied = new ArrayList<>();
    for (JsonElement finding : findings(version)) {
      denied.add(JsonPaths.text(finding.getAsJsonObject(), "message"));
      finding
          .getAsJsonObject()
          .getAsJsonArray("details")
          .forEach(d -> said.add(d.getAsString().replaceAll(ADDRESS, "0x…")));
    }

    assertThat(recorded()).hasSizeGreaterThan(200);
    for (JsonObject recorded : recorded()) {
      String answer = answer(recorded, version);
      String name = JsonPaths.text(recorded, "manifest", "metadata", "name");
      if (answer.isEmpty()) {
        assertThat(denied)
            .as(version + " " + recorded.get("case"))
            .noneMatch(m -> m.matches("[a-z]+/" + name + " in .* is denied"));
      } else {
        assertThat(said).as(version + " " + recorded.get("case")).contains(answer);
      }
    }
  }
}
