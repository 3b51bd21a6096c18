package dev.plimsoll.testkit.rules;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import java.util.List;
import java.util.Map;

/**
 * Objects as a version of their resource shows them and as they are kept. Only events have two
 * forms: those of events.k8s.io are kept as core ones (pkg/apis/events/v1/conversion.go).
 */
public final class Presentation {
  /** Core name by name in events.k8s.io. */
  private static final Map<String, String> EVENT_FIELDS =
      Map.of(
          "regarding", "involvedObject",
          "note", "message",
          "reportingController", "reportingComponent",
          "deprecatedSource", "source",
          "deprecatedFirstTimestamp", "firstTimestamp",
          "deprecatedLastTimestamp", "lastTimestamp",
          "deprecatedCount", "count");

  private Presentation() {}

  /** A kept object as this version shows it. */
  public static JsonObject shown(ResourceType type, JsonObject kept) {
    return isEvent(type) ? event(type, kept) : named(type, kept);
  }

  /** An object of this version as it is kept. */
  public static JsonObject kept(ResourceType type, JsonObject shown) {
    if (!isEvent(type)) {
      return shown;
    }
    JsonObject kept = new JsonObject();
    shown
        .entrySet()
        .forEach(m -> kept.add(EVENT_FIELDS.getOrDefault(m.getKey(), m.getKey()), m.getValue()));
    return kept;
  }

  private static boolean isEvent(ResourceType type) {
    return type.group().equals("events.k8s.io");
  }

  private static JsonObject event(ResourceType type, JsonObject kept) {
    JsonObject shown = named(type, kept);
    EVENT_FIELDS.forEach(
        (name, core) -> {
          if (shown.has(core)) {
            shown.add(name, shown.remove(core));
          }
        });
    if (!shown.has("deprecatedSource")) {
      shown.add("deprecatedSource", new JsonObject());
    }
    for (String time : List.of("deprecatedFirstTimestamp", "deprecatedLastTimestamp")) {
      if (!shown.has(time)) {
        shown.add(time, JsonNull.INSTANCE);
      }
    }
    return shown;
  }

  private static JsonObject named(ResourceType type, JsonObject kept) {
    JsonObject shown = new JsonObject();
    shown.addProperty("kind", type.kind());
    shown.addProperty("apiVersion", type.apiVersion());
    kept.entrySet().forEach(member -> shown.add(member.getKey(), member.getValue()));
    shown.addProperty("kind", type.kind());
    shown.addProperty("apiVersion", type.apiVersion());
    return shown;
  }

  /** As an item of a list: built-in kinds leave kind and apiVersion to the list. */
  public static JsonObject item(ResourceType type, JsonObject kept) {
    JsonObject item = shown(type, kept);
    if (!type.has(Trait.CUSTOM)) {
      item.remove("kind");
      item.remove("apiVersion");
    }
    return item;
  }

  /** Returns the object of a bookmark: empty except for its version. */
  public static JsonObject bookmark(ResourceType type, long revision) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", Long.toString(revision));
    JsonObject bookmark = new JsonObject();
    bookmark.add("metadata", metadata);
    if (type.kind().equals("Pod") && type.group().isEmpty()) {
      JsonObject spec = new JsonObject();
      spec.add("containers", JsonNull.INSTANCE);
      bookmark.add("spec", spec);
      bookmark.add("status", new JsonObject());
    }
    return named(type, bookmark);
  }

  /** A list object around items. */
  public static JsonObject list(ResourceType type, JsonObject metadata, JsonArray items) {
    JsonObject list = new JsonObject();
    list.addProperty("kind", type.listKind());
    list.addProperty("apiVersion", type.apiVersion());
    list.add("metadata", metadata);
    list.add("items", items);
    return list;
  }
}
