package dev.plimsoll.cli.output;

import java.util.List;

/**
 * A line of an answer: text, or a row of a table.
 *
 * @param text the text with its styles, empty for a row
 * @param headers the columns of the table, none for text
 * @param optional those of them that may be left out, the least important first
 * @param cells the cells of the row, none for text
 */
public record AnswerLine(
    String text, List<String> headers, List<String> optional, List<Cell> cells) {

  public AnswerLine {
    headers = List.copyOf(headers);
    optional = List.copyOf(optional);
    cells = List.copyOf(cells);
  }

  static AnswerLine ofText(String text) {
    return new AnswerLine(text, List.of(), List.of(), List.of());
  }

  boolean isText() {
    return headers.isEmpty();
  }
}
