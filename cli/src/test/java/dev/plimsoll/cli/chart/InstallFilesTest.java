package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.InstallFiles;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.manifests.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Plain YAML has what the folders have. */
class InstallFilesTest {
  private static final String IMAGE = "registry.example:5000/gpu/plimsoll:1.2";
  private static final Map<String, String> FILES = InstallFiles.of(IMAGE, "v1.33.4");

  static Stream<Overlay> overlays() {
    return Overlay.all().stream().filter(o -> o.install().isPresent());
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void a_file_has_the_objects_of_its_folder(Overlay overlay) {
    List<String> keys = keys(ManifestFiles.parse(text(overlay)));

    assertThat(keys).containsExactlyInAnyOrderElementsOf(keys(overlay.objects()));
  }

  private static String text(Overlay overlay) {
    return FILES.getOrDefault(overlay.install().orElseThrow() + ".yaml", "");
  }

  private static List<String> keys(List<JsonObject> objects) {
    return objects.stream().map(ManifestFiles::key).toList();
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void containers_run_the_image_that_was_said(Overlay overlay) {
    assertThat(text(overlay).lines().map(String::strip).filter(l -> l.startsWith("image:")))
        .isSubsetOf("image: " + IMAGE, "image: registry.k8s.io/kube-scheduler:v1.33.4");
    assertThat(text(overlay).contains("kind: Deployment") || text(overlay).contains("CronJob"))
        .isEqualTo(text(overlay).contains("image: " + IMAGE));
  }

  /** Pods are replaced when a file is applied whose configuration has changed. */
  @ParameterizedTest
  @MethodSource("overlays")
  void a_deployment_says_which_configuration_it_has(Overlay overlay) {
    assertThat(ManifestFiles.parse(text(overlay)))
        .filteredOn(o -> JsonPaths.text(o, "kind").equals("Deployment"))
        .allSatisfy(
            d ->
                assertThat(
                        JsonPaths.text(
                            d, "spec", "template", "metadata", "annotations", "checksum/config"))
                    .isNotEmpty());
  }

  @Test
  void every_folder_has_its_file() {
    Set<String> folders = new TreeSet<>();
    Overlay.all().stream().filter(o -> o.components().isEmpty()).forEach(o -> folders.add(name(o)));

    assertThat(FILES.keySet()).containsAll(folders.stream().map(f -> f + ".yaml").toList());
    assertThat(FILES).hasSize((int) overlays().count());
  }

  private static String name(Overlay overlay) {
    return ManifestFiles.FOLDER.relativize(overlay.folder()).toString().replace('/', '-');
  }

  @Test
  void the_same_is_written_each_time() {
    assertThat(InstallFiles.of(IMAGE, "v1.33.4")).isEqualTo(FILES);
  }

  @ParameterizedTest
  @CsvSource({
    "plimsoll:0.1.0-SNAPSHOT, plimsoll:0.1.0-SNAPSHOT",
    "localhost:5000/plimsoll:1, localhost:5000/plimsoll:1",
    "localhost:5000/plimsoll, localhost:5000/plimsoll:0.1.0",
    "a/b@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef,"
        + " a/b@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  })
  void an_image_is_taken_as_it_is_written(String image, String expected) {
    assertThat(InstallFiles.of(image, "v1.36.2").get("console.yaml"))
        .contains("image: " + expected + "\n");
  }

  @Test
  void a_name_that_no_image_has_is_told() {
    assertThatThrownBy(() -> InstallFiles.of("", "v1.36.2"))
        .hasMessageContaining("is not the name of an image");
  }

  @Test
  void the_table_of_the_manifests_names_every_file() throws IOException {
    String readme = Files.readString(ManifestFiles.FOLDER.resolve("README.md"));
    List<String> missing = new ArrayList<>(FILES.keySet());
    missing.removeIf(name -> readme.contains("`" + name + "`"));

    assertThat(missing).isEmpty();
  }
}
