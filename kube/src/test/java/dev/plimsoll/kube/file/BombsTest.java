package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BombsTest {
  private static final Duration HANGS = Duration.ofMinutes(2);
  private static final int MIB = 1 << 20;
  private static final String LIST = "{\"apiVersion\":\"v1\",\"kind\":\"PodList\",\"items\":[";
  private static final String POD =
      "{\"metadata\":{\"name\":\"p%d\",\"namespace\":\"n\"},"
          + "\"spec\":{\"containers\":[{\"name\":\"c\"}]}}";

  @TempDir Path folder;

  /** Each line repeats the one before so many times. */
  private static String aliases(int lines, int times) {
    StringBuilder yaml = new StringBuilder("l0: &l0 [x]\n");
    for (int i = 1; i <= lines; i++) {
      String alias = "*l" + (i - 1);
      yaml.append("l%d: &l%d [%s]\n".formatted(i, i, (alias + ",").repeat(times - 1) + alias));
    }
    return yaml.toString();
  }

  private Path gzip(String start, String repeated, int length) throws IOException {
    Path file = folder.resolve("dump.json.gz");
    byte[] block = repeated.repeat(MIB / repeated.length()).getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(start.getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < length; i += block.length) {
        out.write(block);
      }
    }
    return file;
  }

  private static Cluster read(Path file) {
    return SnapshotReader.read(List.of(file), n -> {});
  }

  private static void assertDenied(ThrowingCallable reading, String sentence) {
    assertTimeoutPreemptively(
        HANGS,
        () ->
            assertThatThrownBy(reading)
                .isInstanceOf(InputException.class)
                .hasMessageNotContaining("\n")
                .hasMessageContaining(sentence));
  }

  @Test
  void aliases_of_aliases_are_not_expanded_without_end() throws IOException {
    Path file = Files.writeString(folder.resolve("dump.yaml"), aliases(24, 2));

    String sentence = "its aliases repeat more than 400,000 values";
    assertDenied(() -> read(file), "document 1: is not correct YAML: " + sentence);
    assertDenied(() -> YamlFile.read(file), sentence);
    assertDenied(() -> YamlFile.readOne(file), sentence);
    assertDenied(() -> AdmissionConfiguration.read(file), sentence);
  }

  @Test
  void what_is_wrong_with_a_line_end_is_said_in_one_line() throws IOException {
    Path file = Files.writeString(folder.resolve("dump.yaml"), "a: |x\n");

    assertDenied(() -> read(file), "is not correct YAML");
    assertDenied(() -> YamlFile.read(file), "is not correct YAML");
  }

  @Test
  void aliases_count_over_all_documents_of_a_file() throws IOException {
    String document = "---\napiVersion: v1\nkind: List\nitems: []\n" + aliases(13, 2);
    Path file = Files.writeString(folder.resolve("dump.yaml"), document.repeat(60));

    assertDenied(() -> read(file), "its aliases repeat more than 400,000 values");
  }

  @Test
  void many_small_aliases_are_read() throws IOException {
    StringBuilder yaml = new StringBuilder("kind: List\nx: &x {a: b}\nitems:\n");
    for (int i = 0; i < 2000; i++) {
      yaml.append(
          "- {apiVersion: v1, kind: ConfigMap, metadata: {name: c%d, namespace: n, labels: *x}}\n"
              .formatted(i));
    }
    Path file = Files.writeString(folder.resolve("dump.yaml"), yaml);

    assertThat(Manifests.read(file)).hasSize(2000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"&a {items: [*a]}", "&a {kind: x, items: [{b: *a}]}", "kind: x\nitems: &a [*a]"})
  void a_list_that_holds_itself_is_denied(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("dump.yaml"), yaml);

    assertDenied(() -> read(file), "an anchor holds itself");
    assertDenied(() -> YamlFile.read(file), "an anchor holds itself");
  }

  @Test
  void long_names_of_nested_fields_do_not_fill_the_memory() throws IOException {
    StringBuilder yaml = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      yaml.append("{").append("n".repeat(1000)).append(": ");
    }
    yaml.append("[").append("x,".repeat(100_000)).append("]").append("}".repeat(100));
    Path file = Files.writeString(folder.resolve("policy.yaml"), yaml);

    assertDenied(() -> YamlFile.readOne(file), "is nested too deeply for its length");
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "0,", "\"\",", "{},", "x", "\n"})
  void gzip_of_a_thousand_to_one_is_denied(String repeated) throws IOException {
    Path file = gzip(LIST + "{\"metadata\":{\"annotations\":[", repeated, 40 * MIB);

    assertDenied(() -> read(file), "dump.json.gz");
  }

  @Test
  void gzip_that_holds_more_than_it_may_says_what_to_do() throws IOException {
    Path file = gzip("", "kind: List\n", 40 * MIB);

    assertDenied(
        () -> read(file),
        "can't be read: it unpacks to more than 200 times its size; if that is right, unpack it"
            + " first and give what comes out.");
  }

  @Test
  void well_compressed_dumps_are_read() throws IOException {
    Path file = folder.resolve("dump.json.gz");
    int count = 60_000;
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(LIST.getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < count; i++) {
        String pod = POD.formatted(i) + (i < count - 1 ? "," + " ".repeat(300) : "]}");
        out.write(pod.getBytes(StandardCharsets.UTF_8));
      }
    }

    assertThat(Files.size(file)).isLessThan(MIB);
    assertThat(read(file).list(Pod.class)).hasSize(count);
  }

  @Test
  void an_object_of_millions_of_values_is_denied() throws IOException {
    String item = "{\"metadata\":{\"name\":\"p\",\"x\":[" + "0,".repeat(3_000_000) + "0]}}";
    Path file = Files.writeString(folder.resolve("dump.json"), LIST + item + "]}");

    assertDenied(() -> read(file), "an object of more than 2,097,152 values");
  }

  @Test
  void a_configuration_that_names_itself_is_denied() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("admission.yaml"),
            """
            apiVersion: apiserver.config.k8s.io/v1
            kind: AdmissionConfiguration
            plugins:
            - name: ResourceQuota
              path: admission.yaml
            """);

    assertDenied(
        () -> AdmissionConfiguration.read(file),
        "admission.yaml is of kind AdmissionConfiguration, and should be a ResourceQuotaConfiguration.");
  }
}
