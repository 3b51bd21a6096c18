package dev.plimsoll.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines at its spaces; the lines are indented as it is. */
public final class WordWrap {
  private WordWrap() {}

  /**
   * Returns the lines, at least one; a word that is longer than a line is broken.
   *
   * @param width the characters of a line, 0 for no limit
   */
  public static List<String> lines(String text, int width) {
    if (width <= 0 || length(text) <= width) {
      return List.of(text);
    }
    String indent = text.substring(0, text.length() - text.stripLeading().length());
    if (indent.isEmpty() || indent.length() >= width) {
      return unindented(text.strip(), width);
    }
    return unindented(text.strip(), width - indent.length()).stream().map(indent::concat).toList();
  }

  private static List<String> unindented(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && length(line) + 1 + length(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
      while (length(line) > width) {
        int end = Character.offsetByCodePoints(line, 0, width);
        lines.add(line.substring(0, end));
        line.delete(0, end);
      }
    }
    lines.add(line.toString());
    return lines;
  }

  /** Returns how many characters a terminal shows. */
  static int length(CharSequence text) {
    return Character.codePointCount(text, 0, text.length());
  }
}
