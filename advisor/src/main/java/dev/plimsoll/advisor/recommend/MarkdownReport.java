package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.List;
import java.util.Locale;

/** Advice as Markdown that fits a pull request or a chat message. */
public final class MarkdownReport {
  private final StringBuilder text = new StringBuilder();

  private MarkdownReport() {}

  /** Returns the report. */
  public static String of(Advice advice) {
    MarkdownReport report = new MarkdownReport();
    report.summary(advice);
    report.table(advice);
    report.more(advice);
    report.derivations(advice);
    return report.text.toString();
  }

  private void summary(Advice advice) {
    TenantCapacity tenantCapacity = advice.shares().capacity();
    line("## Quotas by policy " + code(tenantCapacity.policy().name()));
    line("");
    for (DividedResource resource : tenantCapacity.policy().resources()) {
      line(
          "- "
              + code(resource.name())
              + ": **"
              + resource.quantity(advice.decided(resource).capacity().divided())
              + "** divided; nodes that take pods have "
              + resource.written(tenantCapacity.allocatable(resource))
              + ", "
              + resource.quantity(advice.decided(resource).capacity().reserve())
              + " in reserve"
              + AdviceSummary.withoutNodes(advice, resource));
    }
    line(
        "- "
            + advice.changes().size()
            + " of "
            + advice.recommendations().size()
            + " quotas would change; "
            + AdviceSummary.gone(advice));
    line("");
  }

  private void table(Advice advice) {
    line("| Tenant | Quota | Key | Now | Used | Proposed | Effect |");
    line("|---|---|---|--:|--:|--:|---|");
    for (QuotaRecommendation each : advice.recommendations()) {
      String effect = AdviceSummary.effect(each.effect());
      for (QuotaKeyProposal key : each.proposal().keys()) {
        String now = each.proposal().now().get(key.key()).map(Object::toString).orElse("–");
        boolean same = now.equals(key.proposed().toString());
        row(
            each,
            key.key(),
            now,
            key.used().toString(),
            same ? now : "**" + key.proposed() + "**",
            effect);
        effect = "";
      }
      for (ResourceName dead : each.proposal().dropped()) {
        row(each, dead, each.proposal().now().getOrZero(dead).toString(), "never", "dropped", "");
      }
    }
    line("");
  }

  private void row(
      QuotaRecommendation each,
      ResourceName key,
      String now,
      String used,
      String proposed,
      String effect) {
    line(
        "| "
            + String.join(
                " | ",
                List.of(
                    cell(each.proposal().tenant()),
                    code(each.label()),
                    code(key),
                    now,
                    used,
                    proposed,
                    cell(effect)))
            + " |");
  }

  private void more(Advice advice) {
    for (LimitRangeAdvice range : advice.limitRanges()) {
      line(
          "- Limit range "
              + code(range.limitRange().namespace() + "/" + range.limitRange().name())
              + ": default of "
              + code(range.resource())
              + " "
              + range.now()
              + " → "
              + range.better().map(Object::toString).orElse("none")
              + "; "
              + cell(range.why()));
    }
    advice.nodes().forEach(n -> line("- Short of nodes: " + cell(AdviceSummary.nodes(n))));
    advice.notes().forEach(n -> line("- Note: " + cell(n)));
    advice.omissions().forEach(o -> line("- Not seen: " + cell(o)));
    if (!advice.gapsExpected().isEmpty()) {
      line("");
      line("<details><summary>Gaps that stay: " + advice.gapsExpected().size() + "</summary>");
      line("");
      advice.gapsExpected().forEach(this::gap);
      line("</details>");
    }
    line("");
  }

  private void gap(Gap gap) {
    line("- **" + gap.kind() + "** " + cell(gap.message()));
  }

  private void derivations(Advice advice) {
    for (QuotaRecommendation each : advice.changes()) {
      line(
          "<details><summary>Why "
              + HtmlText.of(each.label())
              + " ("
              + each.confidence().level().name().toLowerCase(Locale.ROOT)
              + " confidence)</summary>");
      line("");
      for (QuotaKeyProposal key : each.proposal().keys()) {
        line("| " + code(key.key()) + " | Amount | Why |");
        line("|---|--:|---|");
        for (DerivationStep step : key.why()) {
          line(
              "| "
                  + cell(step.name())
                  + " | "
                  + step.amount()
                  + " | "
                  + cell(step.message())
                  + " |");
        }
        line("");
      }
      line("</details>");
    }
  }

  private static String code(Object name) {
    return "`" + oneLine(name.toString()).replace("`", "'").replace("|", "\\|") + "`";
  }

  /** Returns text in which nothing is markup. */
  private static String cell(String text) {
    return oneLine(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("([\\\\|*_`\\[\\]#])", "\\\\$1");
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
