package dev.plimsoll.kube.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object, in much less memory than Gson's and quicker to look into while it has few names,
 * as most objects have. A value is a String, a Number that prints as it was written, a Boolean, a
 * List of values, a tree, or Gson's null. For one thread while it grows.
 */
public final class JsonTree {
  private static final int FEW = 16;

  private String[] names = new String[4];
  private Object[] values = new Object[4];
  private int size;

  /** A bit for each name that is there, which is all that most look-ups in vain look at. */
  private long bits;

  /** The index of each name, once there are more than a few names. */
  private Map<String, Integer> indexes = Map.of();

  /** Returns the same object as a tree. */
  public static JsonTree of(JsonObject object) {
    JsonTree tree = new JsonTree();
    for (Entry<String, JsonElement> entry : object.entrySet()) {
      tree.put(entry.getKey(), value(entry.getValue()));
    }
    return tree;
  }

  private static Object value(JsonElement element) {
    if (element instanceof JsonObject object) {
      return of(object);
    }
    if (element instanceof JsonArray array) {
      List<Object> list = new ArrayList<>(array.size());
      array.forEach(e -> list.add(value(e)));
      return list;
    }
    if (element instanceof JsonPrimitive primitive) {
      if (primitive.isString()) {
        return primitive.getAsString();
      }
      return primitive.isNumber() ? primitive.getAsNumber() : (Object) primitive.getAsBoolean();
    }
    return JsonNull.INSTANCE;
  }

  /** Returns the same object as Gson's. */
  public JsonObject toJson() {
    JsonObject object = new JsonObject();
    for (int i = 0; i < size; i++) {
      object.add(names[i], json(values[i]));
    }
    return object;
  }

  /** Returns a value of a tree as Gson's. */
  static JsonElement json(Object value) {
    if (value instanceof JsonTree tree) {
      return tree.toJson();
    }
    if (value instanceof List<?> list) {
      JsonArray array = new JsonArray(list.size());
      list.forEach(e -> array.add(json(e)));
      return array;
    }
    if (value instanceof String text) {
      return new JsonPrimitive(text);
    }
    if (value instanceof Number number) {
      return new JsonPrimitive(number);
    }
    return value instanceof Boolean bool ? new JsonPrimitive(bool) : JsonNull.INSTANCE;
  }

  /** Puts a value; of several with the same name the last stays. */
  public void put(String name, Object value) {
    int index = indexOf(name);
    if (index >= 0) {
      values[index] = value;
      return;
    }
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    bits |= bit(name);
    names[size] = name;
    values[size++] = value;
    if (size > FEW) {
      index();
    }
  }

  private void index() {
    if (size == FEW + 1) {
      indexes = new HashMap<>();
      for (int i = 0; i < FEW; i++) {
        indexes.put(names[i], i);
      }
    }
    indexes.put(names[size - 1], size - 1);
  }

  /** Returns the value of a name, Gson's null if there is none. */
  public Object get(String name) {
    int index = indexOf(name);
    return index < 0 ? JsonNull.INSTANCE : values[index];
  }

  /** Returns the text of a name, empty if its value is none. */
  public String text(String name) {
    return get(name) instanceof String text ? text : "";
  }

  /** Returns the object of a name, an empty one if its value is none. */
  public JsonTree object(String name) {
    return get(name) instanceof JsonTree tree ? tree : new JsonTree();
  }

  /** Returns the objects of the list of a name; none if its value is no list. */
  public List<JsonTree> objects(String name) {
    return get(name) instanceof List<?> list
        ? list.stream().filter(JsonTree.class::isInstance).map(JsonTree.class::cast).toList()
        : List.of();
  }

  /** Returns whether the tree has such a name, with any value. */
  public boolean has(String name) {
    return indexOf(name) >= 0;
  }

  private int indexOf(String name) {
    if (size > FEW) {
      return indexes.getOrDefault(name, -1);
    }
    if ((bits & bit(name)) == 0) {
      return -1;
    }
    for (int i = 0; i < size; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private static long bit(String name) {
    return 1L << ((name.hashCode() * 0x9E3779B9) >>> 26);
  }

  /** Returns whether the other has the same names and values in the same order. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonTree tree
        && bits == tree.bits
        && Arrays.equals(values, 0, size, tree.values, 0, tree.size)
        && Arrays.equals(names, 0, size, tree.names, 0, size);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < size; i++) {
      hash = 31 * (31 * hash + names[i].hashCode()) + values[i].hashCode();
    }
    return hash;
  }

  /** Returns how many values there are that hold no others, or some number beyond the most. */
  public int countValues(int most) {
    return count(this, most);
  }

  private static int count(Object value, int most) {
    int count = 0;
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size() && count <= most; i++) {
        count += count(list.get(i), most - count);
      }
    } else if (value instanceof JsonTree tree) {
      for (int i = 0; i < tree.size && count <= most; i++) {
        count += count(tree.values[i], most - count);
      }
    } else {
      count = 1;
    }
    return count;
  }

  /** Returns about how many characters a value has in JSON, or some number beyond the most. */
  static int weigh(Object value, int most) {
    int weight = 4;
    if (value instanceof String text) {
      weight += text.length();
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size() && weight <= most; i++) {
        weight += weigh(list.get(i), most - weight);
      }
    } else if (value instanceof JsonTree tree) {
      for (int i = 0; i < tree.size && weight <= most; i++) {
        weight += tree.names[i].length() + weigh(tree.values[i], most - weight);
      }
    }
    return weight;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns the names in the order in which they were put first. */
  public List<String> names() {
    return Collections.unmodifiableList(Arrays.asList(names).subList(0, size));
  }
}
