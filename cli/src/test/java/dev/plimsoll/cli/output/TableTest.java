package dev.plimsoll.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTest {
  private static Table gaps() {
    return new Table("namespace", "object", "pods", "message")
        .row(
            "research",
            "deployment/evaluation-nightly",
            3,
            "3 of 4 pods are denied by a quota that others have used up")
        .row("nlp", "pod/llm", 1, "")
        .optional("pods");
  }

  private static String print(Table table, int width) {
    StringWriter text = new StringWriter();
    TerminalPrinter out = TerminalPrinter.of(text, width, false, "");
    table.print(out, true);
    out.flush();
    return text.toString();
  }

  private static String printWhole(Table table, int width) {
    StringWriter text = new StringWriter();
    TerminalPrinter out = TerminalPrinter.of(text, width, false, "");
    table.printWhole(out, true);
    out.flush();
    return text.toString();
  }

  @Test
  void without_a_terminal_nothing_is_wrapped() {
    assertThat(print(gaps(), 0))
        .isEqualTo(
            """
            NAMESPACE   OBJECT                          PODS   MESSAGE
            research    deployment/evaluation-nightly   3      3 of 4 pods are denied by a quota that others have used up
            nlp         pod/llm                         1      -
            """)
        .isEqualTo(printWhole(gaps(), 0));
  }

  @Test
  void the_last_column_is_wrapped_below_itself() {
    assertThat(print(gaps(), 95))
        .isEqualTo(
            """
            NAMESPACE   OBJECT                          PODS   MESSAGE
            research    deployment/evaluation-nightly   3      3 of 4 pods are denied by a quota that
                                                               others have used up
            nlp         pod/llm                         1      -
            """);
  }

  @Test
  void then_sentences_go_below_their_row() {
    assertThat(print(gaps(), 60))
        .isEqualTo(
            """
            NAMESPACE   OBJECT                          PODS
              MESSAGE
            research    deployment/evaluation-nightly   3
              3 of 4 pods are denied by a quota that others have used up
            nlp         pod/llm                         1
              -
            """);
  }

  @Test
  void then_the_least_important_column_is_left_out() {
    assertThat(print(gaps(), 44))
        .isEqualTo(
            """
            NAMESPACE   OBJECT
              MESSAGE
            research    deployment/evaluation-nightly
              3 of 4 pods are denied by a quota that
              others have used up
            nlp         pod/llm
              -
            (PODS left out to fit the terminal)
            """);
  }

  @Test
  void names_are_broken_after_a_separator_if_they_must_be() {
    assertThat(print(gaps(), 36))
        .isEqualTo(
            """
            NAMESPACE   OBJECT
              MESSAGE
            research    deployment/evaluation-
                        nightly
              3 of 4 pods are denied by a quota
              that others have used up
            nlp         pod/llm
              -
            (PODS left out to fit the terminal)
            """);
  }

  @Test
  void and_at_last_a_row_takes_several_lines() {
    assertThat(print(gaps(), 26))
        .isEqualTo(
            """
            NAMESPACE  research
            OBJECT     deployment/
                       evaluation-
                       nightly
            PODS       3
            MESSAGE    3 of 4 pods are
                       denied by a
                       quota that
                       others have
                       used up

            NAMESPACE  nlp
            OBJECT     pod/llm
            PODS       1
            MESSAGE    -
            """);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 26, 36, 40, 60, 61, 75, 80, 100})
  void no_line_is_longer_than_the_terminal_is_wide(int width) {
    assertThat(print(gaps(), width).lines())
        .allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(width));
    assertThat(printWhole(gaps(), width).lines())
        .allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(width));
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 61, 75, 80, 100})
  void every_word_of_a_sentence_is_printed_whole(int width) {
    List<String> words =
        print(gaps(), width).lines().flatMap(l -> Arrays.stream(l.strip().split(" +"))).toList();

    assertThat(words).contains("3", "of", "pods", "are", "denied", "quota", "others", "used");
  }

  @Test
  void words_are_kept_whole_where_they_fit_a_line() {
    assertThat(WordWrap.lines("one two three", 7)).containsExactly("one two", "three");
    assertThat(WordWrap.lines("abcdefgh ij", 3)).containsExactly("abc", "def", "gh", "ij");
    assertThat(WordWrap.lines("requests.nvidia.com/gpu", 20))
        .containsExactly("requests.nvidia.com/", "gpu");
    assertThat(WordWrap.lines("", 3)).containsExactly("");
    assertThat(WordWrap.lines("  one two", 6)).containsExactly("  one", "  two");
    assertThat(WordWrap.lines("  one", 0)).containsExactly("  one");
  }

  @Test
  void wide_characters_take_two_columns_and_accents_none() {
    String table = print(new Table("a", "b").row("名前", "x").row("e\u0301", "y"), 0);

    assertThat(table).isEqualTo("A      B\n名前   x\ne\u0301      y\n");
  }
}
