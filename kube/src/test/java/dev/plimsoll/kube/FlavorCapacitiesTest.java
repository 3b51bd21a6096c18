package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kubernetes.capacity.FlavorCapacities;
import dev.plimsoll.kubernetes.capacity.FlavorCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlavorCapacitiesTest {
  @TempDir private Path folder;

  private static Cluster dump(String name) {
    return SnapshotReader.read(List.of(Path.of("src/test/resources/kueue", name)), n -> {});
  }

  @Test
  void quotas_of_all_queues_stand_beside_the_nodes_of_their_flavor() {
    List<FlavorCapacity> flavors = FlavorCapacities.of(dump("overcommitted.yaml"));

    assertThat(flavors)
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.key().flavor()).isEqualTo("a100");
              assertThat(f.quotas())
                  .containsExactlyInAnyOrder("ClusterQueue gpus", "ClusterQueue other");
              assertThat(f.nominal()).isEqualTo(Quantity.of(16));
              assertThat(f.nodes()).containsExactly("a");
              assertThat(f.total()).isEqualTo(Quantity.of(8));
              assertThat(f.free()).isEqualTo(Quantity.of(8));
            });
  }

  @Test
  void cohorts_count_and_pods_of_others_and_cordoned_nodes_too() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("dump.yaml"),
            """
            apiVersion: v1
            kind: Node
            metadata: {name: a, labels: {gpu: a100}}
            status:
              allocatable: {cpu: "32", pods: "110", nvidia.com/gpu: "8"}
              conditions: [{type: Ready, status: "True"}]
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: b, labels: {gpu: a100}}
            spec: {unschedulable: true}
            status:
              allocatable: {cpu: "32", pods: "110", nvidia.com/gpu: "4"}
              conditions: [{type: Ready, status: "True"}]
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: c, labels: {gpu: h100}}
            status: {allocatable: {cpu: "32", pods: "110", nvidia.com/gpu: "8"}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: other}
            spec:
              nodeName: a
              containers:
              - {name: c, image: x, resources: {requests: {nvidia.com/gpu: "3"}}}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ResourceFlavor
            metadata: {name: a100}
            spec: {nodeLabels: {gpu: a100}}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: Cohort
            metadata: {name: all}
            spec:
              resourceGroups:
              - coveredResources: [nvidia.com/gpu]
                flavors:
                - name: a100
                  resources: [{name: nvidia.com/gpu, nominalQuota: 2}]
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ClusterQueue
            metadata: {name: gpus}
            spec:
              cohortName: all
              resourceGroups:
              - coveredResources: [nvidia.com/gpu, cpu]
                flavors:
                - name: a100
                  resources:
                  - {name: nvidia.com/gpu, nominalQuota: 8}
                  - {name: cpu, nominalQuota: 10}
                - name: gone
                  resources:
                  - {name: nvidia.com/gpu, nominalQuota: 1}
                  - {name: cpu, nominalQuota: 1}
            status:
              flavorsReservation:
              - name: a100
                resources: [{name: nvidia.com/gpu, total: "5"}]
            """);

    List<FlavorCapacity> flavors = FlavorCapacities.of(SnapshotReader.read(List.of(file), n -> {}));

    assertThat(flavors)
        .extracting(f -> f.key().flavor() + " " + f.key().resource())
        .containsExactly("a100 nvidia.com/gpu", "gone nvidia.com/gpu", "a100 cpu", "gone cpu");
    FlavorCapacity gpus = flavors.get(0);
    assertThat(gpus.nominal()).isEqualTo(Quantity.of(10));
    assertThat(gpus.reserved()).isEqualTo(Quantity.of(5));
    assertThat(gpus.quotas()).containsExactly("ClusterQueue gpus", "Cohort all");
    assertThat(gpus.nodes()).containsExactly("a", "b");
    assertThat(gpus.total()).isEqualTo(Quantity.of(12));
    assertThat(gpus.placed()).isEqualTo(Quantity.of(3));
    assertThat(gpus.free()).isEqualTo(Quantity.of(5));
    assertThat(gpus.withheld()).isEqualTo(Quantity.of(4));
    assertThat(gpus.largestBlock()).isEqualTo(Quantity.of(5));
    assertThat(flavors.get(1).isDefined()).isFalse();
    assertThat(flavors.get(1).total().isZero()).isTrue();
  }

  @Test
  void a_cluster_without_queues_has_no_flavors() {
    assertThat(FlavorCapacities.of(Cluster.builder(Instant.EPOCH).build())).isEmpty();
  }
}
