package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Objects with all their fields, for rules that may look at any.
 *
 * @param objects by what they are: nested maps and lists, texts, whole numbers as Long, fractions
 *     as Double and truth values; what is null is left out
 */
public record ServedFields(Map<Key, Map<String, Object>> objects) {
  /** None. */
  public static final ServedFields NONE = new ServedFields(Map.of());

  /**
   * Which object it is.
   *
   * @param resource its resource
   * @param namespace its namespace, empty for a cluster-scoped one
   * @param name its name
   */
  public record Key(GroupResource resource, String namespace, String name) {

    /** Returns which object it is. */
    public static Key of(ApiObject object) {
      return new Key(object.resource(), object.namespace(), object.name());
    }
  }

  public ServedFields {
    objects = Map.copyOf(objects);
  }

  /**
   * Returns the union of these objects and others; for an object in both, the fields of {@code
   * others} win.
   */
  public ServedFields and(ServedFields others) {
    Map<Key, Map<String, Object>> all = new HashMap<>(objects);
    all.putAll(others.objects);
    return new ServedFields(all);
  }

  /** Returns the fields of an object, if they were kept. */
  public Optional<Map<String, Object>> of(ApiObject object) {
    return Optional.ofNullable(objects.get(Key.of(object)));
  }
}
