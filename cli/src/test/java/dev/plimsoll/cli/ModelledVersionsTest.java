package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.version.DefaultPlugin;
import dev.plimsoll.model.version.FeatureGate;
import dev.plimsoll.model.version.KubernetesVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/modelled.md says of versions against the code that has the rules. */
class ModelledVersionsTest {
  private static final Path MODEL = CliRun.ROOT.resolve("model/src/main/java");
  private static final Pattern USE = Pattern.compile("\\bV(\\d+)_(\\d+)\\b");
  private static final Pattern RULE =
      Pattern.compile("(?m)^\\| (\\d+\\.\\d+) \\| `(\\w+)` \\| [A-Z].*\\. \\|$");

  @Test
  void every_feature_gate_is_documented_as_it_is_in_each_version() throws IOException {
    List<String> rows =
        Arrays.stream(FeatureGate.values())
            .map(
                gate ->
                    "| `"
                        + gate
                        + "` | "
                        + KubernetesVersion.MODELLED.stream()
                            .map(version -> state(gate, version))
                            .collect(Collectors.joining(" | "))
                        + " |")
            .toList();

    assertThat(lines()).containsSubsequence(rows);
    assertThat(lines()).filteredOn(l -> l.startsWith("| `")).hasSameSizeAs(rows);
  }

  @Test
  void every_plug_in_is_documented_with_whether_it_is_modelled() throws IOException {
    List<String> rows =
        Arrays.stream(DefaultPlugin.values())
            .map(
                p ->
                    "| %s | `%s` | %s |".formatted(p.component(), p, p.isModelled() ? "yes" : "no"))
            .toList();

    assertThat(lines()).filteredOn(l -> l.startsWith("| kube-")).isEqualTo(rows);
  }

  @Test
  void every_plug_in_of_the_scheduler_that_is_modelled_has_a_class() throws IOException {
    Path plugins = MODEL.resolve("dev/plimsoll/model/placement/plugins");

    for (DefaultPlugin plugin : DefaultPlugin.values()) {
      if (plugin.component() == DefaultPlugin.Component.SCHEDULER) {
        assertThat(Files.exists(plugins.resolve(plugin + ".java")))
            .as(plugin.name())
            .isEqualTo(plugin.isModelled());
      }
    }
  }

  @Test
  void every_class_whose_rules_differ_is_documented_with_the_versions() throws IOException {
    Set<String> documented = new TreeSet<>();
    RULE.matcher(String.join("\n", lines()))
        .results()
        .forEach(r -> documented.add(r.group(2) + " " + r.group(1)));

    assertThat(documented).isEqualTo(inCode());
  }

  @Test
  void the_table_has_a_column_for_every_version() throws IOException {
    assertThat(lines())
        .contains(
            "| feature gate | "
                + KubernetesVersion.MODELLED.stream()
                    .map(KubernetesVersion::toString)
                    .collect(Collectors.joining(" | "))
                + " |");
  }

  private static String state(FeatureGate gate, KubernetesVersion version) {
    if (!gate.isSettableIn(version)) {
      return "–";
    }
    String on = gate.isDefaultIn(version) ? "on" : "off";
    return gate.isLockedIn(version) ? on + ", locked" : on;
  }

  private static Set<String> inCode() throws IOException {
    Set<String> uses = new TreeSet<>();
    try (Stream<Path> files = Files.walk(MODEL)) {
      files
          .filter(f -> f.toString().endsWith(".java"))
          .filter(f -> !f.startsWith(MODEL.resolve("dev/plimsoll/model/version")))
          .forEach(f -> uses.addAll(uses(f)));
    }
    return uses;
  }

  private static List<String> uses(Path file) {
    String name = MODEL.relativize(file).toString().replaceAll(".*/|\\.java$", "");
    try {
      return USE.matcher(Files.readString(file))
          .results()
          .map(r -> name + " " + r.group(1) + "." + r.group(2))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines() throws IOException {
    return Files.readAllLines(CliRun.ROOT.resolve("docs/modelled.md"));
  }
}
