package dev.plimsoll.testkit.patch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A place in a JSON tree (RFC 6901); a place that cannot be is an IllegalArgumentException. */
record JsonPointer(List<String> steps) {
  static JsonPointer parse(String text) {
    if (!text.isEmpty() && !text.startsWith("/")) {
      throw new IllegalArgumentException("not a JSON pointer: " + text);
    }
    return new JsonPointer(
        Stream.of(text.split("/", -1))
            .skip(1)
            .map(step -> step.replace("~1", "/").replace("~0", "~"))
            .toList());
  }

  Optional<JsonElement> find(JsonElement root) {
    JsonElement here = root;
    for (String step : steps) {
      if (here.isJsonObject() && here.getAsJsonObject().has(step)) {
        here = here.getAsJsonObject().get(step);
      } else if (here.isJsonArray() && isIndex(step, here.getAsJsonArray().size() - 1)) {
        here = here.getAsJsonArray().get(Integer.parseInt(step));
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(here);
  }

  void add(JsonObject root, JsonElement value) {
    JsonElement parent = parent(root);
    if (parent.isJsonObject()) {
      parent.getAsJsonObject().add(last(), value);
    } else {
      insert(parent.getAsJsonArray(), value);
    }
  }

  private void insert(JsonArray array, JsonElement value) {
    int index = last().equals("-") ? array.size() : index(array.size());
    array.add(value);
    for (int i = array.size() - 1; i > index; i--) {
      array.set(i, array.get(i - 1));
    }
    array.set(index, value);
  }

  JsonElement remove(JsonObject root) {
    JsonElement old =
        find(root).orElseThrow(() -> new IllegalArgumentException("nothing at " + steps));
    JsonElement parent = parent(root);
    if (parent.isJsonObject()) {
      parent.getAsJsonObject().remove(last());
    } else {
      parent.getAsJsonArray().remove(Integer.parseInt(last()));
    }
    return old;
  }

  private JsonElement parent(JsonObject root) {
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("the whole object cannot be replaced");
    }
    return new JsonPointer(steps.subList(0, steps.size() - 1))
        .find(root)
        .filter(parent -> parent.isJsonObject() || parent.isJsonArray())
        .orElseThrow(() -> new IllegalArgumentException("nothing to hold " + steps));
  }

  private String last() {
    return steps.get(steps.size() - 1);
  }

  private int index(int most) {
    if (!isIndex(last(), most)) {
      throw new IllegalArgumentException("no such index: " + last());
    }
    return Integer.parseInt(last());
  }

  private static boolean isIndex(String step, int most) {
    return step.matches("0|[1-9]\\d{0,8}") && Integer.parseInt(step) <= most;
  }
}
