package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Holds what a release is made from; {@code release/check} tries what is made. */
class ReleaseFilesTest {
  private static final Path RELEASE = CliRun.ROOT.resolve("release");
  private static final Pattern PLACE = Pattern.compile("@([A-Z0-9_]+)@");

  private static Set<String> places(String text) {
    return PLACE
        .matcher(text)
        .results()
        .map((MatchResult place) -> place.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plimsoll.krew.yaml", "plimsoll.rb", "install.sh", "control"})
  void what_is_left_open_is_filled_in(String file) throws IOException {
    Set<String> open = places(Files.readString(RELEASE.resolve(file)));

    assertThat(open).isNotEmpty();
    assertThat(places(Files.readString(RELEASE.resolve("make")))).containsAll(open);
  }

  @Test
  void the_manifest_for_krew_is_one_that_krew_takes() throws IOException {
    String filledIn =
        Files.readString(RELEASE.resolve("plimsoll.krew.yaml"))
            .replace("@VERSION@", "1.2.3")
            .replace("@SHA256@", "0".repeat(64))
            .replace("@PORTABLE_SHA256@", "0".repeat(64))
            .replaceAll(PLACE.pattern(), "value");

    KrewManifest.check(new Yaml(new SafeConstructor(new LoaderOptions())).load(filledIn));
  }

  @Test
  void documents_install_from_where_releases_are_published() throws IOException {
    Matcher url =
        Pattern.compile("<release\\.url>(.*)</release\\.url>")
            .matcher(Files.readString(RELEASE.resolve("pom.xml")));
    assertThat(url.find()).isTrue();

    for (String document : List.of("README.md", "docs/install.md")) {
      assertThat(Files.readString(CliRun.ROOT.resolve(document)))
          .contains("curl -fsSL " + url.group(1) + "/install.sh | sh");
    }
  }

  @Test
  void modules_are_in_order_so_that_they_can_be_compared() throws IOException {
    List<String> modules = Files.readAllLines(RELEASE.resolve("modules"));

    assertThat(modules).isSorted().doesNotHaveDuplicates().contains("java.base", "jdk.crypto.ec");
  }
}
