package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.DividedResource;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Effects in one sentence. */
public final class AdviceSummary {
  private AdviceSummary() {}

  /** Returns the effect on a namespace. */
  public static String effect(RecommendationEffect recommendationEffect) {
    StringBuilder text = new StringBuilder();
    if (recommendationEffect.missing() > 0) {
      text.append(recommendationEffect.admitted())
          .append(" of ")
          .append(recommendationEffect.missing())
          .append(recommendationEffect.missing() == 1 ? " missing pod" : " missing pods")
          .append(" admitted, ")
          .append(recommendationEffect.placed())
          .append(" placed");
    }
    kinds(text, "closes ", recommendationEffect.closed());
    kinds(text, "opens ", recommendationEffect.opened());
    return text.toString();
  }

  /** Returns which ceilings a quota has, or that it has none. */
  public static String ceilings(Resources hard) {
    return hard.isEmpty() ? "no ceiling" : hard.toString();
  }

  /** Returns the amounts that count and that no node has now, as the end of a sentence. */
  public static String withoutNodes(Advice advice, DividedResource resource) {
    long lost = advice.decided(resource).lost();
    BigDecimal toCome = advice.shares().capacity().toCome(resource);
    return (lost == 0 ? "" : ", " + resource.quantity(lost) + " on lost nodes still count")
        + (toCome.signum() == 0
            ? ""
            : ", " + resource.written(toCome) + " on nodes that autoscalers may add");
  }

  /** Returns which nodes are missing, and for what. */
  public static String nodes(NodeAdvice advice) {
    return "pool "
        + advice.proposal().pool()
        + " is short of "
        + advice.proposal().lacking().entrySet().stream()
            .map(e -> e.getValue() + " of " + e.getKey())
            .collect(Collectors.joining(", "))
        + ": add "
        + Counted.of(advice.proposal().nodes(), "node")
        + (advice.placeable() == 0
            ? ", with which alone no further pod runs"
            : " to run " + Counted.of(advice.placeable(), "more pod"));
  }

  /** Returns the numbers of closed and opened gaps by kind. */
  static String gone(Advice advice) {
    Map<GapKind, Integer> fewer = fewer(advice);
    String gone = counts(fewer, 1);
    String opened = counts(fewer, -1);
    return (gone.isEmpty() ? "no gap would be closed" : "closed: " + gone)
        + (opened.isEmpty() ? "" : "; opened: " + opened);
  }

  /** Returns how many gaps of each kind would be gone; less than 0 are new. */
  static Map<GapKind, Integer> fewer(Advice advice) {
    Map<GapKind, Integer> fewer = new EnumMap<>(GapKind.class);
    advice.gapsNow().forEach(g -> fewer.merge(g.kind(), 1, Integer::sum));
    advice.gapsExpected().forEach(g -> fewer.merge(g.kind(), -1, Integer::sum));
    return fewer;
  }

  private static String counts(Map<GapKind, Integer> fewer, int sign) {
    return fewer.entrySet().stream()
        .filter(e -> e.getValue() * sign > 0)
        .map(e -> e.getValue() * sign + " " + e.getKey())
        .collect(Collectors.joining(", "));
  }

  private static void kinds(StringBuilder text, String verb, List<Gap> gaps) {
    if (!gaps.isEmpty()) {
      text.append(text.isEmpty() ? "" : "; ")
          .append(verb)
          .append(
              gaps.stream().map(g -> g.kind().name()).distinct().collect(Collectors.joining(", ")));
    }
  }
}
