package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.chart.Svg;

/** Text of a page. */
final class HtmlText {
  private HtmlText() {}

  /**
   * Returns text in which nothing is markup. Long names may be broken after their separators, so
   * that they need not be broken elsewhere.
   */
  static String of(Object text) {
    return Svg.escaped(text.toString()).replaceAll("(?<=\\w)([/._-])(?=\\w)", "$1<wbr>");
  }

  /** Returns a name that is an address within the page. */
  static String id(QuotaRecommendation recommendation) {
    return Svg.escaped(recommendation.label().replace('/', '.'));
  }
}
