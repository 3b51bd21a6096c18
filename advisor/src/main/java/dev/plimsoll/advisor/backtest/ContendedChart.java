package dev.plimsoll.advisor.backtest;

import dev.plimsoll.advisor.chart.Svg;
import java.util.Locale;

/** Draws what each tenant had of contended GPU-hours beside what its weight gave it. */
final class ContendedChart {
  private static final int HEADING = 40;
  private static final int ROW = 26;
  private static final int NAMES = 120;
  private static final int NUMBERS = 150;
  private static final String DUE = "stroke:#c3c9d1;stroke-width:8";
  private static final String HAD = "stroke:#14668c;stroke-width:5";
  private static final String WITHOUT = "stroke:#e08a3c;stroke-width:3";
  private static final String FAINT = "fill:#6b7280";

  private final HistoryOutcome outcome;

  ContendedChart(HistoryOutcome outcome) {
    this.outcome = outcome;
  }

  /** Returns the height that the drawing needs. */
  int height() {
    return HEADING + ROW * outcome.hours().tenants().size() + ROW;
  }

  /** Draws one row a tenant. */
  void draw(Svg svg, double x, double y, double width) {
    svg.text(
        x,
        y,
        13,
        "start",
        "fill:#1f2933;font-weight:600",
        "Contended GPU-hours: due by weight (grey), had (blue), had without a history (orange)");
    double most =
        Math.max(
            1,
            outcome.hours().tenants().stream()
                .mapToDouble(t -> Math.max(t.due(), t.had()))
                .max()
                .orElse(0));
    double scale = (width - NAMES - NUMBERS) / most;
    for (int i = 0; i < outcome.hours().tenants().size(); i++) {
      ContendedHours.Tenant tenant = outcome.hours().tenants().get(i);
      double at = y + HEADING + ROW * i;
      svg.text(x + NAMES - 8, at + 4, 11, "end", FAINT, tenant.name());
      bar(svg, x + NAMES, at - 4, tenant.due() * scale, DUE);
      bar(svg, x + NAMES, at - 4, tenant.had() * scale, HAD);
      double without = outcome.hoursWithout().tenants().get(i).had();
      bar(svg, x + NAMES, at + 5, Math.min(without, most) * scale, WITHOUT);
      svg.text(
          x + width,
          at + 4,
          11,
          "end",
          FAINT,
          String.format(Locale.ROOT, "%,.0f of %,.0f due", tenant.had(), tenant.due()));
    }
  }

  private static void bar(Svg svg, double x, double y, double length, String style) {
    svg.line(x, y, x + length, y, style);
  }
}
