package dev.plimsoll.stage.install;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Parts of the product that are installed together.
 *
 * @param name what the table calls it
 * @param parts in the order in which they are installed
 */
public record Way(String name, List<Part> parts) {

  public Way {
    parts = List.copyOf(parts);
  }

  /** Returns whether some part is switched on in the chart, such as {@code admission}. */
  public boolean has(String... part) {
    return parts.stream().anyMatch(it -> it.has(part));
  }

  /** Returns the first of the parts' values of the chart at a path; empty if none has one. */
  public String value(String... path) {
    return parts.stream()
        .map(it -> it.value(path))
        .filter(it -> !it.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Returns whether something that it installs runs. */
  public boolean runs() {
    return has("scheduler") || has("admission") || has("console") || has("advisor");
  }

  /** Returns whether it is a Job now and then. */
  public boolean runsJobs() {
    return has("advisor") && value("advisor", "watch").equals("false");
  }

  /** Returns whether a replica of the extender stands by. */
  public boolean standsBy() {
    return value("scheduler", "replicas").equals("2");
  }

  /** Returns whether it runs as a Deployment. */
  public boolean runsAlways() {
    return runs() && !runsJobs();
  }

  /** Returns the values of the chart that give all parts. */
  public JsonObject values() {
    JsonObject all = new JsonObject();
    parts.forEach(part -> merge(all, part.values()));
    return all;
  }

  private static void merge(JsonObject into, JsonObject from) {
    for (Map.Entry<String, JsonElement> each : from.entrySet()) {
      JsonElement there = into.get(each.getKey());
      if (there != null && there.isJsonObject() && each.getValue().isJsonObject()) {
        merge(there.getAsJsonObject(), each.getValue().getAsJsonObject());
      } else {
        into.add(each.getKey(), each.getValue().deepCopy());
      }
    }
  }

  /** Returns the parts but the role admission in the order in which they are removed. */
  public List<Part> removed() {
    List<Part> reversed = new ArrayList<>(parts);
    Collections.reverse(reversed);
    reversed.removeIf(part -> part.has("admission"));
    return reversed;
  }

  @Override
  public String toString() {
    return name;
  }
}
