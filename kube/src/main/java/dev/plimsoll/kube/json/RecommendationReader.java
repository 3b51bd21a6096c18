package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.RecommendationSummary;

/** Reads what QuotaRecommendations tell people. */
final class RecommendationReader {
  private RecommendationReader() {}

  static RecommendationSummary summary(Fields object) {
    Fields spec = object.object("spec");
    return new RecommendationSummary(
        ObjectMetaReader.metadata(object),
        spec.string("resourceQuota"),
        spec.string("key"),
        spec.string("policy"),
        spec.string("tenant"),
        spec.time("time"),
        spec.string("confidence"),
        new RecommendationSummary.Amounts(
            spec.optionalString("now"),
            spec.optionalString("used"),
            spec.optionalString("goal"),
            spec.optionalString("proposed")),
        spec.list("why", RecommendationReader::step),
        effect(spec.object("effect")),
        object.object("status").list("conditions", RecommendationReader::condition));
  }

  private static RecommendationSummary.Step step(Fields step) {
    return new RecommendationSummary.Step(
        step.string("step"), step.string("amount"), step.string("message"));
  }

  private static RecommendationSummary.Effect effect(Fields effect) {
    return new RecommendationSummary.Effect(
        effect.wholeNumber("podsAdmitted").orElse(0),
        effect.wholeNumber("podsPlaced").orElse(0),
        effect.strings("gapsClosed"),
        effect.strings("gapsOpened"));
  }

  private static RecommendationSummary.Condition condition(Fields condition) {
    return new RecommendationSummary.Condition(
        condition.string("type"),
        condition.string("status"),
        condition.string("reason"),
        condition.string("message"),
        condition.time("lastTransitionTime"));
  }
}
