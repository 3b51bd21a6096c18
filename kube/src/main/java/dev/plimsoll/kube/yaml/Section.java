package dev.plimsoll.kube.yaml;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A section of a document. An absent or null field has its default. An invalid field is added to
 * the {@link ValidationErrors} with its key, and has its default too.
 */
public final class Section {
  private final JsonObject values;
  private final String path;
  private final ValidationErrors errors;

  private Section(JsonObject values, String path, ValidationErrors validationErrors) {
    this.values = values;
    this.path = path;
    this.errors = validationErrors;
  }

  /** Returns a whole document, which may hold these keys and no others. */
  public static Section of(
      JsonObject document, ValidationErrors validationErrors, Set<String> known) {
    return new Section(document, "", validationErrors).only(known);
  }

  /** Returns whether the key is there and isn't null. */
  public boolean has(String key) {
    return !get(key).isJsonNull();
  }

  /** Returns a section that may hold these keys and no others; without any if it is absent. */
  public Section section(String key, Set<String> known) {
    return anyKeys(key).only(known);
  }

  /** Returns the sections of a list; none if it is absent. */
  public List<Section> sections(String key, Set<String> known, int most) {
    List<Section> sections = new ArrayList<>();
    JsonArray array = array(key);
    if (array.size() > most) {
      addError(key, "has " + array.size() + " entries, at most " + most + " are allowed");
    }
    for (int i = 0; i < array.size(); i++) {
      sections.add(child(array.get(i), key + "[" + i + "]").only(known));
    }
    return List.copyOf(sections);
  }

  /** Returns the values of a section whose keys are names, such as those of resources. */
  public <T> Map<String, T> map(String key, Function<String, T> value) {
    Section section = anyKeys(key);
    Map<String, T> map = new LinkedHashMap<>();
    for (String name : section.values.keySet()) {
      section.parsed(name, value).ifPresent(v -> map.put(name, v));
    }
    return map;
  }

  /** Returns the values of a section whose keys are names and whose values are texts. */
  public Map<String, String> labels(String key) {
    Section section = anyKeys(key);
    Map<String, String> labels = new LinkedHashMap<>();
    for (String name : section.values.keySet()) {
      section.string(name, section.get(name)).ifPresent(v -> labels.put(name, v));
    }
    return labels;
  }

  /** Returns a text. */
  public Optional<String> text(String key) {
    return has(key) ? text(key, get(key)) : Optional.empty();
  }

  /** Returns a text that must be there. */
  public String required(String key) {
    if (!has(key)) {
      addError(key, "is required");
    }
    return text(key).orElse("");
  }

  /** Returns the texts of a list; none if it is absent. */
  public List<String> texts(String key) {
    return parsedTexts(key, Function.identity());
  }

  /** Returns the value of a text, as read by a parser that throws errors. */
  public <T> Optional<T> parsedText(String key, Function<String, T> parser) {
    return text(key).flatMap(t -> parse(key, t, parser));
  }

  /** Returns the values of a list's texts, as read by a parser that throws errors. */
  public <T> List<T> parsedTexts(String key, Function<String, T> parser) {
    List<T> values = new ArrayList<>();
    JsonArray array = array(key);
    for (int i = 0; i < array.size(); i++) {
      String element = key + "[" + i + "]";
      text(element, array.get(i)).flatMap(t -> parse(element, t, parser)).ifPresent(values::add);
    }
    return List.copyOf(values);
  }

  /** Returns the value of a text or a number, as read by a parser that throws errors. */
  public <T> Optional<T> parsed(String key, Function<String, T> parser) {
    JsonElement value = get(key);
    if (value.isJsonNull()) {
      return Optional.empty();
    }
    if (!(value instanceof JsonPrimitive scalar) || scalar.isBoolean()) {
      addError(key, "must be a string or a number, got " + describe(value));
      return Optional.empty();
    }
    if (scalar.isNumber() && !scalar.getAsString().matches("-?[0-9]+")) {
      addError(key, "must be quoted, got the decimal number " + describe(value));
      return Optional.empty();
    }
    return parse(key, scalar.getAsString(), parser);
  }

