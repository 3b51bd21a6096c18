package dev.plimsoll.cli.chart;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Kustomization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each folder that is deployed by Kustomize gives the objects that the chart gives. */
class OverlaysTest {
  private static final Set<String> VOLUMES = Set.of("volumes", "volumeMounts");

  static Stream<Overlay> overlays() {
    return Overlay.all().stream();
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void the_chart_gives_the_same_objects(Overlay overlay) {
    Map<String, JsonObject> kustomized = byKey(overlay.build());
    for (JsonObject object : kustomized.values()) {
      JsonPaths.object(object, "data", "serve.yaml")
          .ifPresent(serve -> overlay.configuration().asMap().forEach(serve::add));
    }

    assertThat(byKey(Chart.objects(overlay.values().toString()))).isEqualTo(kustomized);
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void kustomize_itself_builds_the_same_objects(Overlay overlay, @TempDir Path folder)
      throws IOException, InterruptedException {
    Path kubectl = Path.of(System.getenv().getOrDefault("KUBEBUILDER_ASSETS", ""), "kubectl");
    Assumptions.assumeTrue(
        Files.isExecutable(kubectl), "KUBEBUILDER_ASSETS names no folder with kubectl.");
    Files.writeString(folder.resolve(Kustomization.FILE), kustomization(overlay, folder));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(kubectl.toString(), "kustomize", folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(process.waitFor()).as(() -> text(output)).isZero();
    assertThat(byKey(Kustomization.parse(withoutHashes(text(output), overlay))))
        .isEqualTo(byKey(overlay.build()));
  }

  private static String kustomization(Overlay overlay, Path folder) {
    StringBuilder text = new StringBuilder("resources:\n");
    text.append("- ").append(relative(folder, overlay.folder())).append('\n');
    if (!overlay.components().isEmpty()) {
      text.append("components:\n");
    }
    overlay.components().forEach(c -> text.append("- ").append(relative(folder, c)).append('\n'));
    return text.toString();
  }

  private static Path relative(Path folder, Path target) {
    try {
      return folder.toRealPath().relativize(target.toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each object by kind, namespace and name, the YAML in ConfigMaps parsed. */
  private static Map<String, JsonObject> byKey(List<JsonObject> objects) {
    Map<String, JsonObject> byKey = new TreeMap<>();
    for (JsonObject object : objects) {
      byKey.put(Kustomization.key(object), object);
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
        data.add(name, Kustomization.parse(data.get(name).getAsString()).get(0));
      }
    }
  }

  /** Kustomize appends a hash of what is in a generated ConfigMap to its name. */
  private static String withoutHashes(String built, Overlay overlay) {
    String text = built;
    for (JsonObject object : overlay.build()) {
      if (JsonPaths.text(object, "kind").equals("ConfigMap")) {
        String name = JsonPaths.text(object, "metadata", "name");
        text = text.replaceAll("\\b" + name + "-[24-9bcdfghkmt]{10}\\b", name);
      }
    }
    return text;
  }
}
