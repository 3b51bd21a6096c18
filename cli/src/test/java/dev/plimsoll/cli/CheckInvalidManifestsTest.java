package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Manifests with wrong or missing fields, and what an API server of 1.36.2 said of them. Recorded
 * with {@code dryRun=All}.
 */
class CheckInvalidManifestsTest {
  private static final String CLUSTER =
      "apiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n---\n" + nodes(2);

  @TempDir private Path folder;

  static Stream<JsonObject> recorded() throws Exception {
    try (var stream =
        Objects.requireNonNull(
            CheckInvalidManifestsTest.class.getResourceAsStream("invalid-manifests.jsonl"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(l -> JsonParser.parseString(l).getAsJsonObject());
    }
  }

  private CliRun checked(String manifest, String cluster) {
    CheckRun run =
        new CheckRun(folder).with("a/manifest.json", manifest).with("cluster.yaml", cluster);
    return CliRun.of(
        "check",
        run.path("a").toString(),
        "--complete",
        "--snapshot",
        run.path("cluster.yaml").toString());
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void a_manifest_is_invalid_in_the_words_of_the_api_server(JsonObject recorded) {
    String message = recorded.get("message").getAsString();

    CliRun run = checked(recorded.get("manifest").toString(), CLUSTER);

    if (message.isEmpty()) {
      assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
    } else {
      assertThat(run.out().lines().map(String::strip)).as(run.err()).contains(message);
      assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
    }
  }

  @Test
  void the_manifest_of_an_object_that_is_there_may_leave_fields_as_they_are() {
    String stored =
        CheckRun.DEPLOYMENT
            .formatted("web", 1, "100m")
            .replace("namespace: fresh", "namespace: default");
    String labelled =
        """
        {"apiVersion": "apps/v1", "kind": "Deployment",
         "metadata": {"name": "web", "namespace": "default", "labels": {"team": "a"}}}
        """;

    CliRun run = checked(labelled, CLUSTER + "---\n" + stored);

    assertThat(run.out()).doesNotContain("invalid");
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void an_account_that_is_missing_denies_a_pod_before_its_fields_are_validated() {
    String pod =
        """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "default"},
         "spec": {"serviceAccountName": "gone", "containers": [{"name": "main"}]}}
        """;
    String account =
        "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: default, namespace: default}\n";

    CliRun run = checked(pod, CLUSTER + "---\n" + account);

    assertThat(run.out()).contains("error looking up service account default/gone");
    assertThat(run.out()).doesNotContain("image: Required value");
  }
}
