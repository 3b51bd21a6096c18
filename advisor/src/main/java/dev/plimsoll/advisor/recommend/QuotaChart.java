package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws one resource: for each quota its ceiling now, what is used, and what is proposed. The bars
 * are HTML instead of SVG, so that their texts keep their size in a narrow window.
 */
final class QuotaChart {
  private record Bars(String name, double now, double used, double proposed, String label) {
    double longest() {
      return Math.max(now, Math.max(used, proposed));
    }
  }

  private final StringBuilder html = new StringBuilder();

  private QuotaChart() {}

  /** Returns the chart, empty if no quota is about the resource. */
  static String of(Advice advice, DividedResource resource) {
    List<Bars> all = new ArrayList<>();
    for (QuotaRecommendation each : advice.recommendations()) {
      for (QuotaKeyProposal key : each.proposal().keys()) {
        if (QuotaKeys.nodeResource(key.key()).filter(resource.name()::equals).isPresent()) {
          all.add(bars(each, key));
        }
      }
    }
    return all.isEmpty() ? "" : new QuotaChart().draw(all);
  }

  private static Bars bars(QuotaRecommendation recommendation, QuotaKeyProposal key) {
    Quantity now = recommendation.proposal().now().getOrZero(key.key());
    boolean isLimited = recommendation.proposal().now().contains(key.key());
    return new Bars(
        recommendation.label(),
        now.toDouble(),
        key.used().toDouble(),
        key.proposed().toDouble(),
        (isLimited ? now : "none") + " → " + key.proposed() + ", used " + key.used());
  }

  private String draw(List<Bars> all) {
    double longest = all.stream().mapToDouble(Bars::longest).max().orElse(0);
    double scale = longest == 0 ? 0 : 100 / longest;
    html.append("<p class=key><span class=now></span>now <span class=proposed></span>proposed");
    html.append(" <span class=used></span>used</p><div class=bars>\n");
    for (Bars each : all) {
      html.append("<div class=name>").append(HtmlText.of(each.name())).append("</div>");
      html.append("<div class=track>");
      bar("now", each.now() * scale);
      bar("proposed", each.proposed() * scale);
      bar("used", each.used() * scale);
      html.append("</div><div class=value>").append(HtmlText.of(each.label())).append("</div>\n");
    }
    return html.append("</div>").toString();
  }

  private void bar(String kind, double percent) {
    html.append(
        String.format(Locale.ROOT, "<span class=%s style=\"width:%.1f%%\"></span>", kind, percent));
  }
}
