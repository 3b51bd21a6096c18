package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.StrictDecoding;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that read a manifest say which field they leave out. */
class UndecodedManifestTest {
  private static final String NOTE =
      "An API server of Kubernetes 1.36 says of pod/train: Pod in version \"v1\" cannot be handled as"
          + " a Pod: strict decoding error: unknown field \"spec.containers[0].resource\". This"
          + " answer leaves the field out.";

  @TempDir private Path folder;

  private CliRun run(String command) throws IOException {
    Path manifest =
        Files.writeString(
            folder.resolve("pod.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: train, namespace: vision}
            spec:
              containers:
              - name: main
                image: train
                resource: {limits: {nvidia.com/gpu: 8}}
            """);
    List<String> words = new ArrayList<>();
    for (String word : command.split(" ")) {
      words.add(word.equals("FILE") ? manifest.toString() : word);
    }
    words.addAll(List.of("--snapshot", CliRun.EXAMPLE.toString()));
    return CliRun.of(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"explain -f FILE", "fit -f FILE", "when -f FILE", "whatif --apply FILE gaps"})
  void a_note_names_the_field(String command) throws IOException {
    assertThat(run(command).err()).containsOnlyOnce("note: " + NOTE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"explain -f FILE -o json", "fit -f FILE -o json"})
  void the_report_has_the_note_among_its_omissions(String command) throws IOException {
    assertThat(
            JsonParser.parseString(run(command).out())
                .getAsJsonObject()
                .getAsJsonArray("omissions")
                .asList())
        .extracting(o -> o.getAsString())
        .contains(NOTE);
  }

  @Test
  void the_note_names_the_version_that_the_user_gives() throws IOException {
    assertThat(run("fit -f FILE --kubernetes-version 1.33").err())
        .containsOnlyOnce("note: " + NOTE.replace("1.36", "1.33"));
  }

  @Test
  void a_manifest_without_errors_has_no_note() throws IOException {
    Path pod = CliRun.ROOT.resolve("examples/pod.yaml");

    assertThat(
            CliRun.of("fit", "-f", pod.toString(), "--snapshot", CliRun.EXAMPLE.toString()).err())
        .doesNotContain("API server");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "manifests",
        "examples/ci/manifests",
        "examples/kind",
        "examples/kubernetes-quotas"
      })
  void all_files_that_are_shipped_can_be_decoded(String shipped) throws IOException {
    try (Stream<Path> files = Files.walk(CliRun.ROOT.resolve(shipped))) {
      List<Path> manifests =
          files
              .filter(f -> f.toString().endsWith(".yaml") && !f.toString().contains("templates"))
              .toList();

      assertThat(manifests).isNotEmpty();
      assertThat(manifests)
          .flatMap(ManifestFiles::read)
          .filteredOn(o -> o.has("kind") && o.has("apiVersion") && !o.has("$patch"))
          .flatExtracting(
              o ->
                  StrictDecoding.of(JsonPaths.text(o, "apiVersion"), JsonPaths.text(o, "kind"), o)
                      .error(KubernetesVersion.V1_31)
                      .stream()
                      .toList())
          .isEmpty();
    }
  }
}
