package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods that failed, and in whose place others run. */
class FailedPodsTest {
  private static final String SET =
      """
      apiVersion: apps/v1
      kind: ReplicaSet
      metadata: {name: infer, namespace: team, uid: set}
      spec:
        replicas: 1
        selector: {matchLabels: {app: infer}}
        template: {metadata: {labels: {app: infer}}, spec: {containers: [{name: main}]}}
      """;
  private static final String POD =
      """
      ---
      apiVersion: v1
      kind: Pod
      metadata:
        name: infer-%1$s
        namespace: team
        labels: {app: infer}
        ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: infer, uid: set, controller: true}]
      spec: {nodeName: a, containers: [{name: main}]}
      status: {%2$s}
      """;
  private static final String REJECTED =
      "phase: Failed, reason: UnexpectedAdmissionError, message: Allocate failed";

  @TempDir private Path folder;

  @Test
  void explain_says_why_they_failed() throws IOException {
    Path dump =
        Files.writeString(
            folder.resolve("dump.yaml"),
            SET
                + POD.formatted("x", "phase: Pending")
                + POD.formatted("y", REJECTED)
                + POD.formatted("z", REJECTED));

    assertThat(
            CliRun.of(
                    "explain",
                    "replicaset/infer",
                    "-n",
                    "team",
                    "--complete",
                    "--snapshot",
                    dump.toString())
                .out())
        .contains("\nPod infer-y, and 1 more\n  UnexpectedAdmissionError: \"Allocate failed\"\n");
  }
}
