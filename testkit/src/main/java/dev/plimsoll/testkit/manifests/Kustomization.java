package dev.plimsoll.testkit.manifests;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.patch.StrategicMergePatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Builds what Kustomize does of the few things that these manifests use. A generated ConfigMap's
 * name has no hash.
 *
 * @param folder where its file is
 */
public record Kustomization(Path folder) {
  /** The folder of all of them. */
  public static final Path MANIFESTS =
      Path.of(System.getProperty("plimsoll.root", "..")).resolve("manifests");

  /** What its file is called. */
  public static final String FILE = "kustomization.yaml";

  private static final Set<String> KNOWN =
      Set.of("apiVersion", "kind", "resources", "configMapGenerator", "components", "patches");

  /** Returns the objects, those that it stands on first. */
  public List<JsonObject> build() {
    return build(List.of());
  }

  /**
   * Returns the objects with components added to those that the file names.
   *
   * @throws IllegalStateException if the file has a key that isn't built here, or a patch is of an
   *     object that there isn't
   */
  public List<JsonObject> build(List<Path> components) {
    List<JsonObject> built = new ArrayList<>();
    addTo(built);
    components.forEach(c -> new Kustomization(c).addTo(built));
    return built;
  }

  private void addTo(List<JsonObject> built) {
    JsonObject file = read(folder.resolve(FILE)).get(0);
    if (!KNOWN.containsAll(file.keySet())) {
      throw new IllegalStateException(
          folder + " has a key that isn't built here: " + file.keySet());
    }
    for (JsonElement resource : list(file, "resources")) {
      Path path = folder.resolve(resource.getAsString()).normalize();
      built.addAll(Files.isDirectory(path) ? new Kustomization(path).build() : read(path));
    }
    list(file, "configMapGenerator").forEach(g -> generate(built, g.getAsJsonObject()));
    for (JsonElement component : list(file, "components")) {
      new Kustomization(folder.resolve(component.getAsString()).normalize()).addTo(built);
    }
    for (JsonElement patch : list(file, "patches")) {
      String path = patch.getAsJsonObject().get("path").getAsString();
      read(folder.resolve(path)).forEach(p -> patch(built, p));
    }
  }

  private void generate(List<JsonObject> built, JsonObject generator) {
    JsonObject map = configMap(generator);
    if (JsonPaths.text(generator, "behavior").equals("replace")) {
      built.removeIf(o -> key(o).equals(key(map)));
    }
    built.add(map);
  }

  private void patch(List<JsonObject> built, JsonObject patch) {
    if (JsonPaths.text(patch, "$patch").equals("delete")) {
      if (!built.removeIf(o -> key(o).equals(key(patch)))) {
        throw new IllegalStateException(folder + " deletes no object with " + key(patch));
      }
      return;
    }
    int patched = 0;
    for (int i = 0; i < built.size(); i++) {
      if (key(built.get(i)).equals(key(patch))) {
        built.set(i, StrategicMergePatch.apply(built.get(i), patch));
        patched++;
      }
    }
    if (patched != 1) {
      throw new IllegalStateException(
          folder + " patches " + patched + " objects with " + key(patch));
    }
  }

  /** Returns the kind, namespace and name of an object. */
  public static String key(JsonObject object) {
    return "%s %s/%s"
        .formatted(
            JsonPaths.text(object, "kind"),
            JsonPaths.text(object, "metadata", "namespace"),
            JsonPaths.text(object, "metadata", "name"));
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
    return parse(text(file));
  }

  /** Returns the documents of a YAML text that aren't empty. */
  public static List<JsonObject> parse(String yaml) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonObject> documents = new ArrayList<>();
    for (Object document : new Yaml(new SafeConstructor(options)).loadAll(yaml)) {
      if (document != null) {
        documents.add(new Gson().toJsonTree(document).getAsJsonObject());
      }
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
    return MANIFESTS.relativize(folder).toString();
  }
}
