package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What krew demands of a plug-in's manifest: {@code internal/index/validation/validate.go}. */
final class KrewManifest {
  private static final List<String> PLATFORM = List.of("selector", "uri", "sha256", "bin", "files");

  private KrewManifest() {}

  static void check(Map<String, ?> manifest) {
    assertThat(manifest.keySet())
        .containsExactlyInAnyOrder("apiVersion", "kind", "metadata", "spec");
    assertThat(manifest.get("apiVersion"))
        .isEqualTo("krew.googlecontainertools.github.com/v1alpha2");
    assertThat(manifest.get("kind")).isEqualTo("Plugin");
    assertThat(manifest.get("metadata")).isEqualTo(Map.of("name", "plimsoll"));
    Map<?, ?> spec = (Map<?, ?>) Objects.requireNonNull(manifest.get("spec"));
    assertThat(spec.get("version")).asString().matches("v[0-9]+\\.[0-9]+\\.[0-9]+.*");
    assertThat(spec.get("shortDescription")).asString().isNotBlank().doesNotContain("\n");
    List<?> platforms = (List<?>) Objects.requireNonNull(spec.get("platforms"));
    assertThat(platforms).isNotEmpty();
    for (Object entry : platforms) {
      Map<?, ?> platform = (Map<?, ?>) entry;
      assertThat(platform.keySet()).map(Object::toString).hasSameElementsAs(PLATFORM);
      Map<?, ?> selector = (Map<?, ?>) Objects.requireNonNull(platform.get("selector"));
      assertThat(selector.keySet()).hasToString("[matchLabels]");
      assertThat(platform.get("sha256")).asString().matches("[a-f0-9]{64}");
      assertThat(platform.get("bin")).asString().doesNotStartWith("/").doesNotContain("..");
      assertThat((List<?>) platform.get("files")).isNotEmpty();
    }
  }
}
