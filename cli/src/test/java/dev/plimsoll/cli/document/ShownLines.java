package dev.plimsoll.cli.document;

import java.util.ArrayList;
import java.util.List;

/** The lines of an output that a document shows, some of them left out. */
public final class ShownLines {
  /** Stands for any number of lines. */
  public static final String ANY = "…";

  private ShownLines() {}

  /**
   * Returns what a document is to show of an output that has changed: the printed line most like
   * each shown one, in the order of the output. If nothing was left out, that is all of it.
   */
  public static List<String> renewed(List<String> shown, List<String> printed) {
    if (shown.stream().noneMatch(line -> line.strip().equals(ANY))) {
      return printed;
    }
    List<String> renewed = new ArrayList<>();
    int from = 0;
    for (String line : shown) {
      if (line.strip().equals(ANY) || from == printed.size()) {
        renewed.add(ANY);
      } else {
        int like = mostLike(line, printed, from);
        if (like > from && !renewed.isEmpty() && !renewed.get(renewed.size() - 1).equals(ANY)) {
          renewed.add(ANY);
        }
        renewed.add(printed.get(like));
        from = like + 1;
      }
    }
    return renewed;
  }

  /** Returns the first of the lines that begin like this one for the longest. */
  private static int mostLike(String line, List<String> printed, int from) {
    int best = from;
    for (int i = from + 1; i < printed.size(); i++) {
      if (common(line, printed.get(i)) > common(line, printed.get(best))) {
        best = i;
      }
    }
    return best;
  }

  private static int common(String one, String other) {
    int length = 0;
    while (length < Math.min(one.length(), other.length())
        && one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return length;
  }
}
