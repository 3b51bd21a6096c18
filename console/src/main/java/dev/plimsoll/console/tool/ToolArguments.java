package dev.plimsoll.console.tool;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The checked arguments of a call. Texts lose the marks of quotations.
 *
 * @param json the arguments by name
 */
record ToolArguments(JsonObject json) {
  static final String NAMESPACE = "namespace";
  static final String CURSOR = "cursor";

  /** Returns a text that isn't blank. */
  Optional<String> text(String name) {
    return Optional.ofNullable(json.get(name))
        .map(JsonElement::getAsString)
        .map(Quoted::without)
        .filter(t -> !t.isBlank());
  }

  /**
   * Returns a text that isn't blank.
   *
   * @throws InputException if there is none
   */
  String required(String name) {
    return text(name).orElseThrow(() -> new InputException("argument \"" + name + "\" is missing"));
  }

  Optional<String> namespace() {
    return text(NAMESPACE);
  }

  int number(String name, int otherwise) {
    return Optional.ofNullable(json.get(name)).map(JsonElement::getAsInt).orElse(otherwise);
  }

  /** Returns a list of texts, empty if it is absent. */
  List<String> texts(String name) {
    return Optional.ofNullable(json.getAsJsonArray(name)).stream()
        .flatMap(a -> StreamSupport.stream(a.spliterator(), false))
        .map(e -> Quoted.without(e.getAsString()))
        .toList();
  }
}
