package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Kustomize;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.manifests.Overlay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each folder is installed and removed by itself: what it has is no other folder's. */
class SeparateInstallationsTest {
  private static final Set<String> GENERATED = generated();

  static Stream<Overlay> overlays() {
    return Overlay.all().stream();
  }

  /** Kustomize appends a hash to the name of a ConfigMap that it makes of files. */
  static boolean isGenerated(JsonObject object) {
    return JsonPaths.text(object, "kind").equals("ConfigMap") && GENERATED.contains(name(object));
  }

  private static Set<String> generated() {
    try (Stream<Path> files = Files.walk(ManifestFiles.FOLDER)) {
      return files
          .filter(f -> f.endsWith(Kustomize.FILE))
          .flatMap(f -> ManifestFiles.read(f).stream())
          .flatMap(k -> JsonPaths.objects(k, "configMapGenerator").stream())
          .map(g -> JsonPaths.text(g, "name"))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kustomize gives the hash to every object and every rule that has the same name. */
  @ParameterizedTest
  @MethodSource("overlays")
  void no_generated_object_shares_its_name(Overlay overlay) {
    List<JsonObject> objects = overlay.objects();
    Set<String> others =
        objects.stream()
            .filter(o -> !isGenerated(o))
            .map(SeparateInstallationsTest::name)
            .collect(Collectors.toSet());
    objects.forEach(o -> others.add(JsonPaths.text(o, "metadata", "namespace")));
    NamesInRules.granted(objects).forEach(n -> others.add(n.substring(n.indexOf('/') + 1)));

    assertThat(objects.stream().filter(SeparateInstallationsTest::isGenerated))
        .noneMatch(o -> others.contains(name(o)));
  }

  private static String name(JsonObject object) {
    return JsonPaths.text(object, "metadata", "name");
  }

  @Test
  void no_object_is_in_two_folders() {
    Map<String, Set<String>> folders = new TreeMap<>();
    overlays()
        .forEach(
            overlay ->
                overlay
                    .objects()
                    .forEach(
                        o ->
                            folders
                                .computeIfAbsent(ManifestFiles.key(o), k -> new HashSet<>())
                                .add(installation(overlay))));

    assertThat(folders).isNotEmpty().allSatisfy((key, in) -> assertThat(in).as(key).hasSize(1));
  }

  /** The ways to run the advisor are alternatives. */
  private static String installation(Overlay overlay) {
    String folder = ManifestFiles.FOLDER.relativize(overlay.folder()).toString();
    return folder.startsWith("advisor/") ? "advisor" : folder;
  }

  @Test
  void the_namespace_and_what_all_roles_share_go_with_no_role() {
    Map<String, Set<String>> kinds = new TreeMap<>();
    overlays()
        .forEach(
            overlay ->
                overlay
                    .objects()
                    .forEach(
                        o ->
                            kinds
                                .computeIfAbsent(JsonPaths.text(o, "kind"), k -> new HashSet<>())
                                .add(installation(overlay))));

    assertThat(kinds.get("Namespace")).containsExactly("namespace");
    assertThat(kinds.get("CustomResourceDefinition")).containsExactly("crds");
    assertThat(kinds).doesNotContainKey("CapacityPolicy");
  }
}
