package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the style of test names in all modules: sentences in snake_case, in classes XTest. */
class TestNamesTest {
  private static final Pattern TEST =
      Pattern.compile(
          "(?ms)^  @(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property|Example)\\b"
              + ".*?^  \\w[\\w<>]* (\\w+)\\(");
  private static final Map<Path, String> SOURCES = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    try (Stream<Path> modules = Files.list(CliRun.ROOT)) {
      for (Path folder : modules.map(m -> m.resolve("src/test/java")).toList()) {
        readTests(folder);
      }
    }
  }

  private static void readTests(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          String source = Files.readString(file);
          if (TEST.matcher(source).find()) {
            SOURCES.put(file.getFileName(), source);
          }
        }
      }
    }
  }

  @Test
  void tests_are_sentences_in_snake_case() {
    assertThat(SOURCES.values().stream().flatMap(s -> TEST.matcher(s).results()))
        .hasSizeGreaterThan(800)
        .extracting((MatchResult test) -> test.group(1))
        .allMatch(name -> name.matches("[a-z][a-zA-Z0-9]*(_[a-zA-Z0-9]+)+"));
  }

  @Test
  void classes_of_tests_are_named_Test() {
    assertThat(SOURCES.keySet())
        .allMatch(file -> file.toString().endsWith("Test.java"))
        .noneMatch(file -> file.toString().endsWith("PropertiesTest.java"));
  }
}
