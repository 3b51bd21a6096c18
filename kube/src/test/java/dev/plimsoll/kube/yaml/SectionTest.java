package dev.plimsoll.kube.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One document of a file, as a configuration is read. */
class SectionTest {
  private static final Set<String> KEYS = Set.of("text", "number", "yes", "list");

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("f.yaml"), text);
  }

  private Section section(String text, ValidationErrors errors) throws IOException {
    return Section.of(YamlFile.readOne(file(text)).json(), errors, KEYS);
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  @Test
  void an_empty_file_has_every_default() throws IOException {
    ValidationErrors errors = new ValidationErrors("f.yaml", FieldLines.NONE);
    Section section = section("", errors);

    assertThat(section.text("text")).isEmpty();
    assertThat(section.number("number", 3, 0, 9)).isEqualTo(3);
    assertThat(section.bool("yes", true)).isTrue();
    assertThat(section.parsedTexts("list", SectionTest::number)).isEmpty();
    errors.throwIfAny();
  }

  @Test
  void what_is_given_is_read() throws IOException {
    ValidationErrors errors = new ValidationErrors("f.yaml", FieldLines.NONE);
    Section section = section("{text: a, number: 7, yes: false, list: [\"1\", \"2\"]}", errors);

    assertThat(section.text("text")).contains("a");
    assertThat(section.number("number", 3, 0, 9)).isEqualTo(7);
    assertThat(section.bool("yes", true)).isFalse();
    assertThat(section.parsedTexts("list", SectionTest::number)).containsExactly(1, 2);
    errors.throwIfAny();
  }

  @Test
  void all_mistakes_are_told_at_once_in_the_order_of_the_file() throws IOException {
    YamlObject document =
        YamlFile.readOne(
            file("yes: maybe\nlist: [\"1\", x, 2]\nnumber: \"7\"\ntxt: a\nyes: true\n"));
    ValidationErrors errors = new ValidationErrors("f.yaml", document.lines());
    Section section = Section.of(document.json(), errors, KEYS);
    section.number("number", 3, 0, 9);
    section.parsedTexts("list", SectionTest::number);

    assertThatThrownBy(errors::throwIfAny)
        .isInstanceOf(InputException.class)
        .hasMessage(
            """
            f.yaml, line 2: list[1] is "x": For input string: "x".
            f.yaml, line 2: list[2] must be a string, got 2; quote it.
            f.yaml, line 3: number must be an integer from 0 to 9, got 7.
            f.yaml, line 4: txt is an unknown key; valid keys: list, number, text, yes.
            f.yaml, line 5: yes is a duplicate key.""");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1]|f.yaml, line 1: the document must be a mapping.",
        "text|f.yaml, line 1: the document must be a mapping.",
        "a: b: c|f.yaml, line 1: is not correct YAML: mapping values are not allowed here.",
        "a: 1\\n---\\nb: 2|f.yaml, line 2: is not correct YAML: but found another document.",
      })
  void what_is_not_one_document_of_keys_is_an_error(String text, String sentence) {
    assertThatThrownBy(() -> YamlFile.readOne(file(text.replace("\\n", "\n"))))
        .isInstanceOf(InputException.class)
        .hasMessage(folder + "/" + sentence);
  }
}
