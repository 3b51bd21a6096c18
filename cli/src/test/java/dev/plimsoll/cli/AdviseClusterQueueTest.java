package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviseClusterQueueTest {
  static final String POLICY =
      """
      apiVersion: plimsoll.dev/v1alpha1
      kind: CapacityPolicy
      metadata: {name: even}
      spec:
        tenants: [{name: team, namespaces: [team]}]
        resources: [{name: nvidia.com/gpu}]
        division: {type: Proportional}
      """;

  private static final String CLUSTER =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: team}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: n, labels: {gpu: a100}}
      status:
        allocatable: {cpu: "64", pods: "110", nvidia.com/gpu: "8"}
        conditions: [{type: Ready, status: "True"}]
      ---
      apiVersion: kueue.x-k8s.io/v1beta1
      kind: ResourceFlavor
      metadata: {name: a100}
      spec: {nodeLabels: {gpu: a100}}
      ---
      apiVersion: kueue.x-k8s.io/v1beta1
      kind: ClusterQueue
      metadata: {name: gpus}
      spec:
        cohort: all
        resourceGroups:
        - coveredResources: [nvidia.com/gpu]
          flavors:
          - name: a100
            resources: [{name: nvidia.com/gpu, nominalQuota: 4}]
      ---
      apiVersion: kueue.x-k8s.io/v1beta1
      kind: LocalQueue
      metadata: {namespace: team, name: team}
      spec: {clusterQueue: gpus}
      """;

  @TempDir Path folder;

  private CliRun advise(String... more) throws IOException {
    Path cluster = Files.writeString(folder.resolve("cluster.yaml"), CLUSTER);
    Path policy = Files.writeString(folder.resolve("policy.yaml"), POLICY);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "advise",
                "-o",
                "clusterqueue",
                "--policy",
                policy + "",
                "--snapshot",
                cluster + ""));
    arguments.addAll(List.of(more));
    return CliRun.of(arguments.toArray(String[]::new));
  }

  @Test
  void a_nominal_quota_follows_the_nodes_of_its_flavor() throws IOException {
    CliRun run = advise("--complete", "--exit-code");

    assertThat(run.out())
        .isEqualTo(
            """
            # ClusterQueue gpus (tenant team), flavor a100, nvidia.com/gpu: nominal 4 -> 8; 0 reserved, 0 waiting
            # note: flavor a100: 8 of nvidia.com/gpu is divided; the nominal quotas above come to 8
            kubectl patch clusterqueues.kueue.x-k8s.io gpus --type=json -p '[{"op":"test","path":"/spec/resourceGroups/0/flavors/0/name","value":"a100"},{"op":"test","path":"/spec/resourceGroups/0/flavors/0/resources/0/name","value":"nvidia.com/gpu"},{"op":"replace","path":"/spec/resourceGroups/0/flavors/0/resources/0/nominalQuota","value":"8"}]'
            """);
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
  }

  @Test
  void the_format_is_no_way_to_write_resource_quotas() throws IOException {
    CliRun run = advise("--complete", "--write", folder.resolve("quotas").toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("error: -o clusterqueue only prints");
    assertThat(folder.resolve("quotas")).doesNotExist();
  }

  @Test
  void kinds_that_were_not_read_are_named_and_nothing_is_printed() throws IOException {
    CliRun run = advise();

    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("were not read, so nominal quotas are unknown");
    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }
}
