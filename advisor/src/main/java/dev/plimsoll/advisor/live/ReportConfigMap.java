package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.AdviceReport;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.advisor.recommend.MarkdownReport;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The ConfigMap with the reports of all policies. The report of policy {@code NAME} has three keys:
 * {@code NAME.md}, {@code NAME.json} and {@code NAME.asOf}. A report that is too long is omitted.
 */
final class ReportConfigMap {
  static final String NAME = "plimsoll-advice";

  private static final String AS_OF = ".asOf";

  /** A ConfigMap may have 1 MiB in all. */
  private static final int MOST_BYTES = 900_000;

  private ReportConfigMap() {}

  /**
   * Returns the ConfigMap with the report of a policy, and with the stored reports of others.
   *
   * @param stored the ConfigMap that the cluster has
   * @param others the policies whose stored reports stay
   */
  static JsonObject of(
      Advice advice, String namespace, Optional<JsonObject> stored, Set<String> others) {
    String policy = advice.shares().capacity().policy().name();
    JsonObject data = new JsonObject();
    stored
        .map(s -> JsonFields.object(s, "data"))
        .ifPresent(
            s ->
                s.entrySet().stream()
                    .filter(e -> others.contains(policy(e.getKey())))
                    .filter(e -> !policy(e.getKey()).equals(policy))
                    .forEach(e -> data.add(e.getKey(), e.getValue())));
    Set<String> all = policies(data);
    all.add(policy);
    int most = MOST_BYTES / 2 / all.size();
    data.addProperty(policy + AS_OF, advice.asOf().toString());
    data.addProperty(policy + ".md", fitting(MarkdownReport.of(advice), most));
    data.addProperty(policy + ".json", fitting(AdviceReport.of(advice).toString(), most));
    JsonObject document = ManifestJson.head("v1", "ConfigMap", namespace, NAME);
    document.getAsJsonObject("metadata").add("labels", ApiPaths.labels());
    document.add("data", data);
    return document;
  }

  /** Returns the policies that have a report in the ConfigMap. */
  static Set<String> policiesOf(JsonObject stored) {
    return policies(JsonFields.object(stored, "data"));
  }

  private static Set<String> policies(JsonObject data) {
    Set<String> policies = new TreeSet<>();
    data.keySet().forEach(k -> policies.add(policy(k)));
    return policies;
  }

  private static String policy(String key) {
    return key.substring(0, Math.max(0, key.lastIndexOf('.')));
  }

  /** Returns whether the stored ConfigMap says the same, whenever that was. */
  static boolean isSame(JsonObject stored, JsonObject document) {
    return timeless(stored).equals(timeless(document));
  }

  private static JsonObject timeless(JsonObject object) {
    JsonObject data = JsonFields.object(object, "data").deepCopy();
    for (String policy : policies(data)) {
      String time = "\"" + JsonFields.text(data, policy + AS_OF) + "\"";
      String json = policy + ".json";
      data.remove(policy + AS_OF);
      data.addProperty(json, JsonFields.text(data, json).replace(time, "\"\""));
    }
    return data;
  }

  private static String fitting(String text, int most) {
    return text.getBytes(StandardCharsets.UTF_8).length <= most
        ? text
        : "It is too long for a ConfigMap; plimsoll advise -o markdown prints it.";
  }
}
