package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.RecommendationSummary;
import java.util.Comparator;
import java.util.List;

/** The posted recommendations of an advisor, as JSON. */
public final class RecommendationReport {
  private static final String NOT_READ = "not known here: QuotaRecommendations were not read";

  private static final Comparator<RecommendationSummary> ORDER =
      Comparator.comparing(RecommendationSummary::namespace)
          .thenComparing(RecommendationSummary::resourceQuota)
          .thenComparing(RecommendationSummary::key)
          .thenComparing(RecommendationSummary::name);

  private RecommendationReport() {}

  /**
   * Returns {@code {recommendations: […], asOf: …, omissions: […]}}, and {@code notKnown} where
   * none were read.
   */
  public static JsonObject of(Cluster cluster) {
    List<RecommendationSummary> posted =
        cluster.list(RecommendationSummary.class).stream().sorted(ORDER).toList();
    JsonObjectBuilder report = JsonObjectBuilder.object();
    if (cluster.coverage(RecommendationSummary.RESOURCE).isNone()) {
      report.put("notKnown", NOT_READ);
    }
    return report
        .put("recommendations", JsonObjectBuilder.array(posted, RecommendationReport::posted))
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject posted(RecommendationSummary posted) {
    RecommendationSummary.Amounts amounts = posted.amounts();
    return JsonObjectBuilder.object()
        .put("namespace", posted.namespace())
        .put("resourceQuota", posted.resourceQuota())
        .put("key", posted.key())
        .put("policy", posted.policy())
        .put("tenant", posted.tenant())
        .putIfPresent("time", posted.time())
        .put("confidence", posted.confidence())
        .putIfPresent("now", amounts.now())
        .putIfPresent("used", amounts.used())
        .putIfPresent("goal", amounts.goal())
        .putIfPresent("proposed", amounts.proposed())
        .put("why", JsonObjectBuilder.array(posted.why(), RecommendationReport::step))
        .put("effect", effect(posted.effect()))
        .put(
            "conditions",
            JsonObjectBuilder.array(posted.conditions(), RecommendationReport::condition))
        .build();
  }

  private static JsonObject step(RecommendationSummary.Step step) {
    return JsonObjectBuilder.object()
        .put("step", step.name())
        .put("amount", step.amount())
        .put("message", step.message())
        .build();
  }

  private static JsonObject effect(RecommendationSummary.Effect effect) {
    return JsonObjectBuilder.object()
        .put("podsAdmitted", effect.podsAdmitted())
        .put("podsPlaced", effect.podsPlaced())
        .put("gapsClosed", effect.gapsClosed())
        .put("gapsOpened", effect.gapsOpened())
        .build();
  }

  private static JsonObject condition(RecommendationSummary.Condition condition) {
    return JsonObjectBuilder.object()
        .put("type", condition.type())
        .put("status", condition.status())
        .put("reason", condition.reason())
        .put("message", condition.message())
        .putIfPresent("lastTransitionTime", condition.lastTransitionTime())
        .build();
  }
}
