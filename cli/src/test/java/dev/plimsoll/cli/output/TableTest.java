package dev.plimsoll.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTest {
  private static Table gaps() {
    return new Table("namespace", "object", "pods", "message")
        .row("research", "deployment/evaluation-nightly-run", 3, "3 of 4 pods are denied by quota")
        .row("nlp", "pod/llm", 1, "")
        .optional("pods");
  }

  private static String print(Table table, int width) {
    StringWriter text = new StringWriter();
    table.print(new PrintWriter(text, true), true, width);
    return text.toString();
  }

  private static String printWhole(Table table, int width) {
    StringWriter text = new StringWriter();
    table.printWhole(new PrintWriter(text, true), true, width);
    return text.toString();
  }

  @Test
  void without_a_terminal_nothing_is_cut() {
    assertThat(print(gaps(), 0))
        .isEqualTo(
            """
            NAMESPACE   OBJECT                              PODS   MESSAGE
            research    deployment/evaluation-nightly-run   3      3 of 4 pods are denied by quota
            nlp         pod/llm                             1      -
            """)
        .isEqualTo(printWhole(gaps(), 0));
  }

  @Test
  void the_end_of_the_last_column_is_cut_first() {
    assertThat(print(gaps(), 80))
        .isEqualTo(
            """
            NAMESPACE   OBJECT                              PODS   MESSAGE
            research    deployment/evaluation-nightly-run   3      3 of 4 pods are denied b…
            nlp         pod/llm                             1      -
            """);
  }

  @Test
  void then_optional_columns_are_left_out() {
    assertThat(print(gaps(), 70))
        .isEqualTo(
            """
            NAMESPACE   OBJECT                              MESSAGE
            research    deployment/evaluation-nightly-run   3 of 4 pods are denie…
            nlp         pod/llm                             -
            (PODS left out to fit the terminal)
            """);
  }

  @Test
  void then_names_are_cut_inside() {
    assertThat(print(gaps(), 50))
        .isEqualTo(
            """
            NAMESPACE  OBJECT             MESSAGE
            research   deployme…htly-run  3 of 4 pods are den…
            nlp        pod/llm            -
            (PODS left out to fit the terminal)
            """);
  }

  @Test
  void and_at_last_a_row_takes_several_lines() {
    assertThat(print(gaps(), 30))
        .isEqualTo(
            """
            NAMESPACE  research
            OBJECT     deployment/evaluati
                       on-nightly-run
            PODS       3
            MESSAGE    3 of 4 pods are
                       denied by quota

            NAMESPACE  nlp
            OBJECT     pod/llm
            PODS       1
            MESSAGE    -
            """);
  }

  @Test
  void a_whole_table_wraps_its_last_column() {
    assertThat(printWhole(gaps(), 76))
        .isEqualTo(
            """
            NAMESPACE   OBJECT                              PODS   MESSAGE
            research    deployment/evaluation-nightly-run   3      3 of 4 pods are
                                                                   denied by quota
            nlp         pod/llm                             1      -
            """);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 60, 61, 75, 80, 100})
  void no_line_is_longer_than_the_terminal_is_wide(int width) {
    assertThat(print(gaps(), width).lines())
        .allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(width));
    assertThat(printWhole(gaps(), width).lines())
        .allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(width));
  }

  @Test
  void words_are_kept_whole_where_they_fit_a_line() {
    assertThat(WordWrap.lines("one two three", 7)).containsExactly("one two", "three");
    assertThat(WordWrap.lines("abcdefgh ij", 3)).containsExactly("abc", "def", "gh", "ij");
    assertThat(WordWrap.lines("", 3)).containsExactly("");
    assertThat(WordWrap.lines("  one two", 6)).containsExactly("  one", "  two");
    assertThat(WordWrap.lines("  one", 0)).containsExactly("  one");
  }
}
