package dev.plimsoll.testkit.admission;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;

/** One rule of a webhook (apiserver's pkg/admission/plugin/webhook/predicates/rules/rules.go). */
record WebhookRule(JsonObject json) {
  boolean matches(AdmissionCall call) {
    Target target = call.target();
    return covers("operations", call.operation())
        && covers("apiGroups", target.type().group())
        && covers("apiVersions", target.type().version())
        && JsonPaths.strings(json, "resources").stream().anyMatch(r -> covers(r, target))
        && scopeFits(target);
  }

  private boolean covers(String list, String value) {
    List<String> patterns = JsonPaths.strings(json, list);
    return patterns.contains("*") || patterns.contains(value);
  }

  private static boolean covers(String pattern, Target target) {
    String[] parts = pattern.split("/", 2);
    String subresource = parts.length == 1 ? "" : parts[1];
    return (parts[0].equals("*") || parts[0].equals(target.type().plural()))
        && (subresource.equals("*") || subresource.equals(target.subresource()));
  }

  private boolean scopeFits(Target target) {
    return switch (JsonPaths.text(json, "scope")) {
      case "Namespaced" -> target.type().namespaced();
      case "Cluster" -> !target.type().namespaced();
      default -> true;
    };
  }
}
