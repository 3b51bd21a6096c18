package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.queue.QueuedWorkloads;
import dev.plimsoll.model.whatif.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a real Kueue said of drawn queues, next to the arithmetic of the model. */
class KueueRecordingsTest {
  private static final Path FOLDER = Path.of("src/test/resources/kueue/recorded");

  /** How much a Workload lacks in a flavor, or how much its queue can ever have. */
  private static final Pattern SAID =
      Pattern.compile(
          "insufficient (?:unused )?quota for nvidia\\.com/gpu in flavor (\\w+), "
              + "(?:(\\d+) more needed|[^,]*> maximum capacity \\((?:\\d+ > )?(\\d+)\\))");

  private static final Pattern COMPUTED =
      Pattern.compile(
          "flavor (\\w+): .*, available (\\d+) of at most (\\d+); the Workload requests (\\d+)");

  static Stream<Path> recordings() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(f -> f.toString().contains("drawn")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void explain_computes_what_Kueue_says_of_each_waiting_workload(Path file) {
    Cluster cluster = cluster(file);
    int compared = 0;
    for (Workload workload : cluster.list(Workload.class)) {
      Map<String, String> said = said(workload);
      if (!said.isEmpty()) {
        assertThat(computed(cluster, workload)).as(workload.name()).containsAllEntriesOf(said);
        compared += said.size();
      }
    }

    assertThat(compared).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stopped-hold | Inactive | ClusterQueue s-stopped-hold is stopped: Hold",
        "local-queue-stopped | Inactive | LocalQueue lq is stopped: Hold",
        "flavor-missing | Inactive | flavor ghost does not exist",
        "no-local-queue | Inactive | LocalQueue lq does not exist",
        "no-cluster-queue | Inactive | ClusterQueue nowhere does not exist",
        "namespace-not-selected | Inactive | \"Workload namespace doesn't match ClusterQueue selector\"",
        "resource-not-covered | Inactive | resource cpu unavailable in ClusterQueue",
        "selector-excludes-flavor | Inactive | flavor a100 doesn't match node affinity",
        "check-pending | Inactive | references inactive AdmissionCheck(s): s-check-pending.",
        "strict-fifo-blocked | Inactive | (StrictFIFO): 1 waits before this one, first s-strict-fifo-blocked/job-head",
        "borrowed-by-others | Inactive | available 1 of at most 6; the Workload requests 3, more than is available",
        "preempted | Inactive | Evicted is True (Preempted)",
        "preempted | Inactive | Workload job-train-63394 was preempted by Workload job-urgent-e4c5b of namespace s-preempted",
        "deactivated | Inactive | \"The workload is deactivated\"",
        "cohort-cycle | Inactive | its cohorts form a cycle, in which Kueue admits nothing",
        "fits | Placed | reserved 2, borrowed 0, lends at most 0, available 6 of at most 8",
        "partial-admission | Placed | nominal 3, reserved 3",
        "quota-behind | DeniedByQuota | Admitted is True (Admitted)",
        "too-large-for-a-node | Unschedulable | nominal 16, reserved 8",
      })
  void explain_says_why_a_job_waits(String name, String verdict, String sentence) {
    Explanation explanation = explanation(name);

    assertThat(explanation.verdict()).hasToString(verdict);
    assertThat(explanation.queue()).anyMatch(s -> s.contains(sentence));
    assertThat(explanation.queue().get(0)).startsWith("Workload job-train-");
  }

