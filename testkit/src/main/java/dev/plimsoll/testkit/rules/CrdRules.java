package dev.plimsoll.testkit.rules;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** CustomResourceDefinitions, and the resources they define. */
public final class CrdRules implements KindRules {
  @Override
  public void complete(ResourceType type, JsonObject crd) {
    JsonObject names = JsonPaths.objectAt(crd, "spec", "names");
    String kind = JsonPaths.text(names, "kind");
    JsonPaths.setDefault(names, "listKind", new JsonPrimitive(kind + "List"));
    JsonPaths.setDefault(names, "singular", new JsonPrimitive(kind.toLowerCase(Locale.ROOT)));
    JsonObject none = new JsonObject();
    none.addProperty("strategy", "None");
    JsonPaths.setDefault(JsonPaths.objectAt(crd, "spec"), "conversion", none);
  }

  @Override
  public void begin(ResourceType type, JsonObject crd) {
    JsonObject status = new JsonObject();
    status.add("conditions", JsonNull.INSTANCE);
    JsonObject accepted = new JsonObject();
    accepted.addProperty("plural", "");
    accepted.addProperty("kind", "");
    status.add("acceptedNames", accepted);
    status.add(
        "storedVersions",
        JsonPaths.array(
            JsonPaths.objects(crd, "spec", "versions").stream()
                .filter(version -> JsonPaths.text(version, "storage").equals("true"))
                .map(version -> JsonPaths.text(version, "name"))
                .toList()));
    crd.add("status", status);
  }

  @Override
  public List<Cause> problems(ResourceType type, JsonObject crd) {
    String wanted =
        JsonPaths.text(crd, "spec", "names", "plural") + "." + JsonPaths.text(crd, "spec", "group");
    String name = JsonPaths.text(crd, "metadata", "name");
    return name.equals(wanted)
        ? List.of()
        : List.of(
            Cause.invalid(
                "metadata.name", "\"" + name + "\"", "must be spec.names.plural+\".\"+spec.group"));
  }

  /** The status after the API server's own controllers have accepted the definition. */
  public static JsonObject established(JsonObject crd, String time) {
    JsonObject next = crd.deepCopy();
    JsonObject status = JsonPaths.objectAt(next, "status");
    JsonArray conditions = new JsonArray();
    conditions.add(condition("NamesAccepted", "NoConflicts", "no conflicts found", time));
    conditions.add(
        condition(
            "Established", "InitialNamesAccepted", "the initial names have been accepted", time));
    status.add("conditions", conditions);
    status.add("acceptedNames", JsonPaths.objectAt(next, "spec", "names").deepCopy());
    return next;
  }

  private static JsonObject condition(String type, String reason, String message, String time) {
    JsonObject condition = new JsonObject();
    condition.addProperty("type", type);
    condition.addProperty("status", "True");
    condition.addProperty("lastTransitionTime", time);
    condition.addProperty("reason", reason);
    condition.addProperty("message", message);
    return condition;
  }

  /** The resource a definition is about. */
  public static ApiGroupResource defined(JsonObject crd) {
    return new ApiGroupResource(
        JsonPaths.text(crd, "spec", "group"), JsonPaths.text(crd, "spec", "names", "plural"));
  }

  /** The resource that a definition makes the server serve. */
  public static List<ResourceType> served(JsonObject crd) {
    return JsonPaths.objects(crd, "spec", "versions").stream()
        .filter(version -> JsonPaths.text(version, "served").equals("true"))
        .map(version -> type(crd, version))
        .toList();
  }

  private static ResourceType type(JsonObject crd, JsonObject version) {
    Set<Trait> traits = EnumSet.of(Trait.CUSTOM, Trait.GENERATION);
    if (JsonPaths.object(version, "subresources", "status").isPresent()) {
      traits.add(Trait.STATUS);
    }
    JsonObject names = JsonPaths.objectAt(crd.deepCopy(), "spec", "names");
    String kind = JsonPaths.text(names, "kind");
    return new ResourceType(
        JsonPaths.text(crd, "spec", "group"),
        JsonPaths.text(version, "name"),
        JsonPaths.text(names, "plural"),
        JsonPaths.string(names, "singular").orElse(kind.toLowerCase(Locale.ROOT)),
        kind,
        JsonPaths.text(crd, "spec", "scope").equals("Namespaced"),
        Set.copyOf(traits),
        defined(crd),
        JsonPaths.object(version, "schema", "openAPIV3Schema").orElseGet(JsonObject::new));
  }
}
