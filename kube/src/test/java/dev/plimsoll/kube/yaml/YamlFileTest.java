package dev.plimsoll.kube.yaml;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlFileTest {
  @ParameterizedTest
  @ValueSource(strings = {"a: \"\\x", "a: \"\\U80000000\"", "--- {}\n--- \"\\u"})
  void an_escape_that_names_no_character_is_no_yaml(String text, @TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("a.yaml"), text);

    assertThatThrownBy(() -> YamlFile.read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(file + ": is not correct YAML: an escape in quotes names no character.");
  }
}
