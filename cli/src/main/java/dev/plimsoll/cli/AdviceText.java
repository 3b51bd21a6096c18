package dev.plimsoll.cli;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.AdviceSummary;
import dev.plimsoll.advisor.recommend.LimitRangeAdvice;
import dev.plimsoll.advisor.recommend.NodeAdvice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.DividedCapacity;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.List;
import java.util.Locale;

/** Prints advice for people. */
final class AdviceText {
  private final TerminalPrinter out;
  private final boolean wide;
  private final boolean headers;

  AdviceText(TerminalPrinter out, boolean wide, boolean headers) {
    this.out = out;
    this.wide = wide;
    this.headers = headers;
  }

  void print(Advice advice) {
    advice.shares().capacity().policy().resources().forEach(r -> line(divided(advice, r)));
    out.println();
    recommendations(advice.recommendations());
    advice.limitRanges().forEach(this::limitRange);
    advice.nodes().forEach(this::nodes);
    if (!advice.notes().isEmpty()) {
      out.println();
      advice.notes().forEach(n -> line("note: " + n));
    }
  }

  /** Returns the divided capacity, in one line. */
  private static String divided(Advice advice, DividedResource resource) {
    TenantCapacity tenantCapacity = advice.shares().capacity();
    DividedCapacity divided = advice.decided(resource).capacity();
    return resource.name()
        + ": "
        + resource.quantity(divided.divided())
        + " divided, of "
        + resource.written(tenantCapacity.allocatable(resource))
        + " on nodes that take pods; "
        + resource.quantity(divided.reserve())
        + " in reserve, "
        + resource.written(tenantCapacity.withheld(resource))
        + " on nodes that take none"
        + AdviceSummary.withoutNodes(advice, resource);
  }

  private void recommendations(List<QuotaRecommendation> quotaRecommendations) {
    if (quotaRecommendations.isEmpty()) {
      out.println("Nothing to recommend: no tenant has a namespace in this cluster.");
      return;
    }
    Table table =
        new Table(
            "tenant",
            "namespace",
            "quota",
            "key",
            "now",
            "used",
            "proposed",
            "confidence",
            "effect");
    for (QuotaRecommendation each : quotaRecommendations) {
      String effect = AdviceSummary.effect(each.effect());
      for (QuotaKeyProposal key : each.proposal().keys()) {
        String now = each.proposal().now().get(key.key()).map(Object::toString).orElse("");
        row(table, each, key.key(), now, key.used().toString(), key.proposed().toString(), effect);
        effect = "";
      }
      for (ResourceName dead : each.proposal().dropped()) {
        String now = each.proposal().now().getOrZero(dead).toString();
        row(table, each, dead, now, "never", "dropped", "");
      }
    }
    if (wide) {
      table.printWhole(out, headers);
      quotaRecommendations.forEach(this::why);
    } else {
      table.optional("tenant", "effect", "confidence").print(out, headers);
    }
  }

  private static void row(
      Table table,
      QuotaRecommendation each,
      ResourceName key,
      String now,
      String used,
      String proposed,
      String effect) {
    table.row(
        each.proposal().tenant(),
        each.proposal().namespace(),
        each.proposal().name(),
        key,
        now,
        used,
        proposed,
        each.confidence().level().name().toLowerCase(Locale.ROOT),
        effect);
  }

  private void why(QuotaRecommendation each) {
    out.println();
    line(each.label() + " (" + each.confidence().reason() + ")");
    for (QuotaKeyProposal key : each.proposal().keys()) {
      out.println("  " + key.key() + ":");
      Table steps = new Table("", "", "");
      for (DerivationStep step : key.why()) {
        steps.row("    " + step.name(), step.amount(), step.message());
      }
      steps.printWhole(out, false);
    }
    each.effect().closed().forEach(g -> line("  closed: " + g.kind() + ", " + g.message()));
    each.effect().opened().forEach(g -> line("  opened: " + g.kind() + ", " + g.message()));
  }

  private void limitRange(LimitRangeAdvice advice) {
    out.println();
    line(
        "limit range "
            + advice.limitRange().namespace()
            + "/"
            + advice.limitRange().name()
            + ": default of "
            + advice.resource()
            + " "
            + advice.now()
            + " -> "
            + advice.better().map(Object::toString).orElse("none")
            + " ("
            + advice.why()
            + ")");
  }

  private void nodes(NodeAdvice advice) {
    out.println();
    line(AdviceSummary.nodes(advice));
  }

  private void line(String text) {
    out.wrapped(text);
  }
}
