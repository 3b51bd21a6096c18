package dev.plimsoll.advisor.chart;

import java.util.List;
import java.util.Locale;

/**
 * An area of a drawing where series are drawn over time, from zero up.
 *
 * @param x its left edge, where the vertical axis is
 * @param y its upper edge
 * @param width its width
 * @param height its height
 */
public record Panel(double x, double y, double width, double height) {
  private static final String GRID = "stroke:#e6e8eb;stroke-width:1";
  private static final String BASE = "stroke:#9aa1a9;stroke-width:1";
  private static final String FAINT = "fill:#6b7280";
  private static final String STRONG = "fill:#1f2933;font-weight:600";
  private static final double PIXELS_A_POINT = 1.5;
  private static final int LEGEND_GAP = 18;

  /** Draws the series, the first at the back, with a heading, a legend and both axes. */
  public void draw(Svg svg, String heading, TimeAxis time, List<ChartSeries> all) {
    List<ChartSeries> series =
        all.stream().map(s -> s.means((int) (width / PIXELS_A_POINT))).toList();
    double top = ceiling(series.stream().mapToDouble(ChartSeries::greatest).max().orElse(0));
    svg.text(x, y - 10, 13, "start", STRONG, heading);
    for (int i = 0; i <= 2; i++) {
      double level = top * i / 2;
      double at = y + height - height * i / 2;
      svg.line(x, at, x + width, at, i == 0 ? BASE : GRID);
      svg.text(x - 6, at + 4, 11, "end", FAINT, number(level));
    }
    for (TimeAxis.Tick tick : time.ticks((int) (width / 90))) {
      double at = x + width * tick.at();
      svg.line(at, y + height, at, y + height + 4, BASE);
      svg.text(at, y + height + 17, 11, "middle", FAINT, tick.label());
    }
    series.forEach(s -> draw(svg, s, top));
  }

  /** Writes what is drawn how, from the right edge to the left above the panel. */
  public void legend(Svg svg, List<ChartSeries> series) {
    double right = x + width;
    for (int i = series.size() - 1; i >= 0; i--) {
      ChartSeries one = series.get(i);
      svg.text(right, y - 10, 12, "end", "fill:#374151", one.name());
      double left = right - 6.4 * one.name().length() - LEGEND_GAP;
      svg.line(left - 6, y - 14, left + 12, y - 14, one.stroke() + ";stroke-width:3");
      right = left - LEGEND_GAP;
    }
  }

  private void draw(Svg svg, ChartSeries chartSeries, double top) {
    StringBuilder path = new StringBuilder();
    double step = width / chartSeries.values().size();
    for (int i = 0; i < chartSeries.values().size(); i++) {
      path.append(i == 0 ? 'M' : 'L')
          .append(Svg.number(x + step * (i + 0.5)))
          .append(' ')
          .append(Svg.number(y + height - height * chartSeries.values().get(i) / top));
    }
    if (!chartSeries.fill().isEmpty()) {
      String base = Svg.number(y + height);
      String area =
          "%sL%s %sL%s %sZ"
              .formatted(
                  path, Svg.number(x + width - step / 2), base, Svg.number(x + step / 2), base);
      svg.path(area, chartSeries.fill());
    }
    svg.path(path.toString(), "fill:none;stroke-linejoin:round;" + chartSeries.stroke());
  }

  /** Returns an even number that is no less. */
  static double ceiling(double value) {
    if (value <= 0) {
      return 2;
    }
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (double factor : new double[] {1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8}) {
      if (factor * power >= value) {
        return Math.max(2, factor * power);
      }
    }
    return Math.max(2, 10 * power);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
