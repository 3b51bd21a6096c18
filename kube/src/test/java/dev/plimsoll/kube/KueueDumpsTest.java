package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten dumps with Kueue, each with the verdict and reason that Kueue's code leads to. */
class KueueDumpsTest {
  private static final String FLAVOR =
      "    - {name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}\n";
  private static final String POD_SET =
      "  - {name: extra, count: 1, template: {spec: {containers: [{name: c, resources: {requests:"
          + " {nvidia.com/gpu: 2}, limits: {nvidia.com/gpu: 2}}}]}}}\n";
  private static final String SPLIT =
      "; the Workload requests 6 in several pod sets, and each may get another flavor";

  @TempDir private Path folder;

  private static Cluster cluster(String dump) {
    return cluster(Path.of("src/test/resources/kueue", dump + ".yaml"));
  }

  private static Cluster cluster(Path file) {
    Cluster read = SnapshotReader.read(List.of(file), n -> {});
    return SnapshotResource.all().stream()
        .map(r -> r.resource().resource())
        .reduce(
            read.at(Instant.parse("2026-11-21T06:00:00Z")),
            (c, r) -> c.withCoverage(r, Coverage.COMPLETE),
            (a, b) -> b);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "waiting-for-quota | Inactive | reserved 6, borrowed 0, lends at most 0, available 2 of at most 8; the Workload requests 4, more than is available",
        "waiting-for-quota-v1beta1 | Inactive | available 2 of at most 8; the Workload requests 4, more than is available",
        "never-enough | Inactive | available 2 of at most 2; the Workload requests 4, more than the queue can ever have",
        "borrowing | Inactive | nominal 4, reserved 4, borrowed 0, lends at most 4, available 4 of at most 8; the Workload requests 4, which is available",
        "stopped | Inactive | ClusterQueue gpus is stopped: Hold",
        "flavor-missing | Inactive | flavor a100 does not exist",
        "flavor-without-nodes | Inactive | flavor a100: no node has its labels",
        "overcommitted | Inactive | flavor a100: 1 node has its labels; 1 node takes a pod of it",
        "stale-usage | Inactive | Workload job-train: Admitted is True (Admitted): \"The workload is admitted\"",
        "admitted-and-unschedulable | Unschedulable | nominal 4, reserved 4",
      })
  void explain_says_what_the_queue_says_and_has(String dump, String verdict, String sentence) {
    Explanation explanation = explain(cluster(dump));

    assertThat(explanation.verdict()).hasToString(verdict);
    assertThat(explanation.queue()).anyMatch(s -> s.contains(sentence));
    assertThat(explanation.queue().get(0)).startsWith("Workload job-train: QuotaReserved is ");
    assertThat(explanation.summary()).contains("; Kueue: " + explanation.queue().get(0));
  }

  @Test
  void pod_sets_may_get_different_flavors() throws IOException {
    String dump = Files.readString(Path.of("src/test/resources/kueue/waiting-for-quota.yaml"));
    String more =
        dump.replace("    - name: a100\n", FLAVOR + "    - name: a100\n")
            .replace("  podSets:\n  - name: main", "  podSets:\n" + POD_SET + "  - name: main");
    assertThat(more).contains(FLAVOR, POD_SET);

    assertThat(explain(cluster(Files.writeString(folder.resolve("two.yaml"), more))).queue())
        .anyMatch(s -> s.contains("flavor h100: nvidia.com/gpu nominal 4") && s.endsWith(SPLIT))
        .anyMatch(s -> s.contains("flavor a100: nvidia.com/gpu nominal 8") && s.endsWith(SPLIT));
  }

  @ParameterizedTest
  @CsvSource({"2026-11-21T06:00:20Z, true", "2026-11-21T05:59:20Z, false"})
  void explain_says_when_Kueue_queues_an_evicted_Workload_again(String at, boolean isTold)
      throws IOException {
    String dump =
        Files.readString(Path.of("src/test/resources/kueue/waiting-for-quota-v1beta1.yaml"))
            + "  requeueState: {count: 1, requeueAt: \"%s\"}\n".formatted(at);

    assertThat(
            explain(cluster(Files.writeString(folder.resolve("evicted.yaml"), dump)))
                .queue()
                .contains("Kueue queues Workload job-train again at " + at))
        .isEqualTo(isTold);
  }

  @ParameterizedTest
  @CsvSource({
    "waiting-for-quota, ",
    "stopped, QueueInactive ClusterQueue/gpus",
    "flavor-missing, QueueInactive ClusterQueue/gpus",
    "flavor-without-nodes, QuotaUnreachable ClusterQueue/gpus",
    "overcommitted, QuotasOvercommitted ResourceFlavor/a100",
    "stale-usage, StaleUsage Workload/job-train",
    "admitted-and-unschedulable, PendingHoldsQuota Job/train"
  })
  void gaps_of_queues_are_found(String dump, String expected) {
    var found =
        GapFinder.find(simulation(cluster(dump))).stream()
            .map(f -> f.gap())
            .filter(g -> g.kind() != GapKind.CapacityExhausted)
            .map(g -> g.kind() + " " + g.object().kind() + "/" + g.object().name())
            .toList();

    if (expected == null) {
      assertThat(found).noneMatch(g -> g.contains("Queue") || g.contains("Workload"));
    } else {
      assertThat(found).contains(expected);
    }
  }

  /** Objects of a real Kueue 0.13: the quota of flavor a100 is full, and flavor h100 is idle. */
  @Test
  void nodes_that_a_flavor_s_pods_tolerate_are_not_withheld() {
    Cluster cluster = cluster(Path.of("src/test/resources/kueue/queue-full.json"));
    ResourceFlavor flavor = cluster.find(ResourceFlavor.class, "", "h100").orElseThrow();

    assertThat(GapFinder.find(simulation(cluster)))
        .extracting(f -> f.gap().kind())
        .doesNotContain(GapKind.CapacityWithheld);
    assertThat(GapFinder.find(simulation(cluster.without(flavor))))
        .extracting(f -> f.gap().kind())
        .contains(GapKind.CapacityWithheld);
  }

  @Test
  void a_queue_that_is_stopped_costs_the_pods_that_wait_there() {
    assertThat(GapFinder.find(simulation(cluster("stopped"))).stream().map(f -> f.gap()))
        .filteredOn(g -> g.kind() == GapKind.QueueInactive)
        .singleElement()
        .satisfies(g -> assertThat(g.pods()).isEqualTo(1))
        .satisfies(g -> assertThat(g.cost().resources()).isNotEmpty())
        .satisfies(
            g ->
                assertThat(g.cost().since().orElseThrow().time())
                    .isEqualTo(Instant.parse("2026-11-21T05:00:00Z")));
  }

  @ParameterizedTest
  @CsvSource({"nvidia.com/gpu, false", "nvidia.com/other, true"})
  void a_LocalQueue_gives_capacity_to_a_namespace_without_quota(String resource, boolean isGap)
      throws IOException {
    String quota =
        """
        ---
        apiVersion: v1
        kind: ResourceQuota
        metadata: {namespace: other, name: gpus}
        spec: {hard: {requests.nvidia.com/gpu: 2}}
        """;
    String dump =
        Files.readString(Path.of("src/test/resources/kueue/waiting-for-quota.yaml"))
            .replace(
                "- {name: nvidia.com/gpu, nominalQuota", "- {name: " + resource + ", nominalQuota");
    Cluster cluster = cluster(Files.writeString(folder.resolve("unassigned.yaml"), dump + quota));

    assertThat(
            GapFinder.find(simulation(cluster)).stream()
                .anyMatch(f -> f.gap().kind() == GapKind.CapacityUnassigned))
        .isEqualTo(isGap);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kueue.x-k8s.io/queue-name: team", "unlabelled: team"})
  void queues_that_may_not_be_listed_are_named_for_a_suspended_job(String label)
      throws IOException {
    String text =
        Stream.of(
                Files.readString(Path.of("src/test/resources/kueue/waiting-for-quota.yaml"))
                    .split("---\n"))
            .filter(d -> !d.contains("kind: Workload"))
            .collect(Collectors.joining("---\n"))
            .replace("kueue.x-k8s.io/queue-name: team", label);
    Cluster cluster = cluster(Files.writeString(folder.resolve("dump.yaml"), text));
    for (SnapshotResource resource : SnapshotResource.LISTS) {
      if (resource.resource().type().group().equals("kueue.x-k8s.io")) {
        cluster = cluster.withCoverage(resource.resource().resource(), Coverage.NONE);
      }
    }

    assertThat(explain(cluster).queue())
        .anyMatch(s -> s.startsWith("not all of the queue is known, since "));
  }

  private static Simulation simulation(Cluster cluster) {
    return Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static Explanation explain(Cluster cluster) {
    Simulation simulation = simulation(cluster);
    return Explainer.ofWorkload(
        simulation,
        simulation
            .workloads()
            .workloadOf(new ObjectReference("Job", "team", "train", ""))
            .orElseThrow());
  }
}
