package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.object.ApiObject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  void a_file_must_be_there() {
    assertThatThrownBy(() -> Manifests.read(folder.resolve("none")))
        .hasMessage(folder.resolve("none") + " does not exist.");
    assertThatThrownBy(() -> Manifests.read(folder)).hasMessage(folder + " is not a file.");
  }
}
