package dev.plimsoll.cli.output;

import java.util.List;

/**
 * A cell of a table.
 *
 * @param text one line without control characters, a dash for nothing
 * @param style how it looks on a terminal
 * @param link where it leads to, as {@link Link} has it; empty for nowhere
 */
public record Cell(String text, Style style, String link) {

  /** Makes a cell of any text. */
  public Cell {
    text = text.isEmpty() ? "-" : ControlCharacters.escaped(text);
  }

  static Cell of(Object value) {
    return value instanceof Cell cell ? cell : new Cell(String.valueOf(value), Style.PLAIN, "");
  }

  int width() {
    return TextWidth.of(text);
  }

  int longestWord() {
    return WordWrap.longestWord(text);
  }

  List<String> lines(int width) {
    return WordWrap.lines(text, width);
  }

  /** Returns a line of the cell as the terminal shall show it. */
  String styled(String line) {
    return link.isEmpty() || line.isEmpty() ? style.of(line) : Link.to(link, style.of(line));
  }
}
