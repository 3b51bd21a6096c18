package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What the documents say that a command prints is what it prints: in a block, a line {@code $
 * ./plimsoll …} and the lines after it. A line {@code …} stands for any number of lines.
 */
class DocumentedOutputTest {
  private static final String PROGRAM = "./plimsoll ";
  private static final String ANY_LINES = "…";

  private record Shown(String document, String command, List<String> output) {
    List<String> arguments() {
      return Arrays.stream(command.split(" +"))
          .map(a -> a.startsWith("examples/") ? CliRun.ROOT.resolve(a).toString() : a)
          .toList();
    }

    /** Whether the lines are those shown, with whatever the omitted ones are. */
    boolean isShownBy(List<String> lines) {
      return matches(output, lines);
    }

    private static boolean matches(List<String> shown, List<String> lines) {
      if (shown.isEmpty()) {
        return lines.isEmpty();
      }
      List<String> rest = shown.subList(1, shown.size());
      if (!shown.get(0).strip().equals(ANY_LINES)) {
        return !lines.isEmpty()
            && lines.get(0).stripTrailing().equals(shown.get(0).stripTrailing())
            && matches(rest, lines.subList(1, lines.size()));
      }
      for (int skipped = 0; skipped <= lines.size(); skipped++) {
        if (matches(rest, lines.subList(skipped, lines.size()))) {
          return true;
        }
      }
      return false;
    }
  }

  @TestFactory
  List<DynamicTest> a_documented_command_prints_what_is_documented() throws IOException {
    List<Shown> shown = shown();

    assertThat(shown).hasSizeGreaterThan(3);
    return shown.stream()
        .map(s -> dynamicTest(s.document() + ": " + s.command(), () -> compare(s)))
        .toList();
  }

  @Test
  void omitted_lines_are_the_only_freedom() {
    Shown shown = new Shown("", "", List.of("a", ANY_LINES, "d"));

    assertThat(shown.isShownBy(List.of("a", "b", "c", "d"))).isTrue();
    assertThat(shown.isShownBy(List.of("a", "d"))).isTrue();
    assertThat(shown.isShownBy(List.of("a", "b", "d", "e"))).isFalse();
    assertThat(shown.isShownBy(List.of("b", "d"))).isFalse();
  }

  private static void compare(Shown shown) {
    CliRun run = CliRun.of(shown.arguments().toArray(String[]::new));
    List<String> lines = run.out().replace(CliRun.ROOT + "/", "").lines().toList();

    if (!shown.isShownBy(lines)) {
      assertThat(String.join("\n", lines)).isEqualTo(String.join("\n", shown.output()));
    }
  }

  private static List<Shown> shown() throws IOException {
    List<Path> documents = new ArrayList<>(List.of(CliRun.ROOT.resolve("README.md")));
    try (Stream<Path> docs = Files.list(CliRun.ROOT.resolve("docs"))) {
      docs.filter(p -> p.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    List<Shown> shown = new ArrayList<>();
    for (Path document : documents) {
      for (String block : blocks(Files.readString(document))) {
        read(document.getFileName().toString(), block, shown);
      }
    }
    return shown;
  }

  private static List<String> blocks(String text) {
    String[] parts = text.split("(?m)^```[a-z]*\\R?");
    List<String> blocks = new ArrayList<>();
    for (int i = 1; i < parts.length; i += 2) {
      blocks.add(parts[i]);
    }
    return blocks;
  }

  private static void read(String document, String block, List<Shown> into) {
    String[] parts = ("\n" + block.replaceAll("\\\\\\R *", "")).split("\\R\\$ ");
    for (int i = 1; i < parts.length; i++) {
      List<String> lines = parts[i].stripTrailing().lines().toList();
      if (lines.get(0).startsWith(PROGRAM) && lines.size() > 1) {
        String command = lines.get(0).substring(PROGRAM.length());
        into.add(new Shown(document, command, lines.subList(1, lines.size())));
      }
    }
  }
}
