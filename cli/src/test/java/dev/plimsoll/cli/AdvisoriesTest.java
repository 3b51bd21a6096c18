package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds what is on the class path against the published advisories that the repository lists. */
class AdvisoriesTest {
  private static final String UNFIXED = "none";
  private static final Map<String, String> VERSIONS = new HashMap<>();
  private static List<Advisory> advisories = List.of();

  private record Advisory(
      String artifact, String fixed, String name, String accepted, String reason) {

    static Advisory of(String line) {
      String[] cells = Stream.of(line.split(";", -1)).map(String::strip).toArray(String[]::new);
      return new Advisory(cells[0], cells[1], cells[2], cells[3], cells[4]);
    }

    Optional<String> version() {
      return Optional.ofNullable(VERSIONS.get(artifact));
    }

    boolean isAffected() {
      return version().filter(v -> fixed.equals(UNFIXED) || isOlder(v, fixed)).isPresent();
    }

    boolean isAccepted() {
      return !accepted.isEmpty();
    }
  }

  @BeforeAll
  static void read() throws IOException {
    try (Stream<String> lines = Files.lines(CliRun.ROOT.resolve(".ci/advisories.csv"))) {
      advisories = lines.filter(l -> !l.startsWith("#")).map(Advisory::of).toList();
    }
    String classPath = System.getProperty("java.class.path").replace('\\', '/');
    for (Advisory advisory : advisories) {
      String folder = advisory.artifact().replaceFirst(":.*", "").replace('.', '/');
      String name = advisory.artifact().replaceFirst(".*:", "");
      Matcher jar = Pattern.compile("/" + folder + "/" + name + "/([^/]+)/").matcher(classPath);
      if (jar.find()) {
        VERSIONS.put(advisory.artifact(), jar.group(1));
      }
    }
  }

  private static boolean isOlder(String version, String than) {
    return Version.parse(version).compareTo(Version.parse(than)) < 0;
  }

  @Test
  void what_runs_is_looked_at() {
    assertThat(VERSIONS)
        .containsKeys(
            "com.sparkjava:spark-core",
            "org.eclipse.jetty:jetty-http",
            "org.yaml:snakeyaml",
            "org.bouncycastle:bcprov-jdk18on");
  }

  @Test
  void versions_are_compared_as_numbers() {
    assertThat(isOlder("2.9.4", "2.10.0")).isTrue();
    assertThat(isOlder("9.4.56.v20240826", "9.4.58.v20250814")).isTrue();
    assertThat(isOlder("2.22.3", "2.22.1")).isFalse();
  }

  @Test
  void nothing_is_affected_unless_a_reason_accepts_it() {
    assertThat(advisories).filteredOn(Advisory::isAffected).allMatch(Advisory::isAccepted);
  }

  @Test
  void what_is_accepted_still_affects_us_and_has_a_date_and_a_reason() {
    assertThat(advisories)
        .filteredOn(Advisory::isAccepted)
        .isNotEmpty()
        .allMatch(Advisory::isAffected)
        .allSatisfy(
            a -> {
              assertThat(LocalDate.parse(a.accepted())).isNotNull();
              assertThat(a.reason()).isNotBlank();
            });
  }

  @Test
  void accepted_advisories_are_documented() throws IOException {
    String documentation = Files.readString(CliRun.ROOT.resolve("docs/security.md"));
    assertThat(advisories)
        .filteredOn(Advisory::isAccepted)
        .allSatisfy(a -> assertThat(documentation).contains(a.name()));
  }
}
