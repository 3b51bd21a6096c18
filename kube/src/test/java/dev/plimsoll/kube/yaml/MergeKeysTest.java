package dev.plimsoll.kube.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MergeKeysTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("a.yaml"), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: &a {x: 1, y: 2}, b: {<<: *a, z: 3}}          | {'x':1,'y':2,'z':3}",
        "{a: &a {x: 1, y: 2}, b: {<<: *a, x: 3}}          | {'x':3,'y':2}",
        "{a: &a {x: 1, y: 2}, b: {x: 3, <<: *a}}          | {'x':1,'y':2}",
        "{a: &a {x: 1}, c: &c {x: 2, y: 2}, b: {<<: [*a, *c]}} | {'x':1,'y':2}",
        "{a: &a {x: 1}, c: &c {<<: *a, y: 2}, b: {<<: *c}} | {'x':1,'y':2}",
        "{b: {<<: {x: 1}}}                                | {'x':1}",
        "{b: {<<: []}}                                    | {}",
        "{a: &a {x: {p: 1, q: 1}}, b: {<<: *a, x: {p: 2}}} | {'x':{'p':2}}",
        "{b: {\"<<\": {x: 1}}}                            | {'<<':{'x':1}}",
      })
  void what_kubectl_merges_is_merged(String text, String merged) throws IOException {
    YamlObject object = YamlFile.readOne(file(text));

    assertThat(object.json().get("b")).isEqualTo(JsonParser.parseString(merged));
  }

  @ParameterizedTest
  @ValueSource(strings = {"b:\n  <<: 1", "b:\n  <<: [1]", "b:\n  <<:", "a: &a [{}]\nb: {<<: *a}"})
  void what_cannot_be_merged_is_one_sentence_with_its_line(String text) throws IOException {
    Path file = file(text);

    assertThatThrownBy(() -> YamlFile.readOne(file))
        .isInstanceOf(InputException.class)
        .hasMessage(
            file
                + ", line 2: is not correct YAML: map merge requires map or sequence of maps as the"
                + " value.");
  }

  @Test
  void merges_of_merges_are_bounded_as_aliases_are() throws IOException {
    StringBuilder yaml = new StringBuilder("l0: &l0 {x: 1}\n");
    for (int i = 1; i <= 24; i++) {
      yaml.append("l%1$d: &l%1$d {<<: [*l%2$d, *l%2$d]}\n".formatted(i, i - 1));
    }
    Path file = file(yaml.toString());

    assertThatThrownBy(() -> YamlFile.readOne(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("its aliases repeat more than 400,000 values");
  }

  @Test
  void a_field_that_a_merge_gave_before_is_not_given_twice() throws IOException {
    YamlObject object =
        YamlFile.readOne(file("a: &a {x: 1}\nb:\n  <<: *a\n  x: 3\nc:\n  x: 4\n  <<: *a\n"));

    assertThat(object.lines().repeated()).isEmpty();
    assertThat(object.lines().lineOf("b.x")).hasValue(4);
    assertThat(object.lines().lineOf("c.x")).hasValue(1);
  }
}
