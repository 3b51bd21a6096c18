package dev.plimsoll.testkit.rules;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The admission plug-in Priority (plugin/pkg/admission/priority/admission.go) for new pods. */
final class PriorityRules {
  private static final Map<String, Integer> SYSTEM =
      Map.of("system-node-critical", 2_000_001_000, "system-cluster-critical", 2_000_000_000);

  private final Supplier<List<JsonObject>> classes;

  /**
   * @param classes all PriorityClasses there are
   */
  PriorityRules(Supplier<List<JsonObject>> classes) {
    this.classes = classes;
  }

  void admit(JsonObject pod) {
    JsonObject spec = JsonPaths.objectAt(pod, "spec");
    String name = JsonPaths.text(spec, "priorityClassName");
    Optional<JsonObject> chosen = name.isEmpty() ? global() : named(pod, name);
    chosen.ifPresent(
        c -> spec.addProperty("priorityClassName", JsonPaths.text(c, "metadata", "name")));
    int value = chosen.flatMap(c -> JsonPaths.at(c, "value")).map(v -> v.getAsInt()).orElse(0);
    if (JsonPaths.at(spec, "priority").filter(given -> given.getAsInt() != value).isPresent()) {
      throw forbidden(
          pod,
          "the integer value of priority (%s) must not be provided in pod spec; priority admission controller computed %d from the given PriorityClass name"
              .formatted(JsonPaths.text(spec, "priority"), value));
    }
    spec.addProperty("priority", value);
    String policy =
        chosen.flatMap(c -> JsonPaths.string(c, "preemptionPolicy")).orElse("PreemptLowerPriority");
    JsonPaths.setDefault(spec, "preemptionPolicy", new JsonPrimitive(policy));
  }

  private Optional<JsonObject> global() {
    return classes.get().stream()
        .filter(c -> JsonPaths.at(c, "globalDefault").map(g -> g.getAsBoolean()).orElse(false))
        .min(Comparator.comparing(c -> JsonPaths.at(c, "value").map(v -> v.getAsInt()).orElse(0)));
  }

  private Optional<JsonObject> named(JsonObject pod, String name) {
    Optional<JsonObject> stored =
        classes.get().stream()
            .filter(c -> JsonPaths.text(c, "metadata", "name").equals(name))
            .findFirst();
    if (stored.isEmpty() && !SYSTEM.containsKey(name)) {
      throw forbidden(pod, "no PriorityClass with name %s was found".formatted(name));
    }
    return stored.or(() -> Optional.of(system(name)));
  }

  private static JsonObject system(String name) {
    JsonObject json = new JsonObject();
    JsonPaths.objectAt(json, "metadata").addProperty("name", name);
    json.addProperty("value", SYSTEM.get(name));
    return json;
  }

  private static StatusError forbidden(JsonObject pod, String why) {
    return StatusError.forbidden(
        new ApiGroupResource("", "pods"), JsonPaths.text(pod, "metadata", "name"), why);
  }
}
