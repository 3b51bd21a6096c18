package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.output.TerminalPrinter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineDiffTest {
  private static List<String> diff(List<String> before, List<String> after) {
    StringWriter text = new StringWriter();
    TerminalPrinter out = TerminalPrinter.plain(text);
    LineDiff.print(out, before, after);
    out.flush();
    return text.toString().lines().toList();
  }

  @Test
  void equal_texts_are_printed_once() {
    assertThat(diff(List.of("a", ""), List.of("a", "")))
        .containsExactly("Nothing changes:", "  a", "");
  }

  @Test
  void what_is_replaced_comes_before_what_replaces_it() {
    assertThat(diff(List.of("head", "a", "b", "tail"), List.of("head", "c", "tail")))
        .containsExactly("- before, + after:", "  head", "- a", "- b", "+ c", "  tail");
  }

  @Test
  void lines_can_be_added_and_removed_at_both_ends() {
    assertThat(diff(List.of("a", "b"), List.of("b", "c")))
        .containsExactly("- before, + after:", "- a", "  b", "+ c");
    assertThat(diff(List.of(), List.of("a"))).containsExactly("- before, + after:", "+ a");
  }
}
