package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Chart;
import dev.plimsoll.testkit.manifests.Kustomize;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.manifests.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The objects of the manifests are rendered from the chart's templates. With {@code
 * -Dplimsoll.regenerate} their files are written.
 */
class RenderedManifestsTest {
  private static final boolean REGENERATE = System.getProperty("plimsoll.regenerate") != null;

  /** What no template gives: how the folders are put together, patches, and examples to change. */
  private static final Set<String> BY_HAND =
      Set.of(
          "overlays.yaml",
          "render",
          "admission/cert-manager/gates.yaml",
          "admission/cert-manager/cluster-role-binding.yaml",
          "admission/cert-manager/cluster-role.yaml",
          "admission/cert-manager/deployment.yaml",
          "admission/cert-manager/role-binding.yaml",
          "admission/cert-manager/role.yaml",
          "admission/cert-manager/secret.yaml",
          "admission/cert-manager/webhook.yaml",
          "capacity-policies/gpus.yaml",
          "control-plane/scheduler.yaml",
          "leader-election/deployment.yaml",
          "namespaces/rolebindings.yaml");

  static Stream<Overlay> overlays() {
    return Overlay.all().stream();
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void every_file_is_as_it_is_rendered(Overlay overlay) throws IOException {
    Map<String, List<String>> rendered = overlay.render();
    for (Map.Entry<String, String> each : overlay.files().entrySet()) {
      Path file = ManifestFiles.FOLDER.resolve(each.getKey());
      assertThat(rendered).containsKey(each.getValue());
      String text =
          text(file.getFileName().toString(), rendered.getOrDefault(each.getValue(), List.of()));
      if (REGENERATE) {
        Files.writeString(file, text);
      }
      assertThat(file)
          .as("mvn test -Dtest=RenderedManifestsTest -Dplimsoll.regenerate writes it")
          .hasContent(text);
    }
  }

  /** What is said in a ConfigMap is a file that Kustomize makes one of. */
  private static String text(String file, List<String> documents) {
    Optional<String> data =
        documents.stream()
            .flatMap(d -> ManifestFiles.parse(d).stream())
            .filter(o -> JsonPaths.text(o, "kind").equals("ConfigMap"))
            .flatMap(o -> JsonPaths.object(o, "data").stream())
            .filter(d -> d.has(file))
            .map(d -> d.get(file).getAsString())
            .findFirst();
    return data.orElseGet(() -> String.join("---\n", documents));
  }

  @Test
  void no_object_is_written_by_hand() throws IOException {
    Set<String> files =
        overlays().flatMap(o -> o.files().keySet().stream()).collect(Collectors.toSet());
    Set<String> others = new TreeSet<>();
    try (Stream<Path> all = Files.walk(ManifestFiles.FOLDER)) {
      all.filter(Files::isRegularFile)
          .filter(f -> !f.startsWith(Chart.FOLDER))
          .map(f -> ManifestFiles.FOLDER.relativize(f).toString())
          .filter(f -> !f.endsWith(Kustomize.FILE) && !f.endsWith(".md"))
          .filter(f -> !files.contains(f))
          .forEach(others::add);
    }

    assertThat(others).isEqualTo(BY_HAND);
  }

  @Test
  void every_template_is_rendered_into_a_file_or_is_for_Helm_alone() throws IOException {
    Set<String> templates = new TreeSet<>();
    try (Stream<Path> all = Files.walk(Chart.FOLDER.resolve("templates"))) {
      all.filter(f -> f.toString().endsWith(".yaml"))
          .forEach(f -> templates.add(Chart.FOLDER.resolve("templates").relativize(f).toString()));
    }
    overlays().forEach(o -> templates.removeAll(o.files().values()));

    assertThat(templates)
        .containsExactly("capacitypolicies.yaml", "console/certificate.yaml", "write-rbac.yaml");
  }
}
