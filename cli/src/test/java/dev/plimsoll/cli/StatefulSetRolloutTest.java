package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code check} of a StatefulSet whose pods grow from one GPU to two on a node with two. */
class StatefulSetRolloutTest {
  @TempDir Path folder;

  private static String set(String spec, int gpus) {
    return """
    apiVersion: apps/v1
    kind: StatefulSet
    metadata: {name: db, namespace: n, uid: db}
    spec:
      replicas: 2
      %s
      selector: {matchLabels: {app: db}}
      template:
        metadata: {labels: {app: db}}
        spec:
          containers:
          - name: c
            image: example.com/a
            resources: {limits: {nvidia.com/gpu: "%d"}, requests: {nvidia.com/gpu: "%d"}}
    """
        .formatted(spec, gpus, gpus);
  }

  private static String pod(int ordinal) {
    return """
    ---
    apiVersion: v1
    kind: Pod
    metadata:
      name: db-%d
      namespace: n
      labels: {app: db}
      ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: db, controller: true}]
    spec:
      nodeName: a
      containers:
      - name: c
        image: example.com/a
        resources: {limits: {nvidia.com/gpu: "1"}, requests: {nvidia.com/gpu: "1"}}
    status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
    """
        .formatted(ordinal);
  }

  private JsonObject check(String version, String spec) throws IOException {
    Path dump =
        Files.writeString(
            folder.resolve("dump.yaml"),
            """
            apiVersion: v1
            kind: Namespace
            metadata: {name: n}
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: a}
            status: {allocatable: {pods: "10", cpu: "8", nvidia.com/gpu: "2"}}
            ---
            """
                + set(spec, 1)
                + pod(0)
                + pod(1));
    Path manifest = Files.writeString(folder.resolve("set.yaml"), set(spec, 2));
    CliRun run =
        CliRun.of(
            "check",
            manifest.toString(),
            "--complete",
            "--snapshot",
            dump.toString(),
            "--kubernetes-version",
            version,
            "-o",
            "json");
    return JsonParser.parseString(run.out()).getAsJsonObject();
  }

  @ParameterizedTest
  @CsvSource({
    "1.36, podManagementPolicy: OrderedReady, 1, 0",
    "1.36, podManagementPolicy: Parallel, 1, 0",
    "1.37, podManagementPolicy: Parallel, 2, 1",
  })
  void pods_are_replaced_as_many_at_a_time_as_the_version_lets_the_set_say(
      String version, String policy, int pods, int placed) throws IOException {
    JsonObject report =
        check(version, policy + "\n  updateStrategy: {rollingUpdate: {maxUnavailable: 2}}");

    assertThat(report.get("pods").getAsInt()).isEqualTo(pods);
    assertThat(report.get("placed").getAsInt()).isEqualTo(placed);
  }

  @Test
  void pods_below_the_partition_and_on_delete_keep_their_template() throws IOException {
    assertThat(check("1.36", "updateStrategy: {rollingUpdate: {partition: 2}}").get("pods"))
        .hasToString("0");
    assertThat(check("1.36", "updateStrategy: {type: OnDelete}").get("pods")).hasToString("0");
  }

  @Test
  void webhooks_in_files_of_the_api_server_are_named_as_unread_where_they_may_be()
      throws IOException {
    assertThat(check("1.37", "serviceName: db").get("omissions").toString())
        .contains("(staticManifestsDir) are listed by no API");
    assertThat(check("1.36", "serviceName: db").get("omissions").toString())
        .doesNotContain("staticManifestsDir");
  }
}
