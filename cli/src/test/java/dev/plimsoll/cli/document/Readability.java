package dev.plimsoll.cli.document;

import java.util.Arrays;
import java.util.List;

/**
 * How hard a text is to read.
 *
 * @param sentences how many sentences the text has outside tables
 * @param words the words of these sentences
 * @param median the words of the sentence in the middle
 * @param longest the words of the longest sentence
 * @param lix the mean words of a sentence and the percentage of long words, added up: below 30 is
 *     easy, about 45 a newspaper, above 55 a law
 */
public record Readability(int sentences, int words, int median, int longest, int lix) {
  /** Returns how hard these sentences are; those of tables don't count. */
  public static Readability of(List<Sentence> all) {
    List<Sentence> prose = all.stream().filter(s -> !s.tabular() && s.words() > 0).toList();
    if (prose.isEmpty()) {
      return new Readability(0, 0, 0, 0, 0);
    }
    int[] lengths = prose.stream().mapToInt(Sentence::words).sorted().toArray();
    int words = Arrays.stream(lengths).sum();
    int longWords = prose.stream().mapToInt(Sentence::longWords).sum();
    return new Readability(
        lengths.length,
        words,
        lengths[lengths.length / 2],
        lengths[lengths.length - 1],
        words / lengths.length + 100 * longWords / words);
  }
}
