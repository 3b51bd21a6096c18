package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.document.JavaSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of Kubernetes' files that rules are modelled from. With {@code -Dplimsoll.regenerate
 * -Dplimsoll.kubernetes=TREE} the test writes the table from the source tree of Kubernetes.
 */
class ModelledSourcesTest {
  private static final Path FOLDER = CliRun.ROOT.resolve("bench/upstream");
  private static final Path TABLE = FOLDER.resolve("sources.txt");

  /** Files of a Kubernetes tree. Other projects' files begin with their module's path. */
  private static final Pattern KUBERNETES = Pattern.compile("(cmd|pkg|plugin|staging|vendor)/.*");

  private static final Pattern OTHER =
      Pattern.compile("(github\\.com|golang\\.org|k8s\\.io|sigs\\.k8s\\.io|volcano\\.sh|net)/.*");

  private static final Pattern CHANGED_RULE = Pattern.compile("\\| 1\\.3[2-9] \\| `(\\w+)` \\| .*");

  /** Returns the classes that name each file as a source, by the file. */
  private static Map<String, Set<String>> named() {
    Map<String, Set<String>> named = new TreeMap<>();
    for (Path source : JavaSource.all(CliRun.ROOT)) {
      String name = source.getFileName().toString().replace(".java", "");
      for (String file : JavaSource.goFiles(source)) {
        named.computeIfAbsent(file, f -> new TreeSet<>()).add(name);
      }
    }
    return named;
  }

  private static List<String> rows() throws IOException {
    return Files.readAllLines(TABLE).stream()
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .toList();
  }

  @Test
  void a_source_is_named_by_its_whole_path() {
    assertThat(named().keySet())
        .allMatch(f -> KUBERNETES.matcher(f).matches() || OTHER.matcher(f).matches());
  }

  @Test
  void the_table_has_the_files_that_classes_name() throws IOException, NoSuchAlgorithmException {
    Map<String, Set<String>> named = named();
    named.keySet().removeIf(f -> !KUBERNETES.matcher(f).matches());
    if (System.getProperty("plimsoll.regenerate") != null
        && System.getProperty("plimsoll.kubernetes") != null) {
      regenerate(named, Path.of(System.getProperty("plimsoll.kubernetes")));
    }

    assertThat(rows().stream().map(r -> r.substring(r.indexOf(' ') + 1)))
        .as("-Dplimsoll.regenerate -Dplimsoll.kubernetes=TREE writes bench/upstream/sources.txt")
        .containsExactlyElementsOf(
            named.entrySet().stream()
                .map(e -> e.getKey() + " " + String.join(",", e.getValue()))
                .toList());
    assertThat(rows()).allMatch(r -> r.matches("[0-9a-f]{64} .*"));
  }

  private static void regenerate(Map<String, Set<String>> named, Path tree)
      throws IOException, NoSuchAlgorithmException {
    List<String> lines = new ArrayList<>();
    try (Stream<String> old = Files.lines(TABLE)) {
      old.takeWhile(line -> line.startsWith("#")).forEach(lines::add);
    }
    for (Map.Entry<String, Set<String>> each : named.entrySet()) {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(Files.readAllBytes(tree.resolve(each.getKey())));
      lines.add(
          String.join(
              " ",
              HexFormat.of().formatHex(hash),
              each.getKey(),
              String.join(",", each.getValue())));
    }
    Files.write(TABLE, lines);
  }

  /** A version's changed rules can be found only if their classes name a source. */
  @Test
  void each_rule_that_changed_with_a_version_names_its_source() throws IOException {
    List<String> changed =
        Files.readAllLines(CliRun.ROOT.resolve("docs/modelled.md")).stream()
            .map(CHANGED_RULE::matcher)
            .filter(Matcher::matches)
            .map(m -> m.group(1))
            .toList();

    assertThat(changed).isNotEmpty();
    assertThat(String.join(",", rows()).replace(' ', ',').split(",")).containsAll(changed);
  }

  @Test
  void a_changed_and_a_missing_file_are_listed_with_their_classes(@TempDir Path tree)
      throws IOException, InterruptedException {
    Path changed = tree.resolve("pkg/scheduler/schedule_one.go");
    Files.createDirectories(changed.getParent());
    Files.writeString(changed, "package scheduler\n");

    Process process =
        new ProcessBuilder(FOLDER.resolve("diff").toString(), tree.toString())
            .redirectErrorStream(true)
            .start();
    List<String> lines = process.inputReader().lines().toList();

    assertThat(process.waitFor()).isZero();
    assertThat(lines).filteredOn(l -> l.startsWith("changed")).hasSize(1);
    assertThat(lines)
        .anyMatch(l -> l.matches("gone +pkg/apis/core/v1/defaults.go  .*LimitRangeDefaults.*"))
        .last()
        .isEqualTo("1 changed, " + (rows().size() - 1) + " gone, 0 equal");
  }
}
