package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Manifests with a LocalQueue's name, on a cluster of a real Kueue whose queue is full. */
class QueuedManifestTest {
  private static final Path CLUSTER = Path.of("../kube/src/test/resources/kueue/queue-full.json");
  private static final String JOB =
      """
      apiVersion: batch/v1
      kind: Job
      metadata: {name: new, namespace: red, labels: {kueue.x-k8s.io/queue-name: QUEUE}}
      spec:
        parallelism: 2
        completions: 2
        template:
          spec:
            restartPolicy: Never
            containers:
            - name: c
              image: busybox
              resources: {requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 1}}
      """;
  private static final String STARTED =
      "note: Kueue starts the pods of Job new once LocalQueue q admits them; this answer takes the"
          + " pods as started, and compares no quota of Kueue";

  @TempDir private Path folder;

  private CliRun run(String command, String queue) throws IOException {
    Path manifest = folder.resolve("job.yaml");
    Files.writeString(manifest, JOB.replace("QUEUE", queue));
    return CliRun.of(
        command, "-f", manifest.toString(), "--complete", "--snapshot", CLUSTER.toString());
  }

  @ParameterizedTest
  @CsvSource({"fit", "explain", "check"})
  void the_answer_says_that_Kueue_decides_first(String command) throws IOException {
    assertThat(run(command, "q").err()).contains(STARTED);
    assertThat(run(command, "none").err())
        .contains(
            "note: Job new names LocalQueue none, which does not exist in namespace red: Kueue"
                + " starts no pods before the queue exists");
  }

  @Test
  void a_ClusterQueue_limits_the_pods_of_a_manifest() throws IOException {
    assertThat(run("check", "q").out()).doesNotContain("NoQuota");
    assertThat(run("check", "none").out()).contains("NoQuota");
  }
}
