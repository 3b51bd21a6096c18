package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Manifests with a wrong value in many fields, and what API servers of three versions said of them.
 * Recorded with {@code dryRun=All}. An older answer is recorded where it differs. All manifests are
 * one set, whose objects don't depend on each other.
 */
class CheckInvalidFieldsTest {
  /** These versions print addresses of memory. */
  private static final String ADDRESS = "0x[0-9a-f…]+";

  @TempDir private Path folder;

  private static List<JsonObject> recorded() throws IOException {
    return RecordedAnswers.lines("invalid-fields.jsonl");
  }

  private JsonArray findings(String version) throws IOException {
    JsonArray items = new JsonArray();
    recorded().forEach(r -> items.add(r.get("manifest")));
    CheckRun run =
        new CheckRun(folder)
            .with("a/manifests.json", RecordedAnswers.list(items))
            .with(
                "cluster.yaml",
                "apiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n---\n" + nodes(2));
    return RecordedAnswers.findings(run, "a", "cluster.yaml", version);
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
      String answer = RecordedAnswers.answer(recorded, version);
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
