package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.object.ApiObject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsTest {
  @TempDir private Path folder;

  private static List<ApiObject> read(String text) {
    return Manifests.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "standard input");
  }

  @Test
  void documents_and_the_items_of_lists_are_read() {
    String yaml =
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: a}
        ---
        apiVersion: v1
        kind: NamespaceList
        items: [{metadata: {name: b}}, {metadata: {name: c}}]
        """;

    assertThat(read(yaml)).extracting(ApiObject::name).containsExactly("a", "b", "c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kind": "List", "items": []} | standard input holds no Kubernetes objects.
          a: b | standard input, document 1: is not a Kubernetes object: it has no apiVersion and no kind.
          {"apiVersion": "v1", "kind": "Namespace"} | standard input, document 1: Namespace: metadata.name: is missing.
          """)
  void what_is_no_object_is_told(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{apiVersion: v1, kind: Namespace, metadata: {name: a}}",
        "{ 'apiVersion': v1, 'kind': Namespace, 'metadata': {'name': a}}",
        "{\"apiVersion\": v1, \"kind\": \"Namespace\", \"metadata\": {\"name\": \"a\"}}",
        "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"a\"},}",
        "{# a comment\n apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Namespace,"
            + " metadata: {name: a}}]}",
        "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"a\"}}\n---\n",
      })
  void yaml_in_flow_style_is_read_as_yaml(String yaml) {
    assertThat(read(yaml)).extracting(ApiObject::name).containsExactly("a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {apiVersion: v1, kind: Pod, spec: ]}      | standard input, document 1: is not correct YAML at line 1, column 35: expected the node content, but found ']'.
          {apiVersion: v1, kind: Pod                | standard input, document 1: is not correct YAML at line 1, column 27: expected ',' or '}', but got <stream end>.
          {"apiVersion": "v1", "kind": "Pod"        | standard input, document 1: invalid or truncated JSON: End of input at line 1 column 35 path /kind.
          {"apiVersion": "v1", "kind": "Pod" "a": 1 | standard input, document 1: invalid or truncated JSON: Unexpected character ('"' (code 34)): was expecting comma to separate Object entries at line 1 column 37 path /kind.
          """)
  void one_sentence_says_where_the_text_is_wrong(String text, String message) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class).hasMessage(message);
  }

  @Test
  void a_file_must_be_there() {
    assertThatThrownBy(() -> Manifests.read(folder.resolve("none")))
        .hasMessage(folder.resolve("none") + " does not exist.");
    assertThatThrownBy(() -> Manifests.read(folder)).hasMessage(folder + " is not a file.");
  }
}
