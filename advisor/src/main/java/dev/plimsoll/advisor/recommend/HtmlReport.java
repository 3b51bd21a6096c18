package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.chart.Svg;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Advice as a self-contained page without scripts, external fonts or images. */
public final class HtmlReport {
  private final StringBuilder html = new StringBuilder();

  private HtmlReport() {}

  /** Returns the page. */
  public static String of(Advice advice) {
    HtmlReport report = new HtmlReport();
    report.body(advice);
    return frame().replace("<!--title-->", title(advice)).replace("<!--body-->", report.html);
  }

  private static String frame() {
    try (InputStream frame = HtmlReport.class.getResourceAsStream("advice.html")) {
      if (frame == null) {
        throw new IllegalStateException("advice.html is not in the jar");
      }
      return new String(frame.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String title(Advice advice) {
    return "Quotas by policy " + Svg.escaped(advice.shares().capacity().policy().name());
  }

  private void body(Advice advice) {
    add("<h1>" + title(advice) + "</h1>");
    add("<p class=lead>" + advice.changes().size() + " of " + advice.recommendations().size());
    add(" quotas would change; " + Svg.escaped(AdviceSummary.gone(advice)) + ".</p>");
    add("<p class=dim>As of " + Svg.escaped(advice.asOf().toString()) + ".</p>");
    TenantCapacity tenantCapacity = advice.shares().capacity();
    tenantCapacity.policy().resources().forEach(r -> add(QuotaChart.of(advice, r)));
    table(advice);
    list("Short of nodes", advice.nodes().stream().map(AdviceSummary::nodes).toList());
    list("Better defaults", advice.limitRanges().stream().map(LimitRangeAdvice::why).toList());
    list("Notes", advice.notes());
    list("Not seen", advice.omissions());
    add("<h2>Why</h2>");
    advice.recommendations().forEach(this::derivation);
    list("Gaps that stay", advice.gapsExpected().stream().map(HtmlReport::gap).toList());
  }

  /** Returns what there is to divide, in one sentence. */
  static String divided(TenantCapacity tenantCapacity, DividedResource resource) {
    return resource.quantity(tenantCapacity.divided(resource))
        + " divided; nodes that take pods have "
        + resource.written(tenantCapacity.allocatable(resource))
        + ", "
        + resource.quantity(tenantCapacity.reserve(resource))
        + " in reserve, "
        + resource.written(tenantCapacity.withheld(resource))
        + " on nodes that take none";
  }

  private void table(Advice advice) {
    add(
        "<h2>Recommendations</h2><div class=scroll><table"
            + " class=quotas><thead><tr><th>Tenant<th>Quota<th>Key");
    add(
        "<th class=n>Now<th class=n>Used<th class=n>Proposed<th>Confidence<th>Effect</thead><tbody>");
    for (QuotaRecommendation each : advice.recommendations()) {
      String effect = AdviceSummary.effect(each.effect());
      for (QuotaKeyProposal key : each.proposal().keys()) {
        String now = each.proposal().now().get(key.key()).map(Object::toString).orElse("–");
        row(each, key.key(), now, key.used().toString(), key.proposed().toString(), effect);
        effect = "";
      }
      for (ResourceName dead : each.proposal().dropped()) {
        row(each, dead, each.proposal().now().getOrZero(dead).toString(), "never", "dropped", "");
      }
    }
    add("</tbody></table></div>");
  }

  private void row(
      QuotaRecommendation each,
      ResourceName key,
      String now,
      String used,
      String proposed,
      String effect) {
    String changed = now.equals(proposed) ? "n" : "n new";
    add("<tr><td>" + Svg.escaped(each.proposal().tenant()));
    add("<td>" + Svg.escaped(each.label()) + "<td><code>" + Svg.escaped(key.name()) + "</code>");
    add(
        "<td class=n data-name=now>"
            + Svg.escaped(now)
            + "<td class=n data-name=used>"
            + Svg.escaped(used));
    add("<td class='" + changed + "' data-name=proposed>" + Svg.escaped(proposed));
    add("<td data-name=confidence>" + level(each));
    add("<td>" + Svg.escaped(effect));
  }

  private static String level(QuotaRecommendation each) {
    return each.confidence().level().name().toLowerCase(Locale.ROOT);
  }

  private void derivation(QuotaRecommendation each) {
    add("<details><summary>" + Svg.escaped(each.label()));
    add(" <span class=dim>" + level(each) + ": " + Svg.escaped(each.confidence().reason()));
    add("</span></summary><div class=scroll>");
    for (QuotaKeyProposal key : each.proposal().keys()) {
      add("<table><caption><code>" + Svg.escaped(key.key().name()) + "</code></caption><tbody>");
      for (DerivationStep step : key.why()) {
        add("<tr><th scope=row>" + Svg.escaped(step.name()) + "<td class=n>");
        add(Svg.escaped(step.amount().toString()) + "<td>" + Svg.escaped(step.message()));
      }
      add("</tbody></table>");
    }
    add("</div>");
    gaps("Closes", each.effect().closed());
    gaps("Opens", each.effect().opened());
    add("</details>");
  }

  private void gaps(String title, List<Gap> gaps) {
    if (!gaps.isEmpty()) {
      add("<p>" + title + ":</p><ul>");
      gaps.forEach(g -> add("<li>" + Svg.escaped(gap(g))));
      add("</ul>");
    }
  }

  private void list(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      add("<h2>" + title + "</h2><ul>");
      lines.forEach(s -> add("<li>" + Svg.escaped(s)));
      add("</ul>");
    }
  }

  private static String gap(Gap gap) {
    return gap.kind() + ": " + gap.message();
  }

  private void add(String piece) {
    html.append(piece).append('\n');
  }
}
