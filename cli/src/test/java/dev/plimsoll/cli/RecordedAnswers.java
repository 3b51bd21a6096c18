package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Answers that API servers of three versions gave to manifests, one JSON object on each line. */
final class RecordedAnswers {
  private static final List<String> VERSIONS = List.of("1.36", "1.33", "1.31");

  private RecordedAnswers() {}

  /** Returns the lines of a file of answers. */
  static List<JsonObject> lines(String name) throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(RecordedAnswers.class.getResourceAsStream(name))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(l -> JsonParser.parseString(l).getAsJsonObject())
          .toList();
    }
  }

  /** Returns the answer of a version. An older answer is recorded where it differs. */
  static String answer(JsonObject recorded, String version) {
    return VERSIONS.subList(0, VERSIONS.indexOf(version) + 1).stream()
        .filter(recorded::has)
        .reduce((newer, older) -> older)
        .map(v -> recorded.get(v).getAsString())
        .orElseThrow();
  }

  /** Returns objects as a list that kubectl reads. */
  static String list(JsonArray items) {
    JsonObject list = new JsonObject();
    list.addProperty("apiVersion", "v1");
    list.addProperty("kind", "List");
    list.add("items", items);
    return list.toString();
  }

  /** Returns the findings of {@code check} about a folder of manifests, some of them wrong. */
  static JsonArray findings(CheckRun run, String manifests, String snapshot, String version) {
    CliRun checked =
        run.checked(
            manifests,
            "--complete",
            "--snapshot",
            run.path(snapshot).toString(),
            "--kubernetes-version",
            version,
            "-o",
            "json");
    assertThat(checked.exitCode()).as(checked.err()).isEqualTo(ExitCode.WRONG);
    return JsonParser.parseString(checked.out()).getAsJsonObject().getAsJsonArray("findings");
  }
}
