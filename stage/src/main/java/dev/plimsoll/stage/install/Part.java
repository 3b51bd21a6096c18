package dev.plimsoll.stage.install;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;

/**
 * A part of the product, and how it is installed: a document of manifests/overlays.yaml.
 *
 * @param folder its Kustomize folder below manifests
 * @param install the name of its file of plain YAML; empty if it has none
 * @param components the components that are added to the folder
 * @param configuration what the folder's serve.yaml has to say besides
 * @param values the chart's values that give the same
 */
public record Part(
    String folder,
    String install,
    List<String> components,
    JsonObject configuration,
    JsonObject values) {

  public Part {
    components = List.copyOf(components);
  }

  /** Returns its name, such as {@code control-plane+leader-election}. */
  public String name() {
    return components.isEmpty() ? folder : folder + "+" + String.join("+", components);
  }

  /** Returns whether a part is switched on in the chart, such as {@code admission}. */
  public boolean has(String... part) {
    return JsonPaths.object(values, part)
        .map(it -> JsonPaths.text(it, "enabled").equals("true"))
        .orElse(false);
  }

  /** Returns a value of the chart as text. */
  public String value(String... path) {
    return JsonPaths.text(values, path);
  }
}
