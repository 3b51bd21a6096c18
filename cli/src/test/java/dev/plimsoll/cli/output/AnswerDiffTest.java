package dev.plimsoll.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class AnswerDiffTest {
  private static String diff(Consumer<TerminalPrinter> before, Consumer<TerminalPrinter> after) {
    AnswerRecorder first = new AnswerRecorder();
    before.accept(first);
    AnswerRecorder second = new AnswerRecorder();
    after.accept(second);
    StringWriter text = new StringWriter();
    TerminalPrinter out = TerminalPrinter.of(text, 40, false, "");
    AnswerDiff.print(out, true, first.lines(), second.lines());
    out.flush();
    return text.toString();
  }

  private static Consumer<TerminalPrinter> lines(String... lines) {
    return out -> {
      for (String line : lines) {
        out.println(line);
      }
    };
  }

  private static Consumer<TerminalPrinter> quotas(String... used) {
    return out -> {
      Table table = new Table("quota", "used");
      for (int i = 0; i < used.length; i++) {
        table.row("q" + i, used[i]);
      }
      out.table(table, true, false);
    };
  }

  @Test
  void equal_answers_have_nothing_to_print() {
    assertThat(diff(lines("a", ""), lines("", "a"))).isEqualTo("Nothing changes.\n");
  }

  @Test
  void what_stays_is_not_printed() {
    assertThat(diff(lines("head", "a", "b", "tail"), lines("head", "c", "tail")))
        .isEqualTo("- before, + after:\n- a\n- b\n+ c\n");
    assertThat(diff(lines(), lines("a"))).isEqualTo("- before, + after:\n+ a\n");
  }

  @Test
  void long_lines_are_wrapped_beside_their_mark() {
    assertThat(diff(lines(), lines("  a sentence that is longer than the terminal is wide")))
        .isEqualTo(
            """
            - before, + after:
            +   a sentence that is longer than the
                terminal is wide
            """);
  }

  @Test
  void rows_are_compared_whatever_their_columns_are_wide() {
    assertThat(diff(quotas("1", "2", "3"), quotas("1", "2 of many", "3", "4")))
        .isEqualTo(
            """
            - before, + after:
                QUOTA   USED
            -   q1      2
            +   q1      2 of many
            +   q3      4
            """);
  }
}
