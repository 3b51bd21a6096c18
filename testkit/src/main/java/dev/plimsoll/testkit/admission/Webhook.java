package dev.plimsoll.testkit.admission;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.store.LabelSelectorParameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One entry of a webhook configuration. Its matchConditions, being CEL, are not looked at. */
record Webhook(JsonObject json) {
  private static final int DEFAULT_TIMEOUT_SECONDS = 10;

  String name() {
    return JsonPaths.text(json, "name");
  }

  /** Whether failing to ask it is as good as its yes. */
  boolean failsOpen() {
    return JsonPaths.text(json, "failurePolicy").equals("Ignore");
  }

  boolean hasSideEffects() {
    return !JsonPaths.text(json, "sideEffects").matches("None|NoneOnDryRun");
  }

  Duration timeout() {
    return Duration.ofSeconds(
        JsonPaths.at(json, "timeoutSeconds")
            .map(seconds -> seconds.getAsInt())
            .orElse(DEFAULT_TIMEOUT_SECONDS));
  }

  /**
   * @param namespace the object's, {@code {}} where it has none
   */
  boolean matches(AdmissionCall call, JsonObject namespace) {
    boolean asked =
        JsonPaths.objects(json, "rules").stream()
            .anyMatch(rule -> new WebhookRule(rule).matches(call));
    return asked
        && (namespace.size() == 0 || selector("namespaceSelector").test(namespace))
        && Stream.of(call.object(), call.oldObject())
            .anyMatch(o -> o.size() > 0 && selector("objectSelector").test(o));
  }

  private LabelSelectorParameter selector(String name) {
    List<String> terms = new ArrayList<>();
    JsonPaths.object(json, name, "matchLabels")
        .ifPresent(
            labels ->
                labels.keySet().forEach(key -> terms.add(key + "=" + JsonPaths.text(labels, key))));
    JsonPaths.objects(json, name, "matchExpressions").forEach(term -> terms.add(expression(term)));
    return LabelSelectorParameter.parse(String.join(",", terms));
  }

  private static String expression(JsonObject term) {
    String key = JsonPaths.text(term, "key");
    String values = "(" + String.join(",", JsonPaths.strings(term, "values")) + ")";
    return switch (JsonPaths.text(term, "operator")) {
      case "In" -> key + " in " + values;
      case "NotIn" -> key + " notin " + values;
      case "DoesNotExist" -> "!" + key;
      default -> key;
    };
  }
}
