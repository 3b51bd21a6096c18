package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workloads of Kueue that lack quota while nodes would take their pods. */
class KueueIdleNodesTest {
  private static final Path WAITING = Path.of("src/test/resources/kueue/waiting-for-quota.yaml");

  @TempDir private Path folder;

  private List<Gap> gaps(String from, String to) throws IOException {
    String text =
        Files.readString(WAITING)
            .replace(
                "status:\n  conditions:\n  - {type: QuotaReserved",
                """
                status:
                  resourceRequests: [{name: main, resources: {nvidia.com/gpu: "4"}}]
                  conditions:
                  - {type: QuotaReserved""");
    assertThat(text).contains(from);
    Path file = Files.writeString(folder.resolve("changed.yaml"), text.replace(from, to));
    Cluster cluster =
        SnapshotResource.all().stream()
            .map(r -> r.resource().resource())
            .reduce(
                SnapshotReader.read(List.of(file), n -> {}),
                (c, r) -> c.withCoverage(r, Coverage.COMPLETE),
                (a, b) -> b);
    return GapFinder.find(
            Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()))
        .stream()
        .map(f -> f.gap())
        .filter(g -> g.kind() == GapKind.QueueExhaustedCapacityFree)
        .toList();
  }

  @Test
  void a_Workload_that_only_lacks_quota_is_a_gap() throws IOException {
    assertThat(gaps("kind: Job", "kind: Job"))
        .singleElement()
        .satisfies(
            gap -> {
              assertThat(gap.object().name()).isEqualTo("train");
              assertThat(gap.pods()).isEqualTo(1);
              assertThat(gap.message())
                  .isEqualTo(
                      "Workload job-train requests 4 nvidia.com/gpu, and ClusterQueue gpus has 2 of"
                          + " flavor a100 available; nodes have capacity for 1 of 1 pod");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nvidia.com/gpu: "8"}         | nvidia.com/gpu: "3"}
          labels: {gpu: a100}          | labels: {gpu: h100}
          total: "6"                   | total: "4"
          insufficient unused quota    | waiting for others
          2 more needed                | 2 more needed. Pending the preemption of 1 workload(s)
          {clusterQueue: gpus}         | {clusterQueue: gpus, stopPolicy: Hold}
          namespaceSelector: {}        | stopPolicy: Hold
          """)
  void without_free_nodes_or_with_quota_or_another_cause_it_is_none(String from, String to)
      throws IOException {
    assertThat(gaps(from, to)).isEmpty();
  }
}
