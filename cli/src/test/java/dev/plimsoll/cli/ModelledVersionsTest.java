package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.version.DefaultPlugin;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** What docs/modelled.md says of versions against the code that has the rules. */
class ModelledVersionsTest {
  private static final Path MODEL = CliRun.ROOT.resolve("kubernetes/src/main/java");
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
        Arrays.stream(DefaultPlugin.Component.values())
            .map(c -> "| %s | %s | %s |".formatted(c, plugIns(c, true), plugIns(c, false)))
            .toList();

    assertThat(lines()).filteredOn(l -> l.startsWith("| kube-")).isEqualTo(rows);
  }

  private static String plugIns(DefaultPlugin.Component component, boolean modelled) {
    return Arrays.stream(DefaultPlugin.values())
        .filter(p -> p.component() == component && p.isModelled() == modelled)
        .map(p -> "`" + p + "`")
        .collect(Collectors.joining(", "));
  }

  @Test
  void every_plug_in_of_the_scheduler_that_is_modelled_has_a_class() throws IOException {
    Path plugins = MODEL.resolve("dev/plimsoll/kubernetes/placement/plugins");

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
  void the_readme_counts_the_recordings_of_each_version() throws IOException {
    String readme = Files.readString(CliRun.ROOT.resolve("README.md"));

    assertThat(readme)
        .contains(
            "| 1.36.2 | %d | %d | %d |"
                .formatted(
                    recorded("admission") + recorded("1.36.2/admission"),
                    recorded("scheduling"),
                    recorded("dra")));
    for (String version : List.of("1.35.6", "1.34.9", "1.33.13", "1.31.14")) {
      assertThat(readme)
          .contains(version)
          .contains(
              "| %d each | %d each |"
                  .formatted(recorded(version + "/admission"), recorded(version + "/scheduling")));
    }
  }

  /** How many decisions a file of recordings has, a line each. */
  private static long recorded(String name) throws IOException {
    Path file =
        CliRun.ROOT.resolve(
            "kube/src/test/resources/dev/plimsoll/kube/vectors/" + name + ".jsonl.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().count();
    }
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
          .filter(f -> !f.startsWith(MODEL.resolve("dev/plimsoll/kubernetes/version")))
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
