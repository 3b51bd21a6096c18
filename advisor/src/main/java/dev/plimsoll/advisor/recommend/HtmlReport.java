package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Advice as a self-contained page without scripts, external fonts or images: sentences for who
 * leads a team, with the derivation of each ceiling beneath.
 */
public final class HtmlReport {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

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
    return "Quotas by policy " + HtmlText.of(advice.shares().capacity().policy().name());
  }

  private void body(Advice advice) {
    add("<h1>" + title(advice) + "</h1>");
    add("<p class=lead>" + advice.changes().size() + " of " + advice.recommendations().size());
    add(" quotas would change.</p>");
    add("<p class=dim>As of " + TIME.format(advice.asOf()) + ".</p>");
    Map<GapKind, Integer> fewer = AdviceSummary.fewer(advice);
    list("What that resolves", counts(fewer, 1));
    list("What that brings about", counts(fewer, -1));
    for (DividedResource resource : advice.shares().capacity().policy().resources()) {
      add("<h2>" + HtmlText.of(resource.name()) + "</h2>");
      add("<p>" + HtmlText.of(divided(advice, resource)) + "</p>");
      add(QuotaChart.of(advice, resource));
    }
    if (advice.recommendations().isEmpty()) {
      add("<p>Nothing to recommend: no tenant has a namespace here.</p>");
    } else {
      table(advice);
    }
    list(
        "Short of nodes",
        advice.nodes().stream().map(AdviceSummary::nodes).map(HtmlReport::sentence).toList());
    list(
        "Better defaults",
        advice.limitRanges().stream()
            .map(LimitRangeAdvice::why)
            .map(HtmlReport::sentence)
            .toList());
    list("Notes", advice.notes().stream().map(HtmlReport::sentence).toList());
    list("Not seen", advice.omissions().stream().map(HtmlReport::sentence).toList());
    if (!advice.recommendations().isEmpty()) {
      add("<h2>Why</h2>");
    }
    advice.recommendations().forEach(this::recommendation);
    list("What stays wrong", advice.gapsExpected().stream().map(HtmlReport::remaining).toList());
  }

  private static List<String> counts(Map<GapKind, Integer> fewer, int sign) {
    List<String> counts = new ArrayList<>();
    fewer.forEach(
        (kind, count) -> {
          if (count * sign > 0) {
            String times = count * sign == 1 ? "" : " (" + count * sign + " times)";
            counts.add(sentence(kind.meaning() + times) + name(kind));
          }
        });
    return counts;
  }

  /** Returns a sentence about the capacity to divide. */
  private static String divided(Advice advice, DividedResource resource) {
    TenantCapacity tenantCapacity = advice.shares().capacity();
    return resource.quantity(advice.decided(resource).capacity().divided())
        + " are divided among the tenants: nodes that take pods have "
        + resource.written(tenantCapacity.allocatable(resource))
        + ", of which "
        + resource.quantity(advice.decided(resource).capacity().reserve())
        + " are kept in reserve; nodes that take none have "
        + resource.written(tenantCapacity.withheld(resource))
        + AdviceSummary.withoutNodes(advice, resource)
        + ".";
  }

  private void table(Advice advice) {
    add(
        "<h2>Recommendations</h2><div class=scroll><table class=quotas><thead><tr><th>Quota<th>Key");
    add("<th class=n>Now<th class=n>Used<th class=n>Proposed<th>Confidence</thead><tbody>");
    for (QuotaRecommendation each : advice.recommendations()) {
      for (QuotaKeyProposal key : each.proposal().keys()) {
        String now = each.proposal().now().get(key.key()).map(Object::toString).orElse("–");
        row(each, key.key(), now, key.used().toString(), key.proposed().toString());
      }
      for (ResourceName dead : each.proposal().dropped()) {
        row(each, dead, each.proposal().now().getOrZero(dead).toString(), "never", "dropped");
      }
    }
    add("</tbody></table></div>");
  }

  private void row(
      QuotaRecommendation each, ResourceName key, String now, String used, String proposed) {
    String changed = now.equals(proposed) ? "n" : "n new";
    add("<tr><td><a href=\"#" + HtmlText.id(each) + "\">" + HtmlText.of(each.label()) + "</a>");
    add("<td><code>" + HtmlText.of(key) + "</code>");
    add("<td class=n data-name=now>" + HtmlText.of(now));
    add("<td class=n data-name=used>" + HtmlText.of(used));
    add("<td class='" + changed + "' data-name=proposed>" + HtmlText.of(proposed));
    add("<td data-name=confidence>" + level(each));
  }

  private static String level(QuotaRecommendation each) {
    return each.confidence().level().name().toLowerCase(Locale.ROOT);
  }

  private void recommendation(QuotaRecommendation each) {
    add("<section id=\"" + HtmlText.id(each) + "\"><h3>" + HtmlText.of(each.label()) + "</h3>");
    for (QuotaKeyProposal key : each.proposal().keys()) {
      String change = RecommendationSentences.change(key, each.proposal().now());
      add("<p><strong>" + HtmlText.of(change) + "</strong>");
      RecommendationSentences.reason(key).ifPresent(r -> add(HtmlText.of(r)));
      add("</p>");
    }
    for (ResourceName dead : each.proposal().dropped()) {
      String change = RecommendationSentences.dropped(dead);
      add("<p><strong>" + HtmlText.of(change) + "</strong></p>");
    }
    RecommendationSentences.pods(each.effect())
        .ifPresent(p -> add("<p>" + HtmlText.of(p) + "</p>"));
    gaps("Resolved:", each.effect().closed());
    gaps("New:", each.effect().opened());
    each.proposal().keys().forEach(this::derivation);
    add("<p class=dim>Confidence is " + level(each) + ": ");
    add(sentenceAfterColon(each.confidence().reason()) + "</p></section>");
  }

  private void derivation(QuotaKeyProposal key) {
    add("<table class=steps><caption>How <code>" + HtmlText.of(key.key()));
    add("</code> was calculated</caption><tbody>");
    for (DerivationStep step : key.why()) {
      add("<tr><th scope=row>" + HtmlText.of(step.name()) + "<td class=n>");
      add(HtmlText.of(step.amount()) + "<td>" + HtmlText.of(step.message()));
    }
    add("</tbody></table>");
  }

  private void gaps(String title, List<Gap> gaps) {
    if (!gaps.isEmpty()) {
      add("<p>" + title + "</p>");
      items(gaps.stream().map(HtmlReport::gap).toList());
    }
  }

  /** Adds a list of pieces of HTML, if there are any. */
  private void list(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      add("<h2>" + title + "</h2>");
      items(lines);
    }
  }

  private void items(List<String> lines) {
    add("<ul>");
    lines.forEach(s -> add("<li>" + s));
    add("</ul>");
  }

  private static String sentence(String message) {
    return HtmlText.of(RecommendationSentences.sentence(message));
  }

  private static String sentenceAfterColon(String message) {
    return HtmlText.of(message.endsWith(".") ? message : message + ".");
  }

  private static String gap(Gap gap) {
    return HtmlText.of(RecommendationSentences.gap(gap)) + name(gap.kind());
  }

  private static String remaining(Gap gap) {
    String namespace =
        gap.namespace().isEmpty() ? "" : "<strong>" + HtmlText.of(gap.namespace()) + "</strong> ";
    return namespace + gap(gap);
  }

  private static String name(GapKind kind) {
    return " <small>" + kind + "</small>";
  }

  private void add(String piece) {
    html.append(piece).append('\n');
  }
}
