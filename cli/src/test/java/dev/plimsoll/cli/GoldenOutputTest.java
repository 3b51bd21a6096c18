package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is shown of the example on terminals of several widths. With {@code -Dplimsoll.regenerate}
 * the files are written instead; docs/recording/record makes the recording.
 */
class GoldenOutputTest {
  private static final String COLUMNS = "plimsoll.columns";
  private static final Path FOLDER =
      CliRun.ROOT.resolve("cli/src/test/resources/dev/plimsoll/cli/golden");
  private static final Path RECORDING = CliRun.ROOT.resolve("docs/recording");

  private static final Map<String, String> COMMANDS =
      Map.of(
          "gaps", "gaps",
          "explain", "explain deployment/notebook -n vision",
          "explain-pending", "explain pod/llm-8gpu -n nlp",
          "whatif", "whatif --remove-limitrange vision/gpu-defaults gaps",
          "whatif-explain",
              "whatif --remove-limitrange vision/gpu-defaults explain deployment/notebook -n"
                  + " vision");

  @AfterEach
  void forget() {
    System.clearProperty(COLUMNS);
  }

  static Stream<Arguments> outputs() {
    return COMMANDS.keySet().stream()
        .sorted()
        .flatMap(name -> Stream.of(60, 80, 120, 200).map(width -> Arguments.of(name, width)));
  }

  private static String shown(int columns, String command) {
    System.setProperty(COLUMNS, Integer.toString(columns));
    return CliRun.onExample(command.split(" ")).out().replace(CliRun.ROOT + "/", "");
  }

  @ParameterizedTest
  @MethodSource("outputs")
  void a_terminal_shows_what_it_showed(String name, int columns) throws IOException {
    Path file = FOLDER.resolve(name + "-" + columns + ".txt");
    String shown = shown(columns, COMMANDS.getOrDefault(name, ""));
    if (System.getProperty("plimsoll.regenerate") != null) {
      Files.writeString(file, shown);
    }

    assertThat(shown).isEqualTo(Files.readString(file));
  }

  @ParameterizedTest
  @MethodSource("outputs")
  void only_what_is_to_be_pasted_is_longer_than_the_terminal_is_wide(String name, int columns) {
    assertThat(shown(columns, COMMANDS.getOrDefault(name, "")).lines())
        .filteredOn(l -> l.length() > columns)
        .allMatch(l -> l.matches("(. )?\\s*(try: plimsoll |kubectl |[\\[ ]\\{\"op\":).*"));
  }

  @Test
  void the_recording_shows_what_the_program_prints() throws IOException {
    List<String> lines = Files.readAllLines(RECORDING.resolve("plimsoll.txt"));
    StringBuilder now = new StringBuilder();
    for (String line : lines) {
      if (line.startsWith("$ ./plimsoll ")) {
        String command = line.substring(13).replace(" --snapshot examples/gpu-tenants.json", "");
        now.append(line).append('\n').append(shown(100, command)).append('\n');
      }
    }

    assertThat(String.join("\n", lines) + "\n").isEqualTo(now.toString());
  }

  @Test
  void the_recording_to_be_played_is_the_one_to_be_read() throws IOException {
    StringBuilder played = new StringBuilder();
    double time = 0;
    List<String> events = Files.readAllLines(RECORDING.resolve("plimsoll.cast"));
    assertThat(JsonParser.parseString(events.get(0)).getAsJsonObject().get("version").getAsInt())
        .isEqualTo(2);
    for (String event : events.subList(1, events.size())) {
      List<JsonElement> parts = JsonParser.parseString(event).getAsJsonArray().asList();
      assertThat(parts.get(0).getAsDouble()).isGreaterThan(time);
      time = parts.get(0).getAsDouble();
      played.append(parts.get(2).getAsString());
    }

    assertThat(played.toString().replaceAll("\u001b\\[[0-9]*m", "").replace("\r\n", "\n"))
        .isEqualTo(Files.readString(RECORDING.resolve("plimsoll.txt")));
    assertThat(played.toString()).contains("\u001b[31m");
  }
}
