package dev.plimsoll.extender.deployment;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Builds what Kustomize does of the few things that these manifests use. */
public record Kustomization(Path folder) {
  /** The folder of all of them. */
  public static final Path MANIFESTS =
      Path.of(System.getProperty("plimsoll.root", "..")).resolve("manifests");

  private static final Set<String> KNOWN =
      Set.of("apiVersion", "kind", "resources", "configMapGenerator");

  /** Returns all that deploy the extender: those that configure a scheduler. */
  static List<Kustomization> all() {
    try (Stream<Path> files = Files.walk(MANIFESTS)) {
      return files
          .filter(f -> f.endsWith("kustomization.yaml"))
          .map(f -> new Kustomization(f.getParent()))
          .filter(k -> Files.exists(k.folder.resolve("scheduler.yaml")))
          .sorted((a, b) -> a.folder.compareTo(b.folder))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<JsonObject> build() {
    JsonObject file = read(folder.resolve("kustomization.yaml")).get(0);
    if (!KNOWN.containsAll(file.keySet())) {
      throw new IllegalStateException(
          folder + " has a key that isn't built here: " + file.keySet());
    }
    List<JsonObject> built = new ArrayList<>();
    for (JsonElement resource : list(file, "resources")) {
      Path path = folder.resolve(resource.getAsString()).normalize();
      built.addAll(Files.isDirectory(path) ? new Kustomization(path).build() : read(path));
    }
    list(file, "configMapGenerator").forEach(g -> built.add(configMap(g.getAsJsonObject())));
    return built;
  }

  private JsonObject configMap(JsonObject generator) {
    JsonObject metadata = new JsonObject();
    metadata.add("name", generator.get("name"));
    metadata.add("namespace", generator.get("namespace"));
    JsonObject data = new JsonObject();
    for (JsonElement file : list(generator, "files")) {
      data.addProperty(file.getAsString(), text(folder.resolve(file.getAsString())));
    }
    JsonObject map = new JsonObject();
    map.addProperty("apiVersion", "v1");
    map.addProperty("kind", "ConfigMap");
    map.add("metadata", metadata);
    map.add("data", data);
    return map;
  }

  private static JsonArray list(JsonObject object, String field) {
    return object.has(field) ? object.getAsJsonArray(field) : new JsonArray();
  }

  /** Returns the documents of a YAML file. */
  public static List<JsonObject> read(Path file) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonObject> documents = new ArrayList<>();
    for (Object document : new Yaml(new SafeConstructor(options)).loadAll(text(file))) {
      documents.add(new Gson().toJsonTree(document).getAsJsonObject());
    }
    return documents;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return folder.getFileName().toString();
  }
}
