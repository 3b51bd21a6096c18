package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is to be changed for a manifest: the manifest itself, or an object of the cluster. */
class ManifestRemediesTest {
  private static final String CLUSTER =
      """
      apiVersion: v1
      kind: List
      items:
        - apiVersion: v1
          kind: Namespace
          metadata: {name: team-a}
        - apiVersion: v1
          kind: ServiceAccount
          metadata: {namespace: team-a, name: default}
        - apiVersion: v1
          kind: Node
          metadata: {name: n}
          status:
            allocatable: {nvidia.com/gpu: "8", cpu: "8", memory: 64Gi, pods: "10"}
            conditions: [{type: Ready, status: "True"}]
        - apiVersion: v1
          kind: ResourceQuota
          metadata: {namespace: team-a, name: gpu}
          spec: {hard: {%1$s: "%2$d"}}
          status: {hard: {%1$s: "%2$d"}, used: {%1$s: "0"}}
      """;
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {namespace: team-a, name: w}
      spec:
        selector: {matchLabels: {app: w}}
        template:
          metadata: {labels: {app: w}}
          spec:
            containers:
              - {name: c, image: i, resources: {limits: {nvidia.com/gpu: "1"}}}
      """;
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {namespace: team-a, %s}
      spec:
        containers:
          - {name: c, image: i, resources: {limits: {nvidia.com/gpu: "1"}}}
      """;

  @TempDir private Path folder;

  @Test
  void a_quota_of_the_cluster_has_a_command() throws IOException {
    assertThat(explain(CLUSTER.formatted("requests.nvidia.com/gpu", 0), POD.formatted("name: x")))
        .contains(
            "kubectl patch resourcequota gpu -n team-a --type=merge -p"
                + " '{\"spec\":{\"hard\":{\"requests.nvidia.com/gpu\":\"1\"}}}'")
        .doesNotContain("in the manifest");
  }

  @Test
  void a_change_of_the_manifest_says_of_which_object() throws IOException {
    assertThat(explain(CLUSTER.formatted("limits.cpu", 4), DEPLOYMENT))
        .contains("JSON patch of deployment/w in the manifest:")
        .contains("/spec/template/spec/containers/0/resources")
        .doesNotContain("kubectl");
  }

  @Test
  void a_change_of_a_pod_in_the_manifest_is_printed() throws IOException {
    assertThat(explain(CLUSTER.formatted("limits.cpu", 4), POD.formatted("name: x")))
        .contains("JSON patch of pod/x in the manifest:")
        .contains("\"path\":\"/spec/containers/0/resources/limits/cpu\"")
        .doesNotContain("kubectl");
  }

  @Test
  void a_pod_without_a_name_of_its_own_is_in_the_manifest() throws IOException {
    assertThat(explain(CLUSTER.formatted("limits.cpu", 4), POD.formatted("generateName: x-")))
        .contains("JSON patch of pod/x-… in the manifest:")
        .doesNotContain("kubectl");
  }

  private String explain(String cluster, String manifest) throws IOException {
    return CliRun.of(
            "explain",
            "-f",
            Files.writeString(folder.resolve("pod.yaml"), manifest).toString(),
            "--complete",
            "--snapshot",
            Files.writeString(folder.resolve("cluster.yaml"), cluster).toString())
        .out();
  }
}
