package dev.plimsoll.testkit.manifests;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A folder of the manifests, and the chart's values that give its objects: a document of
 * overlays.yaml.
 *
 * @param folder where its kustomization is
 * @param components folders of components that are added to it
 * @param configuration what is added to its serve.yaml by hand
 * @param values values of the chart
 * @param install what its file of plain YAML is called, without suffix; empty if there is none
 * @param files the template of which a file is rendered, by the file's path in the manifests
 */
public record Overlay(
    Path folder,
    List<Path> components,
    JsonObject configuration,
    JsonObject values,
    Optional<String> install,
    Map<String, String> files) {

  /**
   * The values that switch off the parts for Helm alone, which it needs because it runs more than
   * once; no folder has them.
   */
  private static final String UNLIKE_HELM =
      "{'restartOnConfigChange': false, 'crds': {'install': false, 'keep': false}}";

  public Overlay {
    components = List.copyOf(components);
  }

  /** Returns all of them. */
  public static List<Overlay> all() {
    return ManifestFiles.read(ManifestFiles.FOLDER.resolve("overlays.yaml")).stream()
        .map(Overlay::of)
        .toList();
  }

  private static Overlay of(JsonObject document) {
    Path folder = ManifestFiles.FOLDER.resolve(JsonPaths.text(document, "folder"));
    List<Path> components =
        JsonPaths.at(document, "components").stream()
            .flatMap(c -> c.getAsJsonArray().asList().stream())
            .map(c -> ManifestFiles.FOLDER.resolve(c.getAsString()))
            .toList();
    JsonObject values = JsonPaths.parse(UNLIKE_HELM);
    merge(values, document.getAsJsonObject("values"));
    Map<String, String> files = new LinkedHashMap<>();
    document
        .getAsJsonObject("files")
        .entrySet()
        .forEach(e -> files.put(e.getKey(), e.getValue().getAsString()));
    return new Overlay(
        folder,
        components,
        JsonPaths.object(document, "configuration").orElseGet(JsonObject::new),
        values,
        JsonPaths.string(document, "install"),
        files);
  }

  private static void merge(JsonObject into, JsonObject from) {
    for (Map.Entry<String, JsonElement> member : from.entrySet()) {
      JsonElement old = into.get(member.getKey());
      if (old != null && old.isJsonObject()) {
        merge(old.getAsJsonObject(), member.getValue().getAsJsonObject());
      } else {
        into.add(member.getKey(), member.getValue());
      }
    }
  }

  /** Returns the overlay of a folder without components, by the folder's path. */
  public static Overlay of(String folder) {
    return all().stream().filter(o -> o.toString().equals(folder)).findFirst().orElseThrow();
  }

  /** Returns the objects that Helm makes of the values. */
  public List<JsonObject> objects() {
    return Chart.objects(values.toString());
  }

  /** Returns the documents that Helm renders from the values, by template. */
  public Map<String, List<String>> render() {
    return Chart.render(values.toString());
  }

  @Override
  public String toString() {
    StringBuilder name = new StringBuilder(ManifestFiles.FOLDER.relativize(folder).toString());
    components.forEach(c -> name.append(" with ").append(ManifestFiles.FOLDER.relativize(c)));
    return name.toString();
  }
}
