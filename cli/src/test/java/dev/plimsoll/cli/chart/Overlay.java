package dev.plimsoll.cli.chart;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Kustomization;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A folder of the manifests, and the values with which the chart gives the same: a document of
 * overlays.yaml.
 *
 * @param folder where its kustomization is
 * @param components folders of components that are added to it
 * @param configuration what is added to its serve.yaml by hand
 * @param values values of the chart
 * @param files the template of which a file is rendered, by the file's path in the manifests
 */
record Overlay(
    Path folder,
    List<Path> components,
    JsonObject configuration,
    JsonObject values,
    Map<String, String> files) {

  /** What no folder has: what Helm needs because it runs more than once. */
  private static final String UNLIKE_HELM =
      "{'restartOnConfigChange': false, 'crds': {'install': false, 'keep': false}}";

  /** Makes the collections unmodifiable. */
  Overlay {
    components = List.copyOf(components);
  }

  static List<Overlay> all() {
    return Kustomization.read(Kustomization.MANIFESTS.resolve("overlays.yaml")).stream()
        .map(Overlay::of)
        .toList();
  }

  private static Overlay of(JsonObject document) {
    Path folder = Kustomization.MANIFESTS.resolve(JsonPaths.text(document, "folder"));
    List<Path> components =
        JsonPaths.at(document, "components").stream()
            .flatMap(c -> c.getAsJsonArray().asList().stream())
            .map(c -> Kustomization.MANIFESTS.resolve(c.getAsString()))
            .toList();
    JsonObject values = JsonPaths.parse(UNLIKE_HELM);
    merge(values, document.getAsJsonObject("values"));
    Map<String, String> files = new LinkedHashMap<>();
    document
        .getAsJsonObject("files")
        .entrySet()
        .forEach(e -> files.put(e.getKey(), e.getValue().getAsString()));
    Overlay overlay =
        new Overlay(
            folder,
            components,
            JsonPaths.object(document, "configuration").orElseGet(JsonObject::new),
            values,
            files);
    values.add("capacityPolicies", overlay.capacityPolicies());
    return overlay;
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

  /** The policies of the folder are whoever's who deploys it: given to the chart as values. */
  private JsonObject capacityPolicies() {
    JsonObject policies = new JsonObject();
    build().stream()
        .filter(o -> JsonPaths.text(o, "kind").equals("CapacityPolicy"))
        .forEach(o -> policies.add(JsonPaths.text(o, "metadata", "name"), o.get("spec")));
    return policies;
  }

  /** Returns what Kustomize makes of it. */
  List<JsonObject> build() {
    return new Kustomization(folder).build(components);
  }

  /** Returns what Helm makes of the values: the documents by template. */
  Map<String, List<String>> render() {
    return Chart.render(values.toString());
  }

  @Override
  public String toString() {
    StringBuilder name = new StringBuilder(Kustomization.MANIFESTS.relativize(folder).toString());
    components.forEach(c -> name.append(" with ").append(Kustomization.MANIFESTS.relativize(c)));
    return name.toString();
  }
}
