package dev.plimsoll.advisor.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * Values at equal intervals, and how they are drawn.
 *
 * @param name what they are, for the legend
 * @param values the values
 * @param stroke the line's style
 * @param fill the style of the area below it; empty for none
 */
public record ChartSeries(String name, List<Double> values, String stroke, String fill) {

  public ChartSeries {
    values = List.copyOf(values);
  }

  /** Returns the greatest value, 0 if there is none. */
  double greatest() {
    return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** Returns the means over this number of equal parts. */
  ChartSeries means(int parts) {
    if (parts >= values.size()) {
      return this;
    }
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      int from = (int) ((long) i * values.size() / parts);
      int to = (int) ((i + 1L) * values.size() / parts);
      means.add(
          values.subList(from, to).stream().mapToDouble(Double::doubleValue).average().orElse(0));
    }
    return new ChartSeries(name, means, stroke, fill);
  }
}
