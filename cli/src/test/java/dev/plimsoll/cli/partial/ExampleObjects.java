package dev.plimsoll.cli.partial;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.RestMapper;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The objects of the example, to be written in any form that a dump of them can have. */
final class ExampleObjects {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  private final List<JsonObject> objects;

  private ExampleObjects(List<JsonObject> objects) {
    this.objects = List.copyOf(objects);
  }

  static ExampleObjects all() {
    Path file = Path.of(System.getProperty("plimsoll.root")).resolve("examples/gpu-tenants.json");
    try {
      List<JsonObject> objects = new ArrayList<>();
      JsonParser.parseString(Files.readString(file))
          .getAsJsonObject()
          .getAsJsonArray("items")
          .forEach(i -> objects.add(i.getAsJsonObject()));
      return new ExampleObjects(objects).where(o -> !kind(o).equals("SnapshotCoverage"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ExampleObjects where(Predicate<JsonObject> wanted) {
    return new ExampleObjects(objects.stream().filter(wanted).toList());
  }

  /** Returns those of some kinds, which are given as kubectl takes them: {@code pods,nodes}. */
  ExampleObjects of(String plurals) {
    List<String> wanted = Arrays.asList(plurals.split(","));
    return where(o -> wanted.contains(plural(o)));
  }

  ExampleObjects without(String plural) {
    return where(o -> !plural(o).equals(plural));
  }

  ExampleObjects in(String namespace) {
    return where(o -> namespace(o).equals(namespace));
  }

  ExampleObjects named(String name) {
    return where(o -> name(o).equals(name));
  }

  List<String> names() {
    return objects.stream().map(ExampleObjects::name).toList();
  }

  ExampleObjects first() {
    return new ExampleObjects(objects.subList(0, 1));
  }

  ExampleObjects and(ExampleObjects others) {
    List<JsonObject> both = new ArrayList<>(objects);
    both.addAll(others.objects);
    return new ExampleObjects(both);
  }

  ExampleObjects and(String json) {
    return and(new ExampleObjects(List.of(JsonParser.parseString(json).getAsJsonObject())));
  }

  /** Returns what {@code kubectl get -o json} prints. */
  String list() {
    return list("List");
  }

  /** Returns what {@code kubectl get --raw} prints: items that don't say their kind. */
  String typedList(String apiVersion, String kind) {
    JsonObject list = list(apiVersion, kind + "List");
    for (JsonObject object : objects) {
      JsonObject item = object.deepCopy();
      item.remove("apiVersion");
      item.remove("kind");
      list.getAsJsonArray("items").add(item);
    }
    return GSON.toJson(list);
  }

  private String list(String kind) {
    JsonObject list = list("v1", kind);
    objects.forEach(list.getAsJsonArray("items")::add);
    return GSON.toJson(list);
  }

  private static JsonObject list(String apiVersion, String kind) {
    JsonObject list = new JsonObject();
    list.addProperty("apiVersion", apiVersion);
    list.addProperty("kind", kind);
    list.add("metadata", new JsonObject());
    list.add("items", new JsonArray());
    return list;
  }

  /** Returns the objects one after the other, as documents of YAML. */
  String documents() {
    StringBuilder documents = new StringBuilder();
    objects.forEach(o -> documents.append("---\n").append(GSON.toJson(o)).append('\n'));
    return documents.toString();
  }

  private static String plural(JsonObject object) {
    GroupVersionKind type =
        GroupVersionKind.of(object.get("apiVersion").getAsString(), kind(object));
    return RestMapper.guessKindToResource(type).resource();
  }

  private static String kind(JsonObject object) {
    return object.get("kind").getAsString();
  }

  private static String name(JsonObject object) {
    return object.getAsJsonObject("metadata").get("name").getAsString();
  }

  private static String namespace(JsonObject object) {
    JsonElement namespace = object.getAsJsonObject("metadata").get("namespace");
    return namespace == null ? "" : namespace.getAsString();
  }
}