  @Test
  void a_deactivated_Workload_is_not_resumed() {
    assertThat(explanation("deactivated").summary())
        .startsWith("job/train is suspended, and Kueue does not resume it: Workload job-train-")
        .contains(" is deactivated until its spec.active is true;");
    assertThat(explanation("stopped-hold").summary())
        .contains("Kueue resumes it once its queue lq admits it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stopped-hold | Job | Inactive | QuotaReserved is False (Suspended): \"ClusterQueue s-stopped-hold is inactive\"",
        "local-queue-stopped | Job | Inactive | LocalQueue lq is stopped: Hold",
        "flavor-missing | Job | Inactive | flavor ghost does not exist",
        "no-local-queue | Job | Inactive | LocalQueue lq does not exist",
        "no-cluster-queue | Job | Inactive | ClusterQueue nowhere does not exist",
        "namespace-not-selected | Job | Inactive | QuotaReserved is False (Misconfigured)",
        "resource-not-covered | Job | Inactive | ClusterQueue s-resource-not-covered has no quota for cpu of the Workload",
        "selector-excludes-flavor | Job | Inactive | flavor a100: Kueue doesn't use it, because its labels don't match",
        "flavor-tainted | Job | Inactive | flavor tainted: Kueue doesn't use it, because the pods don't tolerate its taint team=x:NoSchedule",
        "flavor-tolerated | Job | Inactive | flavor tainted: 4 nodes have its labels; 4 nodes take a pod of it",
        "topology-required | Job | Inactive | flavor tas has Topology racks: this answer doesn't compare its domains with the pods; pod set main must get one rack",
        "topology-preferred | Job | Inactive | flavor tas has Topology racks: this answer doesn't compare its domains with the pods",
        "topology-implied | Job | Inactive | \"couldn't assign flavors to pod set main: topology \"racks\" allows to fit only 4 out of 5 pod(s)\"",
        "topology-not-of-flavor | Job | Inactive | flavor tas: Kueue doesn't use it, because the pods ask for a topology, and it has none",
        "transformed | Job | Inactive | flavor a100: example.com/gpu-units nominal 15, reserved 0, borrowed 0, lends at most 0, available 15 of at most 15; the Workload requests 20, more than the queue can ever have",
        "preempted | Job | Inactive | ClusterQueue s-preempted may preempt other Workloads for this one (withinClusterQueue LowerPriority): this answer doesn't say which",
        "strict-fifo-blocked | Job | Inactive | (StrictFIFO): 1 waits before this one",
        "borrowed-by-others | Job | Inactive | available 1 of at most 6; the Workload requests 3, more than is available",
        "preempted | Job | Inactive | Workload job-train-40c4c was preempted by Workload job-urgent-bc5fc of namespace s-preempted",
        "deactivated | Job | Inactive | \"The workload is deactivated\"",
        "cohort-cycle | Job | Inactive | its cohorts form a cycle, in which Kueue admits nothing",
        "fits | Job | Placed | reserved 2, borrowed 0, lends at most 0, available 6 of at most 8",
        "partial-admission | Job | Placed | nominal 3, reserved 3",
        "quota-behind | Job | DeniedByQuota | Admitted is True (Admitted)",
        "too-large-for-a-node | Job | Unschedulable | nominal 16, reserved 8",
        "deployment-waits | Deployment | Gated | 1 more Workload of its pods waits",
        "deployment-waits | Deployment | Gated | nominal 3, reserved 2, borrowed 0, lends at most 0, available 1 of at most 3; the Workload requests 2, more than is available",
        "statefulset-waits | StatefulSet | Gated | available 3 of at most 3; the Workload requests 6, more than the queue can ever have",
        "pod-waits | Pod | Gated | flavor a100: 4 nodes have its labels; 4 nodes take a pod of it",
        "pod-group-waits | Pod | Gated | available 3 of at most 3; the Workload requests 4, more than the queue can ever have",
      })
  void explain_says_why_pods_wait_in_a_later_Kueue(
      String name, String kind, String verdict, String sentence) {
    Cluster cluster = cluster(FOLDER.resolve("2026-08").resolve(name + ".json.gz"));
    String object = name.equals("pod-group-waits") ? "train-0" : "train";
    Explanation explanation =
        explanation(cluster, new ObjectReference(kind, "s-" + name, object, ""));

    assertThat(explanation.verdict()).hasToString(verdict);
    assertThat(explanation.queue()).anyMatch(s -> s.contains(sentence));
    assertThat(explanation.queue()).noneMatch(s -> s.contains("non-empty scheduling gates"));
    assertThat(explanation.queue().get(0)).containsAnyOf("QuotaReserved");
  }

  @ParameterizedTest
  @CsvSource({
    "transformed, ExceedsMaxQuota",
    "deployment-waits, SchedulingGated QueueExhaustedCapacityFree",
    "pod-waits, SchedulingGated ExceedsMaxQuota",
    "fits, "
  })
  void neither_quota_nor_nodes_are_missed_where_Kueue_counts(String name, String kinds) {
    Cluster cluster = cluster(FOLDER.resolve("2026-08").resolve(name + ".json.gz"));

    assertThat(kinds(cluster).stream().map(GapKind::name).collect(Collectors.joining(" ")))
        .isEqualTo(kinds == null ? "" : kinds);
  }

  @Test
  void unread_Workloads_may_wait_before_as_well() {
    Cluster partly =
        cluster(FOLDER.resolve("strict-fifo-blocked.json.gz"))
            .withCoverage(Queued.RESOURCE, Coverage.of(Set.of("s-strict-fifo-blocked")));

    assertThat(explanation(partly, "strict-fifo-blocked").queue())
        .anyMatch(s -> s.contains("(StrictFIFO): at least 1 waits before this one"))
        .anyMatch(s -> s.startsWith("not all of the queue is known, since workloads.kueue"));
  }

