package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.chart.Svg;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws one resource: for each namespace its ceiling now, what is used, and what is proposed. Its
 * shapes have classes instead of the styles that {@link Svg} writes, since the page's style sheet
 * colours them, in the dark too.
 */
final class QuotaChart {
  private static final int ROW = 46;
  private static final int WIDTH = 600;
  private static final int BARS = 440;

  private record Row(String name, double now, double used, double proposed, String label) {}

  private final List<Row> rows = new ArrayList<>();
  private final DividedResource resource;
  private final TenantCapacity tenantCapacity;

  private QuotaChart(Advice advice, DividedResource resource) {
    this.resource = resource;
    this.tenantCapacity = advice.shares().capacity();
    for (QuotaRecommendation each : advice.recommendations()) {
      for (QuotaKeyProposal key : each.proposal().keys()) {
        if (QuotaKeys.nodeResource(key.key()).filter(resource.name()::equals).isPresent()) {
          Quantity now = each.proposal().now().getOrZero(key.key());
          rows.add(
              new Row(
                  each.label(),
                  now.toDouble(),
                  key.used().toDouble(),
                  key.proposed().toDouble(),
                  (each.proposal().now().contains(key.key()) ? now.toString() : "none")
                      + " → "
                      + key.proposed()
                      + ", used "
                      + key.used()));
        }
      }
    }
  }

  static String of(Advice advice, DividedResource resource) {
    return new QuotaChart(advice, resource).draw();
  }

  private String draw() {
    double most = rows.stream().mapToDouble(QuotaChart::longest).max().orElse(0);
    double scale = most == 0 ? 0 : BARS / most;
    StringBuilder svg = new StringBuilder();
    String name = Svg.escaped(resource.name().name());
    svg.append("<figure><figcaption><h2>").append(name).append("</h2><p>");
    svg.append(Svg.escaped(HtmlReport.divided(tenantCapacity, resource))).append(".</p>");
    svg.append("<p class=key><span class=k-now></span>now <span class=k-proposed></span>proposed");
    svg.append(" <span class=k-used></span>used</p></figcaption>");
    svg.append("<svg role=img aria-label=\"Ceilings on ").append(name).append("\" viewBox=\"0 0 ");
    svg.append(WIDTH).append(' ').append(rows.size() * ROW + 4).append("\">\n");
    for (int i = 0; i < rows.size(); i++) {
      row(svg, rows.get(i), i * ROW, scale);
    }
    return svg.append("</svg></figure>").toString();
  }

  private static void row(StringBuilder svg, Row row, int y, double scale) {
    svg.append("<g><title>").append(Svg.escaped(row.name() + ": " + row.label()));
    svg.append("</title><text x=0 y=").append(y + 13).append('>');
    svg.append(Svg.escaped(row.name())).append("</text>");
    bar(svg, "now", y + 20, 7, row.now() * scale);
    bar(svg, "proposed", y + 29, 11, row.proposed() * scale);
    bar(svg, "used", y + 33, 3, row.used() * scale);
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=v x=%.1f y=%d>%s</text></g>%n",
            Math.max(row.now(), Math.max(row.proposed(), row.used())) * scale + 8,
            y + 36,
            Svg.escaped(row.label())));
  }

  private static void bar(StringBuilder svg, String kind, int y, int height, double width) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect class=%s x=0 y=%d width=%.1f height=%d rx=2 />",
            kind,
            y,
            width,
            height));
  }

  private static double longest(Row row) {
    return Math.max(row.now(), Math.max(row.used(), row.proposed()));
  }
}