  private <T> Optional<T> parse(String key, String text, Function<String, T> parser) {
    try {
      return Optional.of(parser.apply(text));
    } catch (IllegalArgumentException e) {
      addError(key, "is \"" + text + "\": " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns true or false. */
  public boolean bool(String key, boolean absent) {
    JsonElement value = get(key);
    if (value instanceof JsonPrimitive scalar && scalar.isBoolean()) {
      return scalar.getAsBoolean();
    }
    if (!value.isJsonNull()) {
      addError(key, "must be true or false, got " + describe(value));
    }
    return absent;
  }

  /** Returns a whole number. */
  public long number(String key, long absent, long least, long most) {
    JsonElement value = get(key);
    if (value.isJsonNull()) {
      return absent;
    }
    if (value instanceof JsonPrimitive scalar
        && scalar.isNumber()
        && scalar.getAsString().matches("-?[0-9]{1,18}")
        && Long.parseLong(scalar.getAsString()) >= least
        && Long.parseLong(scalar.getAsString()) <= most) {
      return Long.parseLong(scalar.getAsString());
    }
    addError(key, "must be an integer from " + least + " to " + most + ", got " + describe(value));
    return absent;
  }

  /** Returns a number, with or without decimals. */
  public BigDecimal decimal(String key, BigDecimal absent) {
    JsonElement value = get(key);
    if (value instanceof JsonPrimitive scalar && scalar.isNumber()) {
      return scalar.getAsBigDecimal();
    }
    if (!value.isJsonNull()) {
      boolean isText = value instanceof JsonPrimitive scalar && scalar.isString();
      addError(
          key,
          "must be a number, got "
              + (isText ? "the text " + value + "; drop the quotes" : describe(value)));
    }
    return absent;
  }

  /** Returns the meaning of a word out of several. */
  public <T> T choice(String key, Map<String, T> words, T absent) {
    return choice(key, get(key), words).orElse(absent);
  }

  /** Returns the meanings of a list's words; empty if the list is absent. */
  public <T> List<T> choices(String key, Map<String, T> words) {
    List<T> meant = new ArrayList<>();
    JsonArray array = array(key);
    for (int i = 0; i < array.size(); i++) {
      choice(key + "[" + i + "]", array.get(i), words).ifPresent(meant::add);
    }
    return List.copyOf(meant);
  }

  private <T> Optional<T> choice(String key, JsonElement value, Map<String, T> words) {
    if (value instanceof JsonPrimitive scalar && scalar.isString()) {
      Optional<T> meant = Optional.ofNullable(words.get(scalar.getAsString()));
      if (meant.isPresent()) {
        return meant;
      }
    }
    if (!value.isJsonNull()) {
      boolean off = value.equals(new JsonPrimitive(false)) && words.containsKey("Off");
      addError(
          key,
          "must be "
              + String.join(" or ", words.keySet())
              + ", got "
              + describe(value)
              + (off ? "; YAML reads Off as false unless it is quoted: \"Off\"" : ""));
    }
    return Optional.empty();
  }

  /** Adds what is wrong with a key: the rest of a sentence that begins with its path. */
  public void addError(String key, String problem) {
    String where = FieldLines.path(path, key);
    errors.add(where, (where.isEmpty() ? "the document" : where) + " " + problem);
  }

  private Section only(Set<String> known) {
    for (String key : values.keySet()) {
      if (!known.contains(key)) {
        addError(key, "is an unknown key; valid keys: " + String.join(", ", new TreeSet<>(known)));
      }
    }
    return this;
  }

  private Section anyKeys(String key) {
    return has(key)
        ? child(get(key), key)
        : new Section(new JsonObject(), FieldLines.path(path, key), errors);
  }

  private Section child(JsonElement value, String key) {
    if (!(value instanceof JsonObject)) {
      addError(key, "must be a mapping, got " + describe(value));
    }
    JsonObject object = value instanceof JsonObject child ? child : new JsonObject();
    return new Section(object, FieldLines.path(path, key), errors);
  }

  private JsonArray array(String key) {
    JsonElement value = get(key);
    if (value instanceof JsonArray array) {
      return array;
    }
    if (!value.isJsonNull()) {
      addError(key, "must be a list, got " + describe(value));
    }
    return new JsonArray(0);
  }

  private Optional<String> text(String key, JsonElement value) {
    Optional<String> text = string(key, value);
    if (text.filter(String::isEmpty).isPresent()) {
      addError(key, "must not be empty; omit it or set a value");
      return Optional.empty();
    }
    return text;
  }

  private Optional<String> string(String key, JsonElement value) {
    if (value instanceof JsonPrimitive scalar && scalar.isString()) {
      return Optional.of(scalar.getAsString());
    }
    addError(
        key,
        "must be a string, got " + describe(value) + (value.isJsonPrimitive() ? "; quote it" : ""));
    return Optional.empty();
  }

  private JsonElement get(String key) {
    JsonElement value = values.get(key);
    return value == null ? JsonNull.INSTANCE : value;
  }

  private static String describe(JsonElement value) {
    if (value.isJsonObject()) {
      return "a mapping";
    }
    if (value.isJsonArray()) {
      return "a list";
    }
    return value.isJsonNull() ? "nothing" : value.getAsString();
  }
}
