package dev.plimsoll.cli.document;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A sentence of a document.
 *
 * @param place the document and the line in which the sentence begins, as in a compiler's message
 * @param text the words; code in backticks is the one word {@link #CODE}
 * @param tabular whether the sentence stands in a table
 */
public record Sentence(String place, String text, boolean tabular) {
  /** Stands for code in backticks, however long the code is. */
  public static final String CODE = "`code`";

  private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");
  private static final Pattern LETTERS = Pattern.compile("\\p{L}+");
  private static final int LONG_WORD = 7;

  /** Returns the sentences of a text that is no document, such as a command's help. */
  public static List<Sentence> of(String place, String text) {
    return Sentences.of(place, text);
  }

  /** Returns how many words the sentence has. */
  public int words() {
    return Math.toIntExact(WORD.matcher(text).results().count());
  }

  /** Returns how many words have seven letters or more; code is not counted. */
  public int longWords() {
    return Math.toIntExact(
        LETTERS
            .matcher(text.replace(CODE, ""))
            .results()
            .filter(word -> word.group().length() >= LONG_WORD)
            .count());
  }

  @Override
  public String toString() {
    return place + ": " + text;
  }
}
