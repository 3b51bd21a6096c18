package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.validation.Decoding;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An object of a set.
 *
 * @param object the object, in its namespace
 * @param fields all fields of its manifest: nested maps and lists, without what is null
 * @param decoding what the API server's decoder finds in the manifest
 */
public record CheckedObject(ApiObject object, Map<String, Object> fields, Decoding decoding) {

  /** Returns whether the manifest sets a field. */
  public boolean has(List<String> path) {
    return value(path).isPresent();
  }

  /** Returns the value of a field of the manifest. */
  public Optional<Object> value(List<String> path) {
    Optional<Object> current = Optional.of(fields);
    for (String step : path) {
      current = current.flatMap(c -> child(c, step));
    }
    return current;
  }

  private static Optional<Object> child(Object parent, String step) {
    if (parent instanceof Map<?, ?> map) {
      return Optional.ofNullable(map.get(step));
    }
    return parent instanceof List<?> list
            && step.matches("[0-9]{1,6}")
            && Integer.parseInt(step) < list.size()
        ? Optional.ofNullable(list.get(Integer.parseInt(step)))
        : Optional.empty();
  }

  /** Returns whether a reference is to this object. */
  public boolean is(ObjectReference reference) {
    return reference.kind().equals(object.type().kind())
        && reference.namespace().equals(object.namespace())
        && reference.name().equals(object.name());
  }

  /** Returns the object as {@code kind/name} with its namespace. */
  public String label() {
    return label(object.reference());
  }

  static String label(ObjectReference reference) {
    return Workloads.label(reference)
        + (reference.namespace().isEmpty() ? "" : " in namespace " + reference.namespace());
  }
}
