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

  private static final String JSON = "advice.json";

  /** A ConfigMap may have 1 MiB in all. */
  private static final int MOST_BYTES = 450_000;

  private ReportConfigMap() {}

  static JsonObject of(Advice advice, String namespace) {
    JsonObject data = new JsonObject();
    data.addProperty("asOf", advice.asOf().toString());
    put(data, "advice.md", MarkdownReport.of(advice));
    put(data, JSON, AdviceReport.of(advice).toString());
    JsonObject document = ManifestJson.head("v1", "ConfigMap", namespace, NAME);
    document.getAsJsonObject("metadata").add("labels", ApiPaths.labels());
    document.add("data", data);
    return document;
  }

  /** Returns whether what is stored says the same, whenever that was. */
  static boolean isSame(JsonObject stored, JsonObject document) {
    return timeless(stored).equals(timeless(document));
  }

  private static JsonObject timeless(JsonObject object) {
    JsonObject data = JsonFields.object(object, "data").deepCopy();
    String time = "\"" + JsonFields.text(data, "asOf") + "\"";
    data.remove("asOf");
    data.addProperty(JSON, JsonFields.text(data, JSON).replace(time, "\"\""));
    return data;
  }

  private static void put(JsonObject data, String name, String text) {
    boolean fits = text.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
    data.addProperty(
        name,
        fits ? text : "It is too long for a ConfigMap; plimsoll advise -o markdown prints it.");
  }
}
