package dev.plimsoll.advisor.backtest;

import dev.plimsoll.advisor.chart.ChartSeries;
import dev.plimsoll.advisor.chart.Panel;
import dev.plimsoll.advisor.chart.Svg;
import dev.plimsoll.advisor.chart.TimeAxis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Draws recorded quotas against the advisor's: what waits, and the quotas over time. */
public final class BacktestChart {
  private static final int WIDTH = 1200;
  private static final int LEFT = 72;
  private static final int RIGHT = 24;
  private static final int COLUMNS = 3;
  private static final int SMALL_HEIGHT = 120;
  private static final int CLOSER_AT = 376;
  private static final int SUMS_AT = 546;
  private static final int LEGEND_AT = 756;
  private static final int SMALL_FROM = 790;
  private static final int ROW = 190;
  private static final int MOST_TENANTS = 6;

  private static final String RECORDED = "stroke:#e08a3c;stroke-width:1.6";
  private static final String RECORDED_AREA = "fill:#f6c896;fill-opacity:.55";
  private static final String ADVISED = "stroke:#14668c;stroke-width:1.8";
  private static final String ADVISED_AREA = "fill:#14668c;fill-opacity:.85";
  private static final String BOUND = "stroke:#111827;stroke-width:1;stroke-dasharray:4 3";
  private static final String DEMAND = "stroke:#c3c9d1;stroke-width:1";
  private static final String DEMAND_AREA = "fill:#dfe3e8;fill-opacity:.9";

  private final BacktestReport report;
  private final DemandTrace trace;
  private final TimeAxis time;

  private BacktestChart(BacktestReport report) {
    this.report = report;
    this.trace = report.trace();
    Duration length = trace.step().multipliedBy(trace.samples().size());
    this.time = new TimeAxis(trace.first().time(), length);
  }

  /** Returns the drawing as an SVG document. */
  public static String of(BacktestReport report) {
    return new BacktestChart(report).draw();
  }

  private String draw() {
    List<Integer> tenants = thoseThatWaitedMost();
    int rows = (tenants.size() + COLUMNS - 1) / COLUMNS;
    int end = SMALL_FROM + rows * ROW;
    Optional<ContendedChart> contended = report.history().map(ContendedChart::new);
    int height = end + contended.map(ContendedChart::height).orElse(0);
    Svg svg = new Svg(WIDTH, height, "Recorded quotas and the advisor's");
    svg.text(24, 38, 20, "start", "fill:#111827;font-weight:700", "What waits for quota");
    svg.text(24, 60, 13, "start", "fill:#4b5563", summary());
    waiting(svg);
    svg.text(
        LEFT,
        LEGEND_AT - 10,
        13,
        "start",
        "fill:#1f2933;font-weight:600",
        "GPUs of the tenants that waited most");
    new Panel(LEFT, LEGEND_AT, WIDTH - LEFT - RIGHT, 0).legend(svg, quotas(tenants.get(0)));
    for (int i = 0; i < tenants.size(); i++) {
      small(svg, i, tenants.get(i));
    }
    contended.ifPresent(c -> c.draw(svg, LEFT, end, WIDTH - LEFT - RIGHT));
    return svg.toString();
  }

  private String summary() {
    return String.format(
        Locale.ROOT,
        "%d tenants, %.0f days, %d GPUs: %,.0f GPU-hours waited with the recorded quotas, %,.0f with"
            + " the advisor's, %,.0f with any. It recovers %.1f %% with %.2f changes a tenant a day.",
        trace.tenants().size(),
        trace.days(),
        trace.first().capacity(),
        report.recorded().waitingHours(),
        report.advised().waitingHours(),
        report.lowerBoundHours(),
        100 * report.advised().recovered(),
        report.advised().changesPerTenantDay());
  }

  private void waiting(Svg svg) {
    List<Double> recorded = series(m -> waiting(m, t -> trace.samples().get(m).quotas().get(t)));
    List<Double> advised = series(m -> waiting(m, t -> advised(t, m)));
    List<Double> bound = series(m -> trace.samples().get(m).excess());
    Panel panel = new Panel(LEFT, 116, WIDTH - LEFT - RIGHT, 200);
    List<ChartSeries> lines =
        List.of(
            new ChartSeries("recorded quotas", recorded, RECORDED, RECORDED_AREA),
            new ChartSeries("the advisor's", advised, ADVISED, ADVISED_AREA),
            new ChartSeries("any quotas", bound, BOUND, ""));
    panel.draw(svg, "GPUs waiting", time, lines);
    panel.legend(svg, lines);
    new Panel(LEFT, CLOSER_AT, WIDTH - LEFT - RIGHT, 110)
        .draw(
            svg,
            "The same with the advisor's quotas and with any, on a scale of their own",
            time,
            lines.subList(1, lines.size()));
    new Panel(LEFT, SUMS_AT, WIDTH - LEFT - RIGHT, 130)
        .draw(
            svg,
            "GPU-hours waited so far",
            time,
            List.of(
                new ChartSeries("recorded quotas", sums(recorded), RECORDED, RECORDED_AREA),
                new ChartSeries("the advisor's", sums(advised), ADVISED, ""),
                new ChartSeries("any quotas", sums(bound), BOUND, "")));
  }

  private void small(Svg svg, int index, int tenant) {
    double column = (WIDTH - RIGHT) / (double) COLUMNS;
    double x = column * (index % COLUMNS) + LEFT;
    int row = index / COLUMNS;
    double y = SMALL_FROM + ROW * row;
    new Panel(x, y, column - LEFT, SMALL_HEIGHT)
        .draw(svg, trace.tenants().get(tenant), time, quotas(tenant));
  }

  private List<ChartSeries> quotas(int tenant) {
    return List.of(
        new ChartSeries(
            "wanted",
            series(m -> trace.samples().get(m).demands().get(tenant)),
            DEMAND,
            DEMAND_AREA),
        new ChartSeries(
            "recorded quota",
            series(m -> trace.samples().get(m).quotas().get(tenant)),
            RECORDED + ";stroke-dasharray:5 3",
            ""),
        new ChartSeries("the advisor's", series(m -> advised(tenant, m)), ADVISED, ""));
  }

  private List<Integer> thoseThatWaitedMost() {
    return IntStream.range(0, trace.tenants().size())
        .boxed()
        .sorted(Comparator.comparingLong(this::waited).reversed())
        .limit(MOST_TENANTS)
        .toList();
  }

  private long waited(int tenant) {
    return trace.samples().stream()
        .mapToLong(s -> Math.max(0, s.demands().get(tenant) - s.quotas().get(tenant)))
        .sum();
  }

  private double waiting(int step, IntToDoubleFunction quota) {
    DemandTrace.Sample sample = trace.samples().get(step);
    double served =
        IntStream.range(0, trace.tenants().size())
            .mapToDouble(t -> Math.min(sample.demands().get(t), quota.applyAsDouble(t)))
            .sum();
    return sample.demand() - Math.min(served, (double) sample.capacity());
  }

  private double advised(int tenant, int step) {
    return report.quotas().of(trace.tenants().get(tenant), step);
  }

  private List<Double> series(IntToDoubleFunction value) {
    return IntStream.range(0, trace.samples().size()).mapToDouble(value).boxed().toList();
  }

  private List<Double> sums(List<Double> values) {
    List<Double> sums = new ArrayList<>();
    double sum = 0;
    for (double value : values) {
      sum += value * trace.stepHours();
      sums.add(sum);
    }
    return sums;
  }
}
