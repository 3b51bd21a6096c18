package dev.plimsoll.kube.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The omission of a snapshot, after it was written and read again. */
class SnapshotCoverageTest {
  private static final SnapshotResource QUEUES =
      SnapshotResource.of(ClusterQueue.RESOURCE).orElseThrow();
  private static final SnapshotResource WORKLOADS =
      SnapshotResource.of(WorkloadDetails.Queued.RESOURCE).orElseThrow();

  private static Optional<String> omission(SnapshotResource... forbidden) {
    SnapshotCoverage written =
        new SnapshotCoverage(
            Optional.empty(), Optional.empty(), Map.of(), List.of(forbidden), List.of());
    return SnapshotCoverage.of(JsonTree.of(written.toJson())).omission();
  }

  @Test
  void queues_are_none() {
    assertThat(omission(QUEUES, WORKLOADS)).isEmpty();
  }

  @Test
  void work_that_counts_as_demand_while_it_is_suspended_is_one() {
    assertThat(omission(QUEUES, SnapshotResource.owner(WORKLOADS.resource())))
        .hasValueSatisfying(
            o -> assertThat(o).contains("workloads.kueue").doesNotContain("clusterqueues"));
  }
}
