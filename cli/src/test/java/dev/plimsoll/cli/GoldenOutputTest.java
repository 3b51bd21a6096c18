package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonPrimitive;
import dev.plimsoll.cli.document.TerminalDrawing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is shown of the example on terminals of several widths. With {@code -Dplimsoll.regenerate}
 * the files are written instead, the recording and its drawing too.
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

  /** What the recording shows; {@code asciinema play docs/recording/plimsoll.cast} plays it. */
  private static final List<String> RECORDED =
      List.of(
          "gaps",
          "explain deployment notebook -n vision",
          "whatif --remove-limitrange vision/gpu-defaults gaps");

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

    same(file, shown);
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
    StringBuilder text = new StringBuilder();
    for (String command : RECORDED) {
      text.append(typed(command)).append('\n').append(recorded(command, "never")).append('\n');
    }

    same(RECORDING.resolve("plimsoll.txt"), text.toString());
  }

  @Test
  void the_recording_to_be_played_is_the_one_to_be_read() throws IOException {
    StringBuilder cast = new StringBuilder();
    cast.append("{\"version\": 2, \"width\": 100, \"height\": 50, \"title\": \"plimsoll\"}\n");
    int time = 0;
    for (String command : RECORDED) {
      cast.append(event(time += 1500, typed(command) + "\n"));
      cast.append(event(time += 700, recorded(command, "always")));
      cast.append(event(time += 4000, "\n"));
    }

    same(RECORDING.resolve("plimsoll.cast"), cast.toString());
  }

  @Test
  void the_drawing_of_the_terminal_shows_what_the_program_prints() throws IOException {
    List<String> screens =
        RECORDED.stream()
            .limit(2)
            .map(command -> typed(command) + "\n" + recorded(command, "always"))
            .toList();

    same(
        CliRun.ROOT.resolve("docs/images/terminal.svg"),
        TerminalDrawing.of(
            "plimsoll gaps lists what is wrong, plimsoll explain says why", 100, 26, screens));
  }

  private static String typed(String command) {
    return "$ ./plimsoll " + command + " --snapshot examples/gpu-tenants.json";
  }

  private static String recorded(String command, String colours) {
    return shown(100, command + " --color " + colours);
  }

  /** Returns an event as asciicast has it; times are in thousandths of a second. */
  private static String event(int time, String text) {
    return String.format(
        Locale.ROOT,
        "[%.3f, \"o\", %s]\n",
        time / 1000.0,
        new JsonPrimitive(text.replace("\n", "\r\n")));
  }

  private static void same(Path file, String text) throws IOException {
    if (System.getProperty("plimsoll.regenerate") != null) {
      Files.writeString(file, text);
    }

    assertThat(text).isEqualTo(Files.readString(file));
  }
}
