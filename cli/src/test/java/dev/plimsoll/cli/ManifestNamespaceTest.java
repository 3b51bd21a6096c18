package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The namespace of a manifest counts, as kubectl has it; only -n may contradict it. */
class ManifestNamespaceTest {
  @TempDir Path folder;
  private SharedExampleServer cluster;

  @BeforeEach
  void start() throws IOException {
    cluster = new SharedExampleServer(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private String manifest(String namespace) throws IOException {
    String text = Files.readString(CliRun.ROOT.resolve("examples/pod.yaml"));
    String own = namespace.isEmpty() ? "" : "namespace: " + namespace;
    return Files.writeString(folder.resolve("pod.yaml"), text.replaceFirst("namespace: nlp", own))
        .toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "explain"})
  void a_manifest_is_tried_in_the_namespace_that_it_names(String command) throws IOException {
    CliRun run = cluster.asAdmin(command, "-f", manifest("nlp"));

    assertThat(run.exitCode()).as(run.err()).isLessThan(2);
    assertThat(run.out()).contains("nlp").doesNotContain("vision");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "explain"})
  void a_manifest_without_a_namespace_is_tried_in_that_of_the_context(String command)
      throws IOException {
    assertThat(cluster.asAdmin(command, "-f", manifest("")).out())
        .contains("vision")
        .doesNotContain("default");
    assertThat(cluster.asAdmin(command, "-n", "nlp", "-f", manifest("")).out())
        .contains("nlp")
        .doesNotContain("vision");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "explain"})
  void a_manifest_that_contradicts_the_given_namespace_is_an_error(String command)
      throws IOException {
    CliRun run = cluster.asAdmin(command, "-n", "vision", "-f", manifest("nlp"));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("is in namespace nlp, but --namespace is vision")
        .contains("leave -n out, or pass -n nlp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "explain"})
  void a_tenant_reads_the_namespace_of_her_manifest_whatever_her_context_has(String command)
      throws IOException {
    String manifest = manifest(SharedExampleServer.TENANT);
    CliRun own = cluster.asTenant(command, "-f", manifest);
    CliRun elsewhere = cluster.asTenantIn("default", command, "-f", manifest);

    assertThat(elsewhere.exitCode()).as(elsewhere.err()).isLessThan(2);
    assertThat(elsewhere.out()).isEqualTo(own.out());
  }

  @Test
  void standard_input_is_read_once_for_both_sides_of_a_comparison() throws IOException {
    InputStream before = System.in;
    byte[] text = Files.readString(Path.of(manifest("nlp"))).getBytes(StandardCharsets.UTF_8);
    System.setIn(new ByteArrayInputStream(text));
    try {
      CliRun run = cluster.asAdmin("whatif", "--cordon", "a100-0", "fit", "-f", "-");
      assertThat(run.exitCode()).as(run.err()).isLessThan(2);
    } finally {
      System.setIn(before);
    }
  }
}
