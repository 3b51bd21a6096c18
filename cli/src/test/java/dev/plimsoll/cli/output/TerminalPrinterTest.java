package dev.plimsoll.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TerminalPrinterTest {
  private static String printed(boolean colors, String linkBase, Consumer<TerminalPrinter> what) {
    StringWriter text = new StringWriter();
    TerminalPrinter out = TerminalPrinter.of(text, 0, colors, linkBase);
    what.accept(out);
    out.flush();
    return text.toString();
  }

  static Stream<Arguments> unsafe() {
    return Stream.of(
        Arguments.of("\u001b[31mred", "\\u001b[31mred"),
        Arguments.of("\u009b31mred", "\\u009b31mred"),
        Arguments.of("a\u0007b", "a\\u0007b"),
        Arguments.of("a\rb", "a\\rb"),
        Arguments.of("a\u007fb", "a\\u007fb"),
        Arguments.of("a\u2028b", "a\\u2028b"),
        Arguments.of("a\u202egpj.exe", "a\\u202egpj.exe"),
        Arguments.of("a\u200bb", "a\\u200bb"),
        Arguments.of("a\ufdd1b", "a\\ufdd1b"),
        Arguments.of("grüße 名前 🚢", "grüße 名前 🚢"));
  }

  @ParameterizedTest
  @MethodSource("unsafe")
  void what_a_terminal_would_act_on_is_written_out(String text, String wanted) {
    assertThat(ControlCharacters.escaped(text)).isEqualTo(wanted);
  }

  @Test
  void notes_and_errors_are_shown_at_once() {
    StringWriter text = new StringWriter();

    TerminalPrinter.plain(new BufferedWriter(text)).println("error: none");

    assertThat(text.toString()).isEqualTo("error: none" + System.lineSeparator());
  }

  @Test
  void invisible_characters_beyond_the_basic_plane_are_written_as_in_json() {
    assertThat(ControlCharacters.escaped("a" + Character.toString(0xe0041)))
        .isEqualTo("a\\udb40\\udc41");
  }

  @Test
  void a_line_stays_one_line_and_a_document_keeps_its_lines() {
    assertThat(printed(true, "", o -> o.println("a\nb\tc"))).isEqualTo("a\\nb\\tc\n");
    assertThat(printed(true, "", o -> o.print("a\n\tb\n"))).isEqualTo("a\n\tb\n");
    assertThat(printed(true, "", o -> o.printf("%s%n", "\u001b]0;title\u0007")))
        .isEqualTo("\\u001b]0;title\\u0007\n");
  }

  @Test
  void styles_and_links_are_shown_only_where_the_terminal_can() {
    String text = Link.to("docs/gaps.md#noquota", Style.ERROR.of("NoQuota")) + ".";

    assertThat(printed(false, "", o -> o.println(text))).isEqualTo("NoQuota.\n");
    assertThat(printed(true, "", o -> o.println(text))).isEqualTo("\u001b[31mNoQuota\u001b[0m.\n");
    assertThat(printed(true, "file:///p/", o -> o.println(text)))
        .isEqualTo(
            "\u001b]8;;file:///p/docs/gaps.md#noquota\u001b\\\u001b[31mNoQuota\u001b[0m"
                + "\u001b]8;;\u001b\\.\n");
  }

  @Test
  void cells_cannot_smuggle_a_style_or_a_line_in() {
    Table table = new Table("name").row(Style.ERROR.of("x") + "\nNAME\n\u001b[2J");

    assertThat(printed(true, "file:///p/", o -> table.print(o, false)))
        .isEqualTo("\\ufdd2x\\ufdef\\nNAME\\n\\u001b[2J\n");
  }

  @Test
  void of_all_characters_none_is_a_control_once_printed() {
    StringBuilder all = new StringBuilder();
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      all.appendCodePoint(c);
    }

    String line = printed(true, "", o -> o.println(ControlCharacters.escaped(all.toString())));

    assertThat(line).endsWith("\n");
    assertThat(line.stripTrailing().codePoints())
        .noneMatch(
            c ->
                Character.isISOControl(c)
                    || Character.getType(c) == Character.FORMAT
                    || Character.getType(c) == Character.SURROGATE);
  }
}
