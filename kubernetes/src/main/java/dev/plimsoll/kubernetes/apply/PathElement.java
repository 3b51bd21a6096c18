package dev.plimsoll.kubernetes.apply;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A step of the path to a field whose owner the API server tracks. Steps are printed as in errors
 * of the API server.
 *
 * <p>Source: {@code vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/element.go}.
 */
public sealed interface PathElement extends Comparable<PathElement> {
  /** A field of an object, or a key of a map. */
  record Field(String name) implements PathElement {
    @Override
    public String toString() {
      return "." + name;
    }
  }

  /** An item of a list, by the fields that identify it. */
  record Key(SortedMap<String, Object> fields) implements PathElement {
    /** Returns the key with these fields. */
    public static Key of(Map<String, Object> fields) {
      return new Key(new TreeMap<>(fields));
    }

    @Override
    public String toString() {
      return fields.entrySet().stream()
          .map(e -> e.getKey() + "=" + text(e.getValue()))
          .collect(Collectors.joining(",", "[", "]"));
    }
  }

  /** A text in a list whose items are a set. */
  record SetItem(Object value) implements PathElement {
    @Override
    public String toString() {
      return "[=" + text(value) + "]";
    }
  }

  private static String text(Object value) {
    return value instanceof String text ? GoText.quote(text) : String.valueOf(value);
  }

  @Override
  default int compareTo(PathElement other) {
    return Comparator.<PathElement>comparingInt(e -> kinds().indexOf(e.getClass()))
        .thenComparing(Object::toString)
        .compare(this, other);
  }

  private static List<Class<? extends PathElement>> kinds() {
    return List.of(Field.class, Key.class, SetItem.class);
  }
}
