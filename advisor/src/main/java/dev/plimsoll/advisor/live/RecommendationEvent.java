package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.AdviceSummary;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** An Event on a quota that says what is recommended. */
final class RecommendationEvent {
  private static final int LONGEST_NOTE = 1024;
  private static final int LONGEST_NAME = 200;
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private RecommendationEvent() {}

  static JsonObject of(QuotaRecommendation quotaRecommendation, Instant now) {
    String namespace = quotaRecommendation.proposal().namespace();
    String quota = quotaRecommendation.proposal().name();
    String start = quota.substring(0, Math.min(LONGEST_NAME, quota.length()));
    String content = quotaRecommendation.proposal().proposed() + now.toString();
    String name =
        start
            + "."
            + Long.toHexString(now.toEpochMilli())
            + Integer.toHexString(content.hashCode());
    JsonObject regarding = new JsonObject();
    regarding.addProperty("apiVersion", "v1");
    regarding.addProperty("kind", "ResourceQuota");
    regarding.addProperty("namespace", namespace);
    regarding.addProperty("name", quota);
    regarding.addProperty("uid", quotaRecommendation.quota().metadata().uid());
    JsonObject event = ManifestJson.head("events.k8s.io/v1", "Event", namespace, name);
    event.addProperty("eventTime", MICROS.format(now));
    boolean opens = !quotaRecommendation.effect().opened().isEmpty();
    event.addProperty("type", opens ? "Warning" : "Normal");
    event.addProperty("reason", "QuotaRecommended");
    event.addProperty("action", "Recommend");
    event.addProperty("note", note(quotaRecommendation));
    event.addProperty("reportingController", "plimsoll.dev/advisor");
    event.addProperty("reportingInstance", ApiWriter.FIELD_MANAGER);
    event.add("regarding", regarding);
    return event;
  }

  private static String note(QuotaRecommendation quotaRecommendation) {
    String effect = AdviceSummary.effect(quotaRecommendation.effect());
    String note =
        "Recommended: "
            + AdviceSummary.ceilings(quotaRecommendation.proposal().proposed())
            + " instead of "
            + AdviceSummary.ceilings(quotaRecommendation.proposal().now())
            + (effect.isEmpty() ? "" : "; " + effect);
    return note.length() > LONGEST_NOTE ? note.substring(0, LONGEST_NOTE - 1) + "…" : note;
  }
}
