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
 * @param patched the stored object with the manifest applied; empty if no object is stored, or not
 *     all its fields are known
 * @param denial why the manifest can't be merged; empty if it can be
 */
public record CheckedObject(
    ApiObject object,
    Map<String, Object> fields,
    Decoding decoding,
    Optional<PatchedObject> patched,
    Optional<ApplyDenial> denial) {

  /** Returns whether the manifest sets a field. */
  public boolean has(List<String> path) {
    return value(path).isPresent();
  }

  /** Returns the value of a field of the manifest. */
  public Optional<Object> value(List<String> path) {
    return FieldPath.value(fields, path);
  }

  /** Returns the object as it would be stored, as far as that is known. */
  ApiObject applied() {
    return patched.map(PatchedObject::object).orElse(object);
  }

  /** Returns whether the tool that applies the manifest deletes the stored object first. */
  boolean isRecreated() {
    return Recreation.isWanted(
        value(List.of("metadata", "annotations")).orElse(Map.of()) instanceof Map<?, ?> annotations
            ? annotations
            : Map.of());
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
