package dev.plimsoll.kube.policy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A structural schema from a CustomResourceDefinition, as far as ours use it. */
record StructuralSchema(JsonObject json) {

  /** Reads the schema of the definition's only version. */
  static StructuralSchema of(Path definition) {
    JsonObject spec = YamlFile.read(definition).get(0).json().getAsJsonObject("spec");
    JsonArray versions = spec.getAsJsonArray("versions");
    return new StructuralSchema(versions.get(0).getAsJsonObject())
        .child("schema")
        .child("openAPIV3Schema");
  }

  private StructuralSchema child(String name) {
    return new StructuralSchema(json.getAsJsonObject(name));
  }

  /** Returns the schema at a path of property names, through the items of lists. */
  StructuralSchema at(String... path) {
    StructuralSchema structuralSchema = this;
    for (String name : path) {
      structuralSchema = structuralSchema.child("properties").child(name);
      structuralSchema =
          structuralSchema.json.has("items") ? structuralSchema.child("items") : structuralSchema;
    }
    return structuralSchema;
  }

  Set<String> keys() {
    return json.getAsJsonObject("properties").keySet();
  }

  List<String> words() {
    return json.getAsJsonArray("enum").asList().stream().map(JsonElement::getAsString).toList();
  }

  String pattern() {
    return json.get("pattern").getAsString();
  }

  int most() {
    return json.get("maxItems").getAsInt();
  }

  /** Returns the schema of a list itself. */
  StructuralSchema list(String name) {
    return child("properties").child(name);
  }

  /** Returns the schemas in it that take whole numbers as well as strings. */
  List<StructuralSchema> intsOrStrings() {
    List<StructuralSchema> found = new ArrayList<>();
    collect(json, found);
    return found;
  }

  private static void collect(JsonElement element, List<StructuralSchema> found) {
    if (element instanceof JsonArray array) {
      array.forEach(e -> collect(e, found));
    } else if (element instanceof JsonObject object) {
      if (object.has("x-kubernetes-int-or-string")) {
        found.add(new StructuralSchema(object));
      }
      object.asMap().values().forEach(e -> collect(e, found));
    }
  }

  /** Fills in defaults, as the API server does. */
  void fill(JsonElement value) {
    if (value instanceof JsonArray array && json.has("items")) {
      array.forEach(child("items")::fill);
    }
    if (!(value instanceof JsonObject object) || !json.has("properties")) {
      return;
    }
    for (String key : keys()) {
      StructuralSchema property = list(key);
      if (!object.has(key) && property.json.has("default")) {
        object.add(key, property.json.get("default").deepCopy());
      }
      if (object.has(key)) {
        property.fill(object.get(key));
      }
    }
  }

  /** Returns what in the value isn't as it should be, by path. */
  List<String> violations(String path, JsonElement value) {
    List<String> found = new ArrayList<>();
    if (value instanceof JsonObject object && json.has("properties")) {
      for (String key : object.keySet()) {
        if (keys().contains(key)) {
          found.addAll(list(key).violations(path + "." + key, object.get(key)));
        } else {
          found.add(path + "." + key + " is unknown");
        }
      }
      if (json.has("required")) {
        json.getAsJsonArray("required").asList().stream()
            .filter(key -> !object.has(key.getAsString()))
            .forEach(key -> found.add(path + "." + key.getAsString() + " is missing"));
      }
    } else if (value instanceof JsonObject object && json.has("additionalProperties")) {
      StructuralSchema each = child("additionalProperties");
      object.keySet().forEach(k -> found.addAll(each.violations(path + "." + k, object.get(k))));
    } else if (value instanceof JsonArray array && json.has("items")) {
      array.forEach(item -> found.addAll(child("items").violations(path + "[]", item)));
    } else if (value instanceof JsonPrimitive scalar && !fits(scalar)) {
      found.add(path + " can't be " + scalar);
    } else if (!(value instanceof JsonPrimitive)
        && (!json.has("type") || !json.get("type").getAsString().equals("object"))) {
      found.add(path + " can't be " + value);
    }
    return found;
  }

  private boolean fits(JsonPrimitive scalar) {
    if (json.has("x-kubernetes-int-or-string")) {
      return scalar.isString() ? scalar.getAsString().matches(pattern()) : isWhole(scalar);
    }
    return switch (json.get("type").getAsString()) {
      case "integer" -> isWhole(scalar);
      case "number" -> scalar.isNumber();
      case "string" ->
          scalar.isString()
              && (!json.has("enum") || words().contains(scalar.getAsString()))
              && (!json.has("pattern") || scalar.getAsString().matches(pattern()));
      default -> false;
    };
  }

  private static boolean isWhole(JsonPrimitive scalar) {
    return scalar.isNumber() && scalar.getAsString().matches("-?[0-9]+");
  }
}
