package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.plimsoll.cli.document.CodeBlock;
import dev.plimsoll.cli.document.Document;
import dev.plimsoll.cli.document.ShellCommand;
import dev.plimsoll.cli.document.ShownLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What the documents say that a command prints is what it prints: in a block, a line {@code $
 * ./plimsoll …} and the lines after it. A line {@code …} stands for any number of lines. With
 * {@code -Dplimsoll.regenerate} the documents are written instead: a shown line becomes the printed
 * one that is most like it.
 */
class DocumentedOutputTest {
  private static final String ANY_LINES = ShownLines.ANY;

  private record Shown(CodeBlock block, ShellCommand command) {
    /** Whether the lines are those shown, with whatever the omitted ones are. */
    boolean isShownBy(List<String> lines) {
      return matches(command.output(), lines);
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
  List<DynamicTest> a_documented_command_prints_what_is_documented() {
    List<Shown> shown = shown();

    assertThat(shown).hasSizeGreaterThan(3);
    return shown.stream()
        .map(s -> dynamicTest(s.block().place() + ": " + s.command().line(), () -> compare(s)))
        .toList();
  }

  @Test
  void omitted_lines_are_the_only_freedom() {
    Shown shown =
        new Shown(new CodeBlock("", 1, "", ""), new ShellCommand("", List.of("a", ANY_LINES, "d")));

    assertThat(shown.isShownBy(List.of("a", "b", "c", "d"))).isTrue();
    assertThat(shown.isShownBy(List.of("a", "d"))).isTrue();
    assertThat(shown.isShownBy(List.of("a", "b", "d", "e"))).isFalse();
    assertThat(shown.isShownBy(List.of("b", "d"))).isFalse();
  }

  private static void compare(Shown shown) throws IOException {
    CliRun run = CliRun.asWritten(shown.command());
    List<String> lines = run.out().replace(CliRun.ROOT + "/", "").lines().toList();
    List<String> output = shown.command().output();

    if (!shown.isShownBy(lines) && System.getProperty("plimsoll.regenerate") != null) {
      rewrite(shown, ShownLines.renewed(output, lines));
    } else if (!shown.isShownBy(lines)) {
      assertThat(String.join("\n", lines))
          .as(shown.block().place())
          .isEqualTo(String.join("\n", output).stripTrailing());
    }
  }

  private static void rewrite(Shown shown, List<String> renewed) throws IOException {
    Path file = CliRun.ROOT.resolve(shown.block().document());
    String text = Files.readString(file);
    String before = String.join("\n", shown.command().output()).stripTrailing() + "\n";

    assertThat(text).contains(before);
    Files.writeString(file, text.replace(before, String.join("\n", renewed) + "\n"));
  }

  @Test
  void a_changed_line_is_renewed_and_what_was_left_out_stays_so() {
    List<String> shown = List.of("NAME   WHY", ANY_LINES, "two    old words", ANY_LINES);
    List<String> printed = List.of("NAME   WHY", "one    x", "two    new words", "three  y");

    assertThat(ShownLines.renewed(shown, printed))
        .containsExactly("NAME   WHY", ANY_LINES, "two    new words", ANY_LINES);
    assertThat(ShownLines.renewed(List.of("a", "b"), printed)).isEqualTo(printed);
  }

  /** The commands below which something is shown. */
  private static List<Shown> shown() {
    List<Shown> shown = new ArrayList<>();
    for (Document document : Document.all(CliRun.ROOT)) {
      for (CodeBlock block : document.blocks()) {
        block.commands().stream()
            .filter(c -> c.line().startsWith("./plimsoll ") && !c.output().isEmpty())
            .forEach(c -> shown.add(new Shown(block, c)));
      }
    }
    return shown;
  }
}
