package dev.plimsoll.cli.output;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How wide the columns of a table are printed.
 *
 * @param widths the columns of the terminal that each takes
 * @param gap the spaces between two
 */
record ColumnWidths(List<Integer> widths, int gap) {
  private static final int GAP = 3;
  private static final int NARROW_GAP = 2;

  ColumnWidths {
    widths = List.copyOf(widths);
  }

  /**
   * Returns widths that fit: without wrapping, else with a narrower last column, else with narrower
   * wide columns; empty if even the narrowest don't fit.
   *
   * @param natural the widths at which nothing is wrapped
   * @param narrowest the least widths
   * @param width the columns of the terminal, 0 for no limit
   */
  static Optional<ColumnWidths> fitting(List<Integer> natural, List<Integer> narrowest, int width) {
    ColumnWidths whole = new ColumnWidths(natural, GAP);
    if (width <= 0 || whole.total() <= width) {
      return Optional.of(whole);
    }
    int last = natural.size() - 1;
    int rest = width - whole.total() + natural.get(last);
    return rest >= narrowest.get(last)
        ? Optional.of(whole.with(last, rest))
        : new ColumnWidths(natural, NARROW_GAP).shrunk(narrowest, width);
  }

  private Optional<ColumnWidths> shrunk(List<Integer> narrowest, int width) {
    ColumnWidths shrunk = this;
    while (shrunk.total() > width) {
      ColumnWidths now = shrunk;
      Optional<Integer> widest =
          IntStream.range(0, widths.size())
              .filter(i -> now.widths.get(i) > narrowest.get(i))
              .boxed()
              .max(Comparator.comparing(now.widths::get));
      if (widest.isEmpty()) {
        return Optional.empty();
      }
      shrunk = now.with(widest.get(), now.widths.get(widest.get()) - 1);
    }
    return Optional.of(shrunk);
  }

  private ColumnWidths with(int column, int width) {
    Integer[] changed = widths.toArray(Integer[]::new);
    changed[column] = width;
    return new ColumnWidths(Arrays.asList(changed), gap);
  }

  /** Returns the columns that a line takes. */
  int total() {
    return widths.stream().mapToInt(Integer::intValue).sum() + gap * (widths.size() - 1);
  }
}
