package dev.plimsoll.stage.monitor;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The shipped configuration of Prometheus.
 *
 * @param objects the objects of manifests/monitoring
 */
public record Shipped(List<JsonObject> objects) {

  public Shipped {
    objects = List.copyOf(objects);
  }

  List<JsonObject> monitors() {
    return ofKind("PodMonitor");
  }

  /** Returns the file of rules, in JSON, which is YAML. */
  String rules() {
    JsonArray groups = new JsonArray();
    ofKind("PrometheusRule")
        .forEach(rule -> JsonPaths.list(rule, "spec", "groups").forEach(groups::add));
    JsonObject file = new JsonObject();
    file.add("groups", groups);
    return file.toString();
  }

  /** Returns how many alerts there are. */
  public int alerts() {
    return ofKind("PrometheusRule").stream()
        .flatMap(rule -> JsonPaths.objects(rule, "spec", "groups").stream())
        .mapToInt(group -> JsonPaths.objects(group, "rules").size())
        .sum();
  }

  /** Returns the expressions of all panels of the dashboards. */
  public List<String> queries() {
    List<String> queries = new ArrayList<>();
    for (JsonObject map : ofKind("ConfigMap")) {
      JsonPaths.object(map, "data").orElseGet(JsonObject::new).entrySet().stream()
          .filter(each -> each.getKey().endsWith(".json"))
          .forEach(each -> collect(JsonPaths.parse(each.getValue().getAsString()), queries));
    }
    return queries;
  }

  private static void collect(JsonElement element, List<String> queries) {
    if (element.isJsonArray()) {
      element.getAsJsonArray().forEach(each -> collect(each, queries));
    } else if (element.isJsonObject()) {
      for (Map.Entry<String, JsonElement> each : element.getAsJsonObject().entrySet()) {
        if (each.getKey().equals("expr")) {
          queries.add(each.getValue().getAsString());
        } else {
          collect(each.getValue(), queries);
        }
      }
    }
  }

  private List<JsonObject> ofKind(String kind) {
    return objects.stream().filter(it -> JsonPaths.text(it, "kind").equals(kind)).toList();
  }
}
