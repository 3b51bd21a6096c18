package dev.plimsoll.cli.output;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How wide the columns of a table are printed.
 *
 * @param widths the characters of each
 * @param gap the spaces between two
 */
@SuppressWarnings("ArrayRecordComponent")
record ColumnWidths(int[] widths, int gap) {
  private static final int GAP = 3;
  private static final int NARROW_GAP = 2;
  private static final int NARROWEST = 10;
  private static final int NARROWEST_LAST = 20;

  /** Returns the widths at which nothing is cut. */
  static ColumnWidths natural(int... widths) {
    return new ColumnWidths(widths.clone(), GAP);
  }

  /**
   * Returns the widths at which nothing but the end of the last column is cut; empty if there is
   * too little left of it.
   *
   * @param width the columns of the terminal, 0 for no limit
   */
  Optional<ColumnWidths> cuttingLast(int width) {
    int[] cut = widths.clone();
    int last = cut.length - 1;
    int rest = width - total() + cut[last];
    if (width > 0 && cut[last] > rest) {
      cut[last] = rest;
    }
    boolean fits = cut[last] >= Math.min(widths[last], NARROWEST_LAST);
    return fits ? Optional.of(new ColumnWidths(cut, gap)) : Optional.empty();
  }

  /** Returns widths at which the widest columns are cut; empty if too little of them is left. */
  Optional<ColumnWidths> shrunk(int width) {
    int[] narrowest = Arrays.stream(widths).map(w -> Math.min(w, NARROWEST)).toArray();
    int last = widths.length - 1;
    narrowest[last] = Math.min(widths[last], NARROWEST_LAST);
    ColumnWidths shrunk = new ColumnWidths(widths.clone(), NARROW_GAP);
    for (int total = shrunk.total(); total > width; total--) {
      Optional<Integer> widest =
          IntStream.rangeClosed(0, last)
              .filter(i -> shrunk.widths[i] > narrowest[i])
              .boxed()
              .max(Comparator.comparingInt(i -> shrunk.widths[i]));
      if (widest.isEmpty()) {
        return Optional.empty();
      }
      shrunk.widths[widest.get()]--;
    }
    return Optional.of(shrunk);
  }

  /** Returns the characters of a line. */
  int total() {
    return Arrays.stream(widths).sum() + gap * (widths.length - 1);
  }
}
