package dev.plimsoll.cli.chart;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Kustomize;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.manifests.Overlay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each folder gives what the chart gives, as the real Kustomize builds it: with the hashes that it
 * appends to the names of generated ConfigMaps, and with all that it does to names.
 */
class OverlaysTest {
  private static final Set<String> VOLUMES = Set.of("volumes", "volumeMounts");
  private static final String HASH = "-[24-9bcdfghkmt]{10}";

  /** What manifests/README.md says that somebody else makes. */
  private static final Set<String> MADE_ELSEWHERE =
      Set.of(
          // The folder namespace, and what each cluster has.
          "Namespace /(plimsoll|kube-system)",
          "PriorityClass /system-cluster-critical",
          "ClusterRole /system:.*",
          "Role kube-system/extension-apiserver-authentication-reader",
          // The webhook of a tenant's digest.
          "Secret plimsoll/plimsoll-digest-team-a",
          // Certificates that are given to a role.
          "Secret plimsoll/plimsoll-(extender|console)-tls");

  private static final Map<String, List<JsonObject>> BUILT = new TreeMap<>();

  @TempDir private Path folder;

  static Stream<Overlay> overlays() {
    return Overlay.all().stream();
  }

  @BeforeAll
  static void warnWithoutKustomize() {
    if (Kustomize.installed().isEmpty()) {
      System.err.println("NOT TRIED: " + Kustomize.MISSING);
    }
  }

  @BeforeEach
  void requireKustomize() {
    Assumptions.assumeTrue(Kustomize.installed().isPresent(), Kustomize.MISSING);
  }

  /** Builds a folder once for all tests, since a start of the program takes a while. */
  private List<JsonObject> build(Overlay overlay) throws IOException {
    if (!BUILT.containsKey(overlay.toString())) {
      BUILT.put(overlay.toString(), buildNow(overlay));
    }
    return new ArrayList<>(
        BUILT.getOrDefault(overlay.toString(), List.of()).stream()
            .map(JsonObject::deepCopy)
            .toList());
  }

  private List<JsonObject> buildNow(Overlay overlay) throws IOException {
    StringBuilder text = new StringBuilder("resources:\n");
    text.append("- ").append(relative(overlay.folder())).append('\n');
    if (!overlay.components().isEmpty()) {
      text.append("components:\n");
    }
    overlay.components().forEach(c -> text.append("- ").append(relative(c)).append('\n'));
    Files.writeString(folder.resolve(Kustomize.FILE), text);
    List<JsonObject> built = Kustomize.installed().orElseThrow().build(folder);
    for (JsonObject object : built) {
      JsonPaths.string(object, "data", "serve.yaml")
          .filter(serve -> !overlay.configuration().isEmpty())
          .map(serve -> ManifestFiles.parse(serve).get(0))
          .ifPresent(
              serve -> {
                overlay.configuration().asMap().forEach(serve::add);
                object.getAsJsonObject("data").addProperty("serve.yaml", serve.toString());
              });
    }
    return built;
  }

  private Path relative(Path target) {
    try {
      return folder.toRealPath().relativize(target.toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void kustomize_builds_the_objects_that_the_chart_gives(Overlay overlay) throws IOException {
    List<JsonObject> built = build(overlay);
    List<JsonObject> charted = new ArrayList<>(overlay.objects());
    giveNames(charted, generatedNames(built, charted));

    assertThat(byKey(built)).isEqualTo(byKey(charted));
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void every_object_that_another_one_names_is_there_under_that_name(Overlay overlay)
      throws IOException {
    assertThat(ObjectReferences.unresolved(build(overlay)))
        .allMatch(key -> MADE_ELSEWHERE.stream().anyMatch(key::matches));
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void a_role_names_what_its_program_asks_for(Overlay overlay) throws IOException {
    List<JsonObject> built = build(overlay);

    assertThat(NamesInRules.granted(built)).isEqualTo(NamesInRules.asked(built, folder));
  }

  /** Returns the names of ConfigMaps with the hash of what is in them, by their names without. */
  private static Map<String, String> generatedNames(
      List<JsonObject> built, List<JsonObject> charted) {
    Map<String, String> names = new TreeMap<>();
    for (JsonObject object : charted) {
      String name = JsonPaths.text(object, "metadata", "name");
      if (SeparateInstallationsTest.isGenerated(object)) {
        built.stream()
            .filter(b -> JsonPaths.text(b, "kind").equals("ConfigMap"))
            .map(b -> JsonPaths.text(b, "metadata", "name"))
            .filter(n -> n.matches(name + HASH))
            .forEach(n -> names.put(name, n));
      }
    }
    return names;
  }

  /** Renames ConfigMaps, and what refers to ConfigMaps; nothing else has a hash. */
  private static void giveNames(List<JsonObject> objects, Map<String, String> names) {
    for (JsonObject object : objects) {
      for (ObjectReferences.Reference reference : ObjectReferences.of(object)) {
        String name = JsonPaths.text(reference.holder(), reference.field());
        if (reference.key().startsWith("ConfigMap ") && names.containsKey(name)) {
          reference.holder().addProperty(reference.field(), names.get(name));
        }
      }
      JsonObject metadata = object.getAsJsonObject("metadata");
      String name = JsonPaths.text(metadata, "name");
      if (SeparateInstallationsTest.isGenerated(object) && names.containsKey(name)) {
        metadata.addProperty("name", names.get(name));
      }
    }
  }

  /** Each object by kind, namespace and name, the YAML in ConfigMaps parsed. */
  private static Map<String, JsonObject> byKey(List<JsonObject> objects) {
    Map<String, JsonObject> byKey = new TreeMap<>();
    for (JsonObject object : objects) {
      byKey.put(ManifestFiles.key(object), object);
      sortVolumes(object);
      JsonPaths.object(object, "data").ifPresent(OverlaysTest::parseFiles);
    }
    assertThat(byKey).hasSameSizeAs(objects);
    return byKey;
  }

  /** Their order means nothing, and Kustomize puts those of a patch first. */
  private static void sortVolumes(JsonElement element) {
    if (element instanceof JsonArray array) {
      array.forEach(OverlaysTest::sortVolumes);
    } else if (element instanceof JsonObject object) {
      for (String name : Set.copyOf(object.keySet())) {
        if (VOLUMES.contains(name) && object.get(name) instanceof JsonArray volumes) {
          JsonArray sorted = new JsonArray();
          volumes.asList().stream()
              .sorted(comparing(v -> JsonPaths.text(v.getAsJsonObject(), "name")))
              .forEach(sorted::add);
          object.add(name, sorted);
        }
        sortVolumes(object.get(name));
      }
    }
  }

  private static void parseFiles(JsonObject data) {
    for (String name : Set.copyOf(data.keySet())) {
      if (name.endsWith(".yaml")) {
        data.add(name, ManifestFiles.parse(data.get(name).getAsString()).get(0));
      }
    }
  }
}
