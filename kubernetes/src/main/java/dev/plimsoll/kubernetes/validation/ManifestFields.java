package dev.plimsoll.kubernetes.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fields of an object in a manifest, with their path.
 *
 * @param path the path, such as {@code spec.template}
 * @param fields nested maps and lists, without what is null
 */
record ManifestFields(String path, Map<?, ?> fields) {

  /** Returns the path of one field. */
  String path(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  /** Returns a scalar as text; empty if the field is absent or no scalar. */
  String text(String name) {
    Object value = fields.get(name);
    return value == null || value instanceof Map || value instanceof List
        ? ""
        : String.valueOf(value);
  }

  /** Returns a whole number; 0 if the field is absent or no number. */
  long number(String name) {
    return fields.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /** Returns the fields of an object; none if the field is absent or no object. */
  ManifestFields object(String name) {
    return new ManifestFields(
        path(name), fields.get(name) instanceof Map<?, ?> map ? map : Map.of());
  }

  /** Returns these fields without some. */
  ManifestFields without(Set<String> names) {
    Map<Object, Object> rest = new HashMap<>(fields);
    rest.keySet().removeAll(names);
    return new ManifestFields(path, rest);
  }

  /** Returns a list as texts; none if the field is absent or no list. */
  List<String> texts(String name) {
    return fields.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** Returns the objects of a list. */
  List<ManifestFields> list(String name) {
    List<ManifestFields> objects = new ArrayList<>();
    if (fields.get(name) instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        Map<?, ?> item = list.get(i) instanceof Map<?, ?> map ? map : Map.of();
        objects.add(new ManifestFields(path(name) + "[" + i + "]", item));
      }
    }
    return objects;
  }
}
