package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new DaemonSet for two nodes, one of them with too little CPU left. A third node is tainted. */
class DaemonSetManifestTest {
  private static final String NODE =
      """
      {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%s"}, "spec": {%s},
       "status": {"allocatable": {"cpu": "8", "memory": "32Gi", "pods": "110"},
         "conditions": [{"type": "Ready", "status": "True"}]}}\
      """;

  @TempDir private Path folder;
  private String cluster = "";
  private String manifest = "";

  @BeforeEach
  void write() throws IOException {
    cluster =
        Files.writeString(
                folder.resolve("cluster.json"),
                """
                {"apiVersion": "v1", "kind": "List", "items": [%s, %s, %s,
                  {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "mon"}},
                  {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "mon", "name": "big"},
                   "spec": {"nodeName": "full", "containers": [
                     {"name": "c", "image": "i", "resources": {"requests": {"cpu": "7"}}}]},
                   "status": {"phase": "Running"}}]}
                """
                    .formatted(
                        NODE.formatted("empty", ""),
                        NODE.formatted("full", ""),
                        NODE.formatted(
                            "tainted",
                            "\"taints\": [{\"key\": \"k\", \"effect\": \"NoSchedule\"}]")))
            .toString();
    manifest =
        Files.writeString(
                folder.resolve("agent.yaml"),
                """
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: agent, namespace: mon}
                spec:
                  selector: {matchLabels: {app: agent}}
                  template:
                    metadata: {labels: {app: agent}}
                    spec:
                      containers:
                        - {name: c, image: i, resources: {requests: {cpu: 2}}}
                """)
            .toString();
  }

  @Test
  void explain_tries_a_pod_for_each_node_that_the_template_allows() {
    CliRun run = CliRun.of("explain", "-f", manifest, "--complete", "--snapshot", cluster);

    assertThat(run.out())
        .startsWith("daemonset/agent has 2 pods: 1 that would be pending, 1 that would be placed")
        .contains("full: Insufficient cpu");
  }

  @Test
  void fit_says_that_its_pods_are_no_copies() {
    CliRun run = CliRun.of("fit", "-f", manifest, "--complete", "--snapshot", cluster);

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("has a DaemonSet, whose pods are one for each node");
  }
}
