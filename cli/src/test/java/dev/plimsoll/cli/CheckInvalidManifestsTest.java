package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Manifests with wrong or missing fields, and what an API server of 1.36.2 said of them. Recorded
 * with {@code dryRun=All}.
 */
class CheckInvalidManifestsTest {
  private static final String CLUSTER =
      "apiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n---\n" + nodes(2);

  @TempDir private Path folder;

  static Stream<JsonObject> recorded() throws Exception {
    return Stream.concat(recorded("invalid"), recorded("undecodable"));
  }

  private static Stream<JsonObject> recorded(String kind) throws Exception {
    try (var stream =
        Objects.requireNonNull(
            CheckInvalidManifestsTest.class.getResourceAsStream(kind + "-manifests.jsonl"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(l -> JsonParser.parseString(l).getAsJsonObject());
    }
  }

  private CliRun checked(String manifest, String cluster, String... more) {
    CheckRun run =
        new CheckRun(folder).with("a/manifest.json", manifest).with("cluster.yaml", cluster);
    List<String> words =
        new ArrayList<>(
            List.of(
                "check",
                run.path("a").toString(),
                "--complete",
                "--snapshot",
                run.path("cluster.yaml").toString()));
    words.addAll(List.of(more));
    return CliRun.of(words.toArray(String[]::new));
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

  static Stream<JsonObject> recordedOtherwise() throws Exception {
    return recorded().filter(r -> r.has("before1.34"));
  }

  /**
   * The answers of 1.31.14 and 1.33.12 are equal. Where both store a StatefulSet, the recorded
   * answer is the answer to its first pod. For all other manifests that both serve, they answer as
   * 1.36.2 does.
   */
  @ParameterizedTest
  @MethodSource("recordedOtherwise")
  void a_manifest_is_invalid_in_the_words_of_older_API_servers(JsonObject recorded) {
    for (String version : List.of("1.31", "1.33")) {
      CliRun run =
          checked(recorded.get("manifest").toString(), CLUSTER, "--kubernetes-version", version);

      assertThat(run.out().lines().map(String::strip))
          .as(version + run.err())
          .contains(recorded.get("before1.34").getAsString());
      assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
    }
  }

  /** The API server names all labels, or a path that no manifest has. */
  @Test
  void an_error_is_told_at_the_line_of_the_wrong_value() {
    String template =
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata:
          name: NAME
          namespace: default
          labels: {good: label, app: LABEL}
        spec:
          selector: {matchLabels: {app: a}}
          template:
            metadata:
              labels:
                app: a
                tier: TIER
            spec:
              nodeSelector:
                disk: ssd
                product: PRODUCT
              containers:
              - name: main
                image: a
                volumeMounts:
                - {name: d, mountPath: /a}
                - name: d
                  mountPath: /b
                  subPath: STEPS
          volumeClaimTemplates:
          - metadata: {name: d}
            spec:
              accessModes: [ReadWriteOnce]
              resources:
                requests:
                  storage: SIZE
        ---
        """;
    Map<String, String> right =
        Map.of("LABEL", "a", "TIER", "b", "PRODUCT", "c", "STEPS", "d", "SIZE", "1Gi");
    Map<String, String> wrong =
        new TreeMap<>(
            Map.of("LABEL", "a b", "TIER", "b c", "PRODUCT", "-c", "STEPS", "../d", "SIZE", "0"));
    StringBuilder set = new StringBuilder();
    List<String> lines = new ArrayList<>();
    for (String field : wrong.keySet()) {
      String manifest = template.replace("NAME", field.toLowerCase(Locale.ROOT));
      long before = set.toString().lines().count();
      lines.add("manifest.json:" + (before + line(template, field)) + ":");
      for (String other : right.keySet()) {
        manifest = manifest.replace(other, (other.equals(field) ? wrong : right).get(other));
      }
      set.append(manifest);
    }

    CliRun run = checked(set.toString(), CLUSTER);

    assertThat(lines)
        .as(run.out())
        .allSatisfy(line -> assertThat(run.out()).contains(line))
        .hasSize(wrong.size());
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
  }

  private static long line(String text, String word) {
    return text.lines().takeWhile(line -> !line.contains(word)).count() + 1;
  }

  @Test
  void an_object_that_cannot_be_decoded_is_denied_at_its_field_and_others_are_checked() {
    String set =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: a, namespace: default}
        spec:
          containers:
          - name: main
            image: a
            resource: {limits: {cpu: 1}}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: b, namespace: default}
        spec:
          containers:
          - name: main
            image: a
            env: [{name: PORT, value: 8080}]
            resources: {limits: {cpu: much}}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: c, namespace: default}
        spec: {containers: [{name: main, image: a}]}
        """;

    CliRun run = checked(set, CLUSTER);

    assertThat(run.out())
        .contains(
            "manifest.json:8:5: error: pod/a in namespace default is denied [denied, BadRequest]",
            "a field that is known there is resources",
            "kubectl asks for strict decoding",
            "manifest.json:18:26: error: pod/b in namespace default is denied",
            "3 objects, 1 of 1 pod placed: 2 errors");
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
  }

  @Test
  void an_object_that_is_there_and_cannot_be_decoded_is_denied_in_other_words() {
    String stored =
        CheckRun.DEPLOYMENT
            .formatted("web", 1, "100m")
            .replace("namespace: fresh", "namespace: default");

    CliRun run =
        checked(stored.replace("replicas: 1", "replicas: many"), CLUSTER + "---\n" + stored);

    assertThat(run.out()).contains("of type int32", "the API server's words about a patch differ");
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
  }

  @ParameterizedTest
  @CsvSource({
    "1.31, resources, '{limits: {cpu: 1}}', 1.32",
    "1.33, hostnameOverride, a, 1.34",
    "1.35, schedulingGroup, '{podGroupName: a}', 1.36"
  })
  void an_API_server_does_not_know_the_fields_of_later_versions(
      String version, String field, String value, String since) {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: a, namespace: default}
        spec:
          %s: %s
          containers: [{name: main, image: a}]
        """
            .formatted(field, value);

    CliRun older = checked(pod, CLUSTER, "--kubernetes-version", version);

    assertThat(older.out())
        .contains(
            "manifest.json:5:3: warning: whether pod/a in namespace default is allowed isn't known",
            "strict decoding error: unknown field \"spec." + field + "\"",
            "Kubernetes " + since + " is the first version that has the field");
    assertThat(older.exitCode()).isEqualTo(ExitCode.PARTLY);
    assertThat(checked(pod, CLUSTER, "--kubernetes-version", since).out())
        .doesNotContain("strict decoding error");
  }

  @ParameterizedTest
  @CsvSource({"1.34, spec.volumes.hostPath.path", "1.35, spec.volumes.VolumeSource.hostPath.path"})
  void an_API_server_names_embedded_types_since_1_35(String version, String field) {
    String pod =
        """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "default"},
         "spec": {"volumes": [{"name": "a", "hostPath": {"path": 5}}],
                  "containers": [{"name": "main", "image": "a"}]}}
        """;

    assertThat(checked(pod, CLUSTER, "--kubernetes-version", version).out())
        .contains("into Go struct field HostPathVolumeSource." + field + " of type string");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"containers\": []}", "null"})
  void a_pod_without_containers_is_denied_and_no_bad_input(String spec) {
    String pod =
        "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"a\","
            + " \"namespace\": \"default\"}, \"spec\": "
            + spec
            + "}";

    CliRun run = checked(pod, CLUSTER);

    assertThat(run.out()).contains("Pod \"a\" is invalid: spec.containers: Required value\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
  }

  @Test
  void a_newer_cluster_may_know_an_unknown_field() {
    String pod =
        """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "default"},
         "spec": {"later": 1, "containers": [{"name": "main", "image": "a"}]}}
        """;
    CliRun answer = checked(pod, CLUSTER, "--kubernetes-version", "1.37");

    assertThat(answer.out())
        .contains("[unknown, UnknownField]", "unknown field \"spec.later\"", "1 of 1 pod placed");
    assertThat(answer.exitCode()).isEqualTo(ExitCode.PARTLY);
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

  @ParameterizedTest
  @ValueSource(strings = {"1.33", "1.36"})
  void the_manifest_of_a_stateful_set_that_is_there_may_leave_the_image_as_it_is(String version) {
    String stored =
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: db, namespace: default}
        spec:
          replicas: 1
          selector: {matchLabels: {app: db}}
          template:
            metadata: {labels: {app: db}}
            spec: {containers: [{name: main, image: example.com/db}]}
        """;
    String changed = stored.replace(", image: example.com/db", "").replace("replicas: 1", "");

    CliRun run = checked(changed, CLUSTER + "---\n" + stored, "--kubernetes-version", version);

    assertThat(run.out()).doesNotContain("invalid", "denied");
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