  /** Kueue's role for users of a namespace gives its LocalQueues and Workloads, and no more. */
  @Test
  void a_tenant_lacks_objects_of_the_cluster_alone() {
    String namespace = "s-borrowed-by-others";
    Cluster ofTenant = cluster(FOLDER.resolve("borrowed-by-others.json.gz"));
    for (GroupResource resource :
        List.of(ClusterQueue.RESOURCE, Cohort.RESOURCE, ResourceFlavor.RESOURCE)) {
      ofTenant = ofTenant.withCoverage(resource, Coverage.NONE);
    }
    for (GroupResource resource : List.of(LocalQueue.RESOURCE, Queued.RESOURCE)) {
      ofTenant = ofTenant.withCoverage(resource, Coverage.of(Set.of(namespace)));
    }
    for (ClusterQueue queue : ofTenant.list(ClusterQueue.class)) {
      ofTenant = ofTenant.without(queue);
    }
    Simulation simulation =
        Simulation.of(ofTenant, AdmissionChain.standard(), DefaultPlugins.scheduler());

    assertThat(explanation(ofTenant, "borrowed-by-others").queue())
        .contains(
            "not all of the queue is known, since clusterqueues.kueue.x-k8s.io,"
                + " cohorts.kueue.x-k8s.io, resourceflavors.kueue.x-k8s.io were not read");
    assertThat(GapFinder.survey(simulation, namespace).unknowns())
        .filteredOn(u -> u.kinds().contains(GapKind.QueueInactive))
        .flatExtracting(u -> u.unread().rights())
        .containsExactly("list clusterqueues.kueue.x-k8s.io at cluster scope");
  }

  @Test
  void no_remedy_replaces_what_Kueue_has_added_to_the_selector() {
    Explanation explanation = explanation("too-large-for-a-node");

    assertThat(explanation.gaps()).hasSize(1);
    assertThat(explanation.gaps().get(0).remedies())
        .noneMatch(r -> r.action().startsWith("select gpu="));
  }

  @Test
  void what_a_ClusterQueue_limits_needs_no_quota() {
    Cluster cluster = cluster(FOLDER.resolve("fits.json.gz"));
    Cluster without = cluster;
    for (Workload workload : QueuedWorkloads.list(cluster)) {
      without = without.without(workload);
    }

    assertThat(kinds(cluster)).isEmpty();
    assertThat(kinds(without)).contains(GapKind.NoQuota);
  }

  private static List<GapKind> kinds(Cluster cluster) {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return GapFinder.find(simulation).stream().map(f -> f.gap().kind()).toList();
  }

  private static Explanation explanation(String name) {
    return explanation(cluster(FOLDER.resolve(name + ".json.gz")), name);
  }

  private static Explanation explanation(Cluster cluster, String name) {
    return explanation(cluster, new ObjectReference("Job", "s-" + name, "train", ""));
  }

  private static Explanation explanation(Cluster cluster, ObjectReference object) {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return Explainer.ofWorkload(
        simulation, simulation.workloads().workloadOf(object).orElseThrow());
  }

  /** Returns the end of Kueue's sentence on each flavor. */
  private static Map<String, String> said(Workload workload) {
    return workload.conditions().stream()
        .filter(c -> c.type().equals("QuotaReserved") && c.status().equals("False"))
        .flatMap(c -> SAID.matcher(c.message()).results())
        .collect(
            Collectors.toMap(
                m -> m.group(1),
                m -> m.group(2) == null ? "at most " + m.group(3) : m.group(2) + " more needed"));
  }

  /** Returns what Kueue would say by the amounts that explain prints, by flavor. */
  private static Map<String, String> computed(Cluster cluster, Workload workload) {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    ObjectReference job = QueuedWorkloads.owners(workload).findFirst().orElseThrow();
    Explanation explanation =
        Explainer.ofWorkload(simulation, simulation.workloads().workloadOf(job).orElseThrow());
    return explanation.queue().stream()
        .flatMap(s -> COMPUTED.matcher(s).results())
        .collect(Collectors.toMap(m -> m.group(1), m -> sentence(m)));
  }

  private static String sentence(MatchResult amounts) {
    int available = Integer.parseInt(amounts.group(2));
    int most = Integer.parseInt(amounts.group(3));
    int requested = Integer.parseInt(amounts.group(4));
    return requested > most ? "at most " + most : requested - available + " more needed";
  }

  private static Cluster cluster(Path file) {
    return SnapshotResource.all().stream()
        .map(r -> r.resource().resource())
        .reduce(
            SnapshotReader.read(List.of(file), n -> {}),
            (c, r) -> c.withCoverage(r, Coverage.COMPLETE),
            (a, b) -> b);
  }
}
