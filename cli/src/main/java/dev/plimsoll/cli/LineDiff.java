package dev.plimsoll.cli;

import java.io.PrintWriter;
import java.util.List;

/** Prints two texts as one: lines only in the first with -, only in the second with +. */
final class LineDiff {
  private LineDiff() {}

  static void print(PrintWriter out, List<String> before, List<String> after) {
    if (before.equals(after)) {
      out.println("Nothing changes:");
    } else {
      out.println("- before, + after:");
    }
    int[][] common = commonLengths(before, after);
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      boolean both = i < before.size() && j < after.size();
      if (both && before.get(i).equals(after.get(j))) {
        line(out, "  ", before.get(i));
        i++;
        j++;
      } else if (j == after.size() || (both && common[i + 1][j] >= common[i][j + 1])) {
        line(out, "- ", before.get(i++));
      } else {
        line(out, "+ ", after.get(j++));
      }
    }
  }

  /** Returns, for each pair of suffixes, how many lines they have in common in the same order. */
  private static int[][] commonLengths(List<String> before, List<String> after) {
    int[][] lengths = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        lengths[i][j] =
            before.get(i).equals(after.get(j))
                ? lengths[i + 1][j + 1] + 1
                : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
      }
    }
    return lengths;
  }

  private static void line(PrintWriter out, String mark, String line) {
    out.println((mark + line).stripTrailing());
  }
}
