package dev.plimsoll.model.patch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One operation of a JSON patch.
 *
 * @param op {@code add}, {@code remove}, {@code replace} or {@code test}
 * @param path the steps to the place, unescaped
 * @param value the value, as JSON
 */
record PatchOperation(String op, List<String> path, Optional<String> value) {

  PatchOperation {
    path = List.copyOf(path);
  }

  /** Sets a member of an object, present or not, or inserts into a list. */
  static PatchOperation add(List<String> path, String value) {
    return new PatchOperation("add", path, Optional.of(value));
  }

  static PatchOperation remove(List<String> path) {
    return new PatchOperation("remove", path, Optional.empty());
  }

  /** Fails the whole patch where the place holds another value: someone else has changed it. */
  static PatchOperation test(List<String> path, String value) {
    return new PatchOperation("test", path, Optional.of(value));
  }

  static List<String> path(List<String> parent, String... steps) {
    List<String> path = new ArrayList<>(parent);
    path.addAll(List.of(steps));
    return path;
  }

  String json() {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("op", JsonText.string(op));
    members.put("path", JsonText.string(pointer()));
    value.ifPresent(v -> members.put("value", v));
    return JsonText.object(members);
  }

  private String pointer() {
    return path.stream()
        .map(s -> "/" + s.replace("~", "~0").replace("/", "~1"))
        .collect(Collectors.joining());
  }

  /** Returns the operations as a patch, one a line. */
  static String patch(List<PatchOperation> operations) {
    return operations.stream()
        .map(PatchOperation::json)
        .collect(Collectors.joining(",\n ", "[", "]"));
  }
}
