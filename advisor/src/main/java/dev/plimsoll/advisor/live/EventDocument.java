package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.Recommendation;
import dev.plimsoll.advisor.recommend.Summary;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** An Event on a quota that says what is recommended. */
final class EventDocument {
  private static final int LONGEST_NOTE = 1024;
  private static final int LONGEST_NAME = 200;
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private EventDocument() {}

  static JsonObject of(Recommendation recommendation, Instant now) {
    String namespace = recommendation.proposal().namespace();
    String quota = recommendation.proposal().name();
    String start = quota.substring(0, Math.min(LONGEST_NAME, quota.length()));
    String content = recommendation.proposal().proposed() + now.toString();
    JsonObject metadata = new JsonObject();
    metadata.addProperty("namespace", namespace);
    metadata.addProperty(
        "name",
        start
            + "."
            + Long.toHexString(now.toEpochMilli())
            + Integer.toHexString(content.hashCode()));
    JsonObject regarding = new JsonObject();
    regarding.addProperty("apiVersion", "v1");
    regarding.addProperty("kind", "ResourceQuota");
    regarding.addProperty("namespace", namespace);
    regarding.addProperty("name", quota);
    regarding.addProperty("uid", recommendation.quota().metadata().uid());
    JsonObject event = new JsonObject();
    event.addProperty("apiVersion", "events.k8s.io/v1");
    event.addProperty("kind", "Event");
    event.add("metadata", metadata);
    event.addProperty("eventTime", MICROS.format(now));
    event.addProperty("type", "Normal");
    event.addProperty("reason", "QuotaRecommended");
    event.addProperty("action", "Recommend");
    event.addProperty("note", note(recommendation));
    event.addProperty("reportingController", "plimsoll.dev/advisor");
    event.addProperty("reportingInstance", ApiWriter.MANAGER);
    event.add("regarding", regarding);
    return event;
  }

  private static String note(Recommendation recommendation) {
    String effect = Summary.effect(recommendation.effect());
    String note =
        "Recommended: "
            + recommendation.proposal().proposed()
            + " instead of "
            + recommendation.proposal().now()
            + (effect.isEmpty() ? "" : "; " + effect);
    return note.length() > LONGEST_NOTE ? note.substring(0, LONGEST_NOTE - 1) + "…" : note;
  }
}
