package dev.plimsoll.stage.install;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The ways of installing that manifests/overlays.yaml lists. */
public final class Ways {
  private Ways() {}

  /** The folders that all roles share and that belong to no way. */
  private static final Set<String> SHARED = Set.of("namespace", "crds", "capacity-policies");

  /** Parts that are together what users run: nothing of it is there twice. */
  private static final List<String> EVERYTHING =
      List.of(
          "control-plane+leader-election",
          "admission",
          "console",
          "advisor/watch/apply",
          "policies/extender",
          "policies/advisor",
          "policies/pods",
          "monitoring");

  /** Returns each part by itself but what all of them share, and some together. */
  public static List<Way> of(Path manifests) throws IOException {
    List<Part> parts =
        documents(Files.readString(manifests.resolve("overlays.yaml"))).stream()
            .map(Ways::part)
            .filter(part -> !SHARED.contains(part.folder()))
            .toList();
    List<Way> ways = new ArrayList<>();
    parts.forEach(part -> ways.add(new Way(part.name(), List.of(part))));
    ways.add(
        together("scheduler-guarded", List.of("second-scheduler", "policies/extender"), parts));
    ways.add(together("everything", EVERYTHING, parts));
    return ways;
  }

  private static Way together(String name, List<String> names, List<Part> parts) {
    return new Way(
        name,
        names.stream()
            .flatMap(each -> parts.stream().filter(part -> part.name().equals(each)))
            .toList());
  }

  /** Returns the documents of a YAML file as JSON. */
  public static List<JsonObject> documents(String yaml) {
    Iterable<Object> all = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml);
    return StreamSupport.stream(all.spliterator(), false)
        .map(each -> new Gson().toJsonTree(each))
        .filter(each -> each.isJsonObject())
        .map(each -> each.getAsJsonObject())
        .toList();
  }

  private static Part part(JsonObject document) {
    return new Part(
        JsonPaths.text(document, "folder"),
        JsonPaths.text(document, "install"),
        JsonPaths.strings(document, "components"),
        JsonPaths.object(document, "configuration").orElseGet(JsonObject::new),
        JsonPaths.object(document, "values").orElseGet(JsonObject::new));
  }
}
