package dev.plimsoll.kube.json;

import com.google.gson.JsonNull;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object, and where it stands. An absent field and {@code null} are the same;
 * a value of another type than asked for is a {@link DecodeException} with the field's path.
 */
public final class Fields {
  private static final JsonTree NOTHING = new JsonTree();
  private static final int NO_ITEM = -1;
  private static final Interner<Map<String, String>> MAPS = new Interner<>(1 << 11);
  private static final Interner<Resources> RESOURCES = new Interner<>(1 << 11);
  private static final Interner<Optional<Instant>> TIMES = new Interner<>(1 << 11);

  private final JsonTree object;
  private final @Nullable Fields parent;
  private final String name;
  private final int index;

  private Fields(JsonTree object, @Nullable Fields parent, String name, int index) {
    this.object = object;
    this.parent = parent;
    this.name = name;
    this.index = index;
  }

  /** Returns the fields of a whole document. */
  public static Fields of(JsonTree document) {
    return new Fields(document, null, "", NO_ITEM);
  }

  /** Returns the object that contains this one; empty for a whole document. */
  Optional<Fields> parent() {
    return Optional.ofNullable(parent);
  }

  /** Returns where the object stands, such as {@code spec.containers[0]}. */
  public String path() {
    if (parent == null) {
      return "";
    }
    String before = parent.path();
    String step = index == NO_ITEM ? name : name + "[" + index + "]";
    return before.isEmpty() || step.startsWith("[") ? before + step : before + "." + step;
  }

  /** Returns the names of the fields that are there. */
  public List<String> names() {
    return object.names();
  }

  /** Returns whether the field is there and isn't null. */
  public boolean has(String name) {
    return !isNull(object.get(name));
  }

  /** Returns whether the field is an object. */
  public boolean isObject(String name) {
    return object.get(name) instanceof JsonTree;
  }

  /** Returns whether the field is a list with nothing but objects in it, and at least one. */
  public boolean isListOfObjects(String name) {
    return object.get(name) instanceof List<?> list
        && !list.isEmpty()
        && list.stream().allMatch(JsonTree.class::isInstance);
  }

  /** Returns a text, empty if absent. */
  public String string(String name) {
    return string(name, "");
  }

  /** Returns a text, or what is given if it is absent. */
  public String string(String name, String absent) {
    Object value = object.get(name);
    return isNull(value) ? absent : text(value, name);
  }

  /** Returns a text, if it is there. */
  public Optional<String> optionalString(String name) {
    return has(name) ? Optional.of(string(name)) : Optional.empty();
  }

  /** Returns a truth value, false if absent. */
  public boolean bool(String name) {
    return optionalBool(name).orElse(false);
  }

  /** Returns a truth value, if it is there. */
  public Optional<Boolean> optionalBool(String name) {
    Object value = object.get(name);
    if (isNull(value)) {
      return Optional.empty();
    }
    if (value instanceof Boolean bool) {
      return Optional.of(bool);
    }
    throw expected("true or false", name, value);
  }

  /** Returns a whole number of 32 bits, if it is there. */
  public OptionalInt integer(String name) {
    OptionalLong wide = wholeNumber(name);
    if (wide.isEmpty()) {
      return OptionalInt.empty();
    }
    if (wide.getAsLong() != (int) wide.getAsLong()) {
      throw expected("a 32-bit integer", name, object.get(name));
    }
    return OptionalInt.of((int) wide.getAsLong());
  }

  /** Returns a whole number of 64 bits, if it is there. */
  public OptionalLong wholeNumber(String name) {
    Object value = object.get(name);
    if (isNull(value)) {
      return OptionalLong.empty();
    }
    if (value instanceof Number number) {
      try {
        return OptionalLong.of(Long.parseLong(number.toString()));
      } catch (NumberFormatException e) {
        throw expected("an integer", name, value);
      }
    }
    throw expected("an integer", name, value);
  }

  /** Returns a moment in RFC 3339, if it is there. */
  public Optional<Instant> time(String name) {
    String text = string(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return TIMES.intern(text, () -> Optional.of(Timestamps.parse(text)));
    } catch (DateTimeException e) {
      throw expected("a time such as 2026-01-31T12:00:00Z", name, object.get(name));
    }
  }

