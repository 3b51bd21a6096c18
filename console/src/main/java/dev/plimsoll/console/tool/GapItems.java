package dev.plimsoll.console.tool;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Gaps of a report as parts of an answer. */
final class GapItems {
  private static final int MOST_REMEDIES = 2;
  private static final String NAMESPACE = "namespace";
  private static final String MESSAGE = "message";

  private GapItems() {}

  /** Returns a gap with the remedies that come first. */
  static JsonObject brief(JsonObject gap) {
    return item(gap, MOST_REMEDIES);
  }

  /** Returns a gap with its evidence and all remedies. */
  static JsonObject whole(JsonObject gap) {
    JsonObject item = item(gap, Integer.MAX_VALUE);
    JsonArray evidence = new JsonArray();
    gap.getAsJsonObject("evidence")
        .entrySet()
        .forEach(
            e -> {
              JsonObject figure = new JsonObject();
              figure.addProperty("name", Quoted.of(e.getKey()));
              figure.addProperty("value", Quoted.of(e.getValue().getAsString()));
              evidence.add(figure);
            });
    item.add("evidence", evidence);
    return item;
  }

  private static JsonObject item(JsonObject gap, int mostRemedies) {
    JsonObject item = new JsonObject();
    item.add("id", gap.get("id"));
    item.add("kind", gap.get("kind"));
    item.add("severity", gap.get("severity"));
    item.addProperty("object", object(gap.getAsJsonObject("object")));
    item.addProperty("resource", Quoted.of(gap.get("resource").getAsString()));
    item.add("pods", gap.get("pods"));
    Optional.ofNullable(gap.getAsJsonObject("cost"))
        .map(c -> c.get("since"))
        .ifPresent(s -> item.add("since", s));
    item.addProperty(MESSAGE, Quoted.of(gap.get(MESSAGE).getAsString()));
    JsonArray remedies = new JsonArray();
    objects(gap, "remedies").limit(mostRemedies).map(GapItems::remedy).forEach(remedies::add);
    item.add("remedies", remedies);
    return item;
  }

  /** Returns {@code «NAMESPACE/KIND/NAME»}; without a namespace for an object that is in none. */
  static String object(JsonObject reference) {
    String namespace = reference.get(NAMESPACE).getAsString();
    return Quoted.of(
        (namespace.isEmpty() ? "" : namespace + "/")
            + reference.get("kind").getAsString()
            + "/"
            + reference.get("name").getAsString());
  }

  private static JsonObject remedy(JsonObject remedy) {
    JsonObject item = new JsonObject();
    item.addProperty("action", Quoted.of(remedy.get("action").getAsString()));
    item.add("who", remedy.get("who"));
    item.add("helps", remedy.get("helps"));
    item.addProperty("result", Quoted.of(remedy.get("result").getAsString()));
    Optional.ofNullable(remedy.get("command"))
        .ifPresent(c -> item.addProperty("command", Quoted.of(c.getAsString())));
    quoted(remedy, "notes", item);
    quoted(remedy, "whatif", item);
    return item;
  }

  /** Adds the texts of a list in a report to an item, if there are any. */
  private static void quoted(JsonObject report, String name, JsonObject item) {
    JsonArray texts = report.getAsJsonArray(name);
    if (!texts.isEmpty()) {
      JsonArray all = new JsonArray();
      texts.forEach(t -> all.add(Quoted.of(t.getAsString())));
      item.add(name, all);
    }
  }

  /** Returns the objects of a list in a report. */
  static Stream<JsonObject> objects(JsonObject report, String name) {
    return StreamSupport.stream(report.getAsJsonArray(name).spliterator(), false)
        .map(JsonElement::getAsJsonObject);
  }
}
