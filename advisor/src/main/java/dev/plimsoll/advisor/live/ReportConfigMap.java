package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.AdviceReport;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.advisor.recommend.MarkdownReport;
import java.nio.charset.StandardCharsets;

/** The ConfigMap with the report; what is too long for one is left out. */
final class ReportConfigMap {
  static final String NAME = "plimsoll-advice";

  /** A ConfigMap may have 1 MiB in all. */
  private static final int MOST_BYTES = 450_000;

  private ReportConfigMap() {}

  static JsonObject of(Advice advice, String namespace) {
    JsonObject data = new JsonObject();
    data.addProperty("asOf", advice.asOf().toString());
    put(data, "advice.md", MarkdownReport.of(advice));
    put(data, "advice.json", AdviceReport.of(advice).toString());
    JsonObject document = ManifestJson.head("v1", "ConfigMap", namespace, NAME);
    document.getAsJsonObject("metadata").add("labels", ApiPaths.labels());
    document.add("data", data);
    return document;
  }

  private static void put(JsonObject data, String name, String text) {
    boolean fits = text.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
    data.addProperty(
        name,
        fits ? text : "It is too long for a ConfigMap; plimsoll advise -o markdown prints it.");
  }
}