  /** Returns an object's fields; none if it is absent. */
  public Fields object(String name) {
    Object value = object.get(name);
    if (isNull(value)) {
      return new Fields(NOTHING, this, name, NO_ITEM);
    }
    if (value instanceof JsonTree child) {
      return new Fields(child, this, name, NO_ITEM);
    }
    throw expected("an object", name, value);
  }

  /** Returns an object's fields, if it is there. */
  public Optional<Fields> optional(String name) {
    return has(name) ? Optional.of(object(name)) : Optional.empty();
  }

  /** Returns the decoded object of a field; equal objects share one value. */
  <T> Optional<T> optional(String name, Interner<T> interner, Function<Fields, T> reader) {
    return optional(name).map(f -> interner.intern(f.object, () -> reader.apply(f)));
  }

  /** Returns the objects of a list, each read; empty if it is absent. */
  public <T> List<T> list(String name, Function<Fields, T> reader) {
    List<?> array = array(name);
    if (array.isEmpty()) {
      return List.of();
    }
    List<T> values = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof JsonTree item)) {
        throw expected("an object", name + "[" + i + "]", array.get(i));
      }
      values.add(reader.apply(new Fields(item, this, name, i)));
    }
    return values;
  }

  /** Returns the objects of a list of lists; empty if it is absent. */
  List<List<Fields>> lists(String name) {
    List<List<Fields>> lists = new ArrayList<>();
    for (Object inner : array(name)) {
      JsonTree wrapped = new JsonTree();
      wrapped.put("", inner);
      lists.add(new Fields(wrapped, this, name, lists.size()).list("", f -> f));
    }
    return lists;
  }

  /** Returns the value of a field as it was read; JsonNull if it is absent. */
  Object raw(String name) {
    return object.get(name);
  }

  /** Returns the same as {@link #list}, but once only for equal lists. */
  <T> List<T> list(String name, Interner<List<T>> interner, Function<Fields, T> reader) {
    List<?> array = array(name);
    return array.isEmpty()
        ? List.of()
        : interner.intern(array, () -> List.copyOf(list(name, reader)));
  }

  /** Returns the texts of a list; empty if it is absent. */
  public List<String> strings(String name) {
    List<?> array = array(name);
    if (array.isEmpty()) {
      return List.of();
    }
    List<String> values = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      values.add(text(array.get(i), name + "[" + i + "]"));
    }
    return values;
  }

  /** Returns a map of texts; empty if it is absent. */
  public Map<String, String> map(String name) {
    Fields fields = object(name);
    if (fields.object.isEmpty()) {
      return Map.of();
    }
    return MAPS.intern(fields.object, fields::texts);
  }

  private Map<String, String> texts() {
    Map<String, String> values = new HashMap<>();
    for (String key : names()) {
      values.put(key, string(key));
    }
    return Map.copyOf(values);
  }

  /**
   * Returns a resource list; empty if it is absent. Quantities are rounded up to thousandths, as
   * the API server does when it decodes them.
   */
  public Resources resources(String name) {
    Fields fields = object(name);
    if (fields.object.isEmpty()) {
      return Resources.EMPTY;
    }
    return RESOURCES.intern(fields.object, fields::quantities);
  }

  private Resources quantities() {
    Resources.Builder resources = Resources.builder();
    for (String key : names()) {
      resources.put(ResourceName.of(key), quantity(key).roundUpToMilli());
    }
    return resources.build();
  }

  /** Returns a quantity, zero if it is absent. */
  public Quantity quantity(String name) {
    Object value = object.get(name);
    if (isNull(value)) {
      return Quantity.ZERO;
    }
    return Values.quantity(value, () -> at(name));
  }

  /** Returns the exception that says the field is wrong. */
  public DecodeException error(String name, String problem) {
    return new DecodeException(at(name), problem);
  }

  private static boolean isNull(Object value) {
    return value instanceof JsonNull;
  }

  private List<?> array(String name) {
    Object value = object.get(name);
    if (isNull(value)) {
      return List.of();
    }
    if (value instanceof List<?> array) {
      return array;
    }
    throw expected("a list", name, value);
  }

  private String text(Object value, String name) {
    if (value instanceof String text) {
      return text;
    }
    throw expected("a string", name, value);
  }

  private String at(String name) {
    return new Fields(NOTHING, this, name, NO_ITEM).path();
  }

  private DecodeException expected(String what, String name, Object value) {
    return Values.expected(what, at(name), value);
  }
}
