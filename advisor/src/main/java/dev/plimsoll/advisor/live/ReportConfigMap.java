package dev.plimsoll.advisor.live;

import static java.util.stream.Collectors.toSet;

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

  /** A key has at most 253 characters, and the longest extension has 5. */
  private static final int MOST_CHARACTERS = 248;

  private ReportConfigMap() {}

  /**
   * Returns the ConfigMap with the report of a policy, and with the stored reports of others.
   *
   * @param stored the ConfigMap that the cluster has
   * @param others the policies whose stored reports stay
   */
  static JsonObject of(
      Advice advice, String namespace, Optional<JsonObject> stored, Set<String> others) {
    String report = report(advice.shares().capacity().policy().name());
    Set<String> reports = others.stream().map(ReportConfigMap::report).collect(toSet());
    JsonObject data = new JsonObject();
    stored
        .map(s -> JsonFields.object(s, "data"))
        .ifPresent(
            s ->
                s.entrySet().stream()
                    .filter(e -> reports.contains(reportOf(e.getKey())))
                    .filter(e -> !reportOf(e.getKey()).equals(report))
                    .forEach(e -> data.add(e.getKey(), e.getValue())));
    Set<String> all = reports(data);
    all.add(report);
    int most = MOST_BYTES / 2 / all.size();
    data.addProperty(report + AS_OF, advice.asOf().toString());
    data.addProperty(report + ".md", fitting(MarkdownReport.of(advice), most));
    data.addProperty(report + ".json", fitting(AdviceReport.of(advice).toString(), most));
    JsonObject document = ManifestJson.head("v1", "ConfigMap", namespace, NAME);
    document.getAsJsonObject("metadata").add("labels", ApiPaths.labels());
    document.add("data", data);
    return document;
  }

  /** Returns whether the ConfigMap has a report of another policy than that one. */
  static boolean hasOthers(JsonObject stored, String policy) {
    return !Set.of(report(policy)).containsAll(reports(JsonFields.object(stored, "data")));
  }

  /** Returns the name of a policy's report. A long policy name is shortened to fit a key. */
  static String report(String policy) {
    return policy.length() <= MOST_CHARACTERS
        ? policy
        : policy.substring(0, MOST_CHARACTERS - 2 * KeyRecommendation.HASH_BYTES - 1)
            + "-"
            + KeyRecommendation.hash(policy);
  }

  private static Set<String> reports(JsonObject data) {
    Set<String> reports = new TreeSet<>();
    data.keySet().forEach(k -> reports.add(reportOf(k)));
    return reports;
  }

  private static String reportOf(String key) {
    return key.substring(0, Math.max(0, key.lastIndexOf('.')));
  }

  /** Returns whether the stored ConfigMap has this report, regardless of its time. */
  static boolean isSame(JsonObject stored, JsonObject document) {
    return timeless(stored).equals(timeless(document));
  }

  private static JsonObject timeless(JsonObject object) {
    JsonObject data = JsonFields.object(object, "data").deepCopy();
    for (String report : reports(data)) {
      String time = "\"" + JsonFields.text(data, report + AS_OF) + "\"";
      String json = report + ".json";
      data.remove(report + AS_OF);
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
