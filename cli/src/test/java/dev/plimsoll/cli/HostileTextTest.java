package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example with names, labels and messages that a terminal would act on. */
class HostileTextTest {
  private static final String HOSTILE = "\u001b[8m\u009b2J\u202e\n\r\u0007\u007f";

  @TempDir private static Path folder;
  private static Path dump;

  @BeforeAll
  static void make_every_free_text_hostile() throws IOException {
    JsonObject example = JsonParser.parseString(Files.readString(CliRun.EXAMPLE)).getAsJsonObject();
    dump = Files.writeString(folder.resolve("hostile.json"), hostile("", example).toString());
  }

  private static JsonElement hostile(String name, JsonElement json) {
    if (json.isJsonObject()) {
      JsonObject object = new JsonObject();
      for (Map.Entry<String, JsonElement> each : json.getAsJsonObject().entrySet()) {
        object.add(
            each.getKey(),
            name.equals("metadata") && each.getKey().equals("name")
                ? each.getValue()
                : hostile(each.getKey(), each.getValue()));
      }
      return object;
    }
    if (json.isJsonArray()) {
      JsonArray array = new JsonArray();
      json.getAsJsonArray().forEach(e -> array.add(hostile(name, e)));
      return array;
    }
    return List.of("name", "message", "reason", "nodeName", "app").contains(name)
            && json.isJsonPrimitive()
            && !json.getAsString().isEmpty()
        ? new JsonPrimitive(json.getAsString() + HOSTILE)
        : json;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaps",
        "gaps -o wide",
        "gaps -o name",
        "gaps -o json",
        "gaps -o yaml",
        "advise",
        "advise -o wide",
        "whatif --uncordon a100-3 gaps"
      })
  void nothing_of_it_reaches_the_terminal(String command) {
    List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
    arguments.addAll(List.of("--color", "always", "--snapshot", dump.toString()));

    CliRun run = CliRun.of(arguments.toArray(String[]::new));

    assertThat(run.out() + run.err())
        .contains(command.contains("yaml") ? "\\e[8m" : "\\u001b[8m")
        .doesNotContain("\u001b[8m", "\u009b", "\u202e", "\r", "\u0007", "\u007f");
    assertThat(run.out().replaceAll("\u001b\\[[0-9]*m", "")).doesNotContain("\u001b");
  }
}
