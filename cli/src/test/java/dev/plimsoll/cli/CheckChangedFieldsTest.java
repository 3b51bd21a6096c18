package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Manifests that change stored objects, and what {@code kubectl apply --dry-run=server} got from
 * API servers of three versions. The stored objects are recorded, too. An older answer is recorded
 * where it differs. Ellipses stand for pod templates, and which fields of a pod differ is left out.
 */
class CheckChangedFieldsTest {
  @TempDir private Path folder;

  private static List<JsonObject> lines() throws IOException {
    return RecordedAnswers.lines("changed-fields.jsonl");
  }

  private static List<JsonObject> recorded() throws IOException {
    return lines().stream().filter(l -> l.has("case")).toList();
  }

  private static String name(JsonObject recorded) {
    return JsonPaths.text(recorded, "manifest", "metadata", "name");
  }

  private JsonArray findings(String version) throws IOException {
    Map<String, String> bases = new HashMap<>();
    lines().stream()
        .filter(l -> l.has("stored"))
        .forEach(l -> bases.put(l.get("base").getAsString(), l.get("stored").toString()));
    JsonArray manifests = new JsonArray();
    JsonArray stored = new JsonArray();
    for (JsonObject each : recorded()) {
      String base = Objects.requireNonNull(bases.get(each.get("base").getAsString()));
      manifests.add(each.get("manifest"));
      stored.add(JsonParser.parseString(base.replace("@NAME@", name(each))));
    }
    CheckRun run =
        new CheckRun(folder)
            .with("a/manifests.json", RecordedAnswers.list(manifests))
            .with("cluster/stored.json", RecordedAnswers.list(stored))
            .with(
                "cluster/others.yaml",
                "apiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n---\n" + nodes(2));
    return RecordedAnswers.findings(run, "a", "cluster", version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.36", "1.33", "1.31"})
  void each_change_is_denied_in_the_words_of_the_API_server(String version) throws IOException {
    List<String> said = new ArrayList<>();
    List<String> denied = new ArrayList<>();
    for (JsonElement finding : findings(version)) {
      denied.add(JsonPaths.text(finding.getAsJsonObject(), "message"));
      finding.getAsJsonObject().getAsJsonArray("details").forEach(d -> said.add(d.getAsString()));
    }

    assertThat(recorded()).hasSizeGreaterThan(150);
    SoftAssertions all = new SoftAssertions();
    for (JsonObject recorded : recorded()) {
      String answer = RecordedAnswers.answer(recorded, version);
      String named = "\"" + name(recorded) + "\"";
      if (answer.isEmpty()) {
        all.assertThat(denied)
            .as(version + " " + recorded.get("case"))
            .noneMatch(m -> m.matches("[a-z]+/" + name(recorded) + " in .* is denied"));
      } else {
        all.assertThat(said.stream().filter(s -> s.contains(named)).toList())
            .as(version + " " + recorded.get("case"))
            .contains(answer);
      }
    }
    all.assertAll();
  }
}
