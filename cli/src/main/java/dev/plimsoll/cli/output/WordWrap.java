package dev.plimsoll.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Breaks text into lines at its spaces; the lines are indented as it is. */
public final class WordWrap {
  /** Characters after which a long name may be broken. */
  private static final String SEPARATORS = "/.,:;=-_)";

  private WordWrap() {}

  /**
   * Returns the lines, at least one; a word that is longer than a line is broken, after a separator
   * if it has one.
   *
   * @param width the columns of a line, 0 for no limit
   */
  public static List<String> lines(String text, int width) {
    if (width <= 0 || TextWidth.of(text) <= width) {
      return List.of(text);
    }
    String indent = text.substring(0, text.length() - text.stripLeading().length());
    if (indent.isEmpty() || indent.length() >= width) {
      return unindented(text.strip(), width);
    }
    return unindented(text.strip(), width - indent.length()).stream().map(indent::concat).toList();
  }

  /** Returns the columns of the longest word. */
  static int longestWord(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(TextWidth::of).max().orElse(0);
  }

  private static List<String> unindented(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && TextWidth.of(line) + 1 + TextWidth.of(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
      while (TextWidth.of(line) > width) {
        int end = end(line, width);
        lines.add(line.substring(0, end));
        line.delete(0, end);
      }
    }
    lines.add(line.toString());
    return lines;
  }

  /**
   * Returns where a word is broken that is too long: after its last separator, or else anywhere.
   */
  private static int end(CharSequence word, int width) {
    int end = 0;
    int afterSeparator = 0;
    int columns = 0;
    while (end < word.length()) {
      int character = Character.codePointAt(word, end);
      columns += TextWidth.of(character);
      if (columns > width && end > 0) {
        break;
      }
      end += Character.charCount(character);
      if (SEPARATORS.indexOf(character) >= 0 || isHump(word, end)) {
        afterSeparator = end;
      }
    }
    return afterSeparator > 0 ? afterSeparator : end;
  }

  /** Returns whether a capital letter after a small one comes next, as in the names of kinds. */
  private static boolean isHump(CharSequence word, int next) {
    return next > 0
        && next < word.length()
        && Character.isLowerCase(word.charAt(next - 1))
        && Character.isUpperCase(word.charAt(next));
  }
}
