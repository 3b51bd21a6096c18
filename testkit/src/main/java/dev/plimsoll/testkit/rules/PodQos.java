package dev.plimsoll.testkit.rules;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;

/**
 * A pod's quality of service (pkg/apis/core/helper/qos/qos.go). Quantities are compared as they are
 * spelt, which suffices after defaulting from limits; 0 counts as absent.
 */
final class PodQos {
  private static final List<String> RESOURCES = List.of("cpu", "memory");

  private PodQos() {}

  static String of(List<JsonObject> containers) {
    boolean any = false;
    boolean all = true;
    for (JsonObject container : containers) {
      for (String resource : RESOURCES) {
        String request = amount(container, "requests", resource);
        String limit = amount(container, "limits", resource);
        any |= !request.isEmpty() || !limit.isEmpty();
        all &= !limit.isEmpty() && limit.equals(request);
      }
    }
    return !any ? "BestEffort" : all ? "Guaranteed" : "Burstable";
  }

  private static String amount(JsonObject container, String side, String resource) {
    String amount = JsonPaths.text(container, "resources", side, resource);
    return amount.matches("0[a-zA-Z]*") ? "" : amount;
  }
}
