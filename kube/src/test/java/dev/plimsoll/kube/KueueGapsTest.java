package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.UnknownGaps;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.queue.QueuedWorkloads;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads that Kueue can never admit, by its own recorded verdicts and by drawn-up queues. */
class KueueGapsTest {
  private static final Path FOLDER = Path.of("src/test/resources/kueue/recorded");
  private static final Set<GapKind> KINDS =
      Set.of(GapKind.QueueMisconfigured, GapKind.NoMatchingFlavor, GapKind.ExceedsMaxQuota);

  @TempDir private Path folder;

  static Stream<Path> recordings() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(f -> f.toString().endsWith(".gz") && !f.toString().contains("pod-sets"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void a_gap_is_found_just_where_Kueue_says_that_it_can_never_admit(Path file) {
    Cluster cluster = cluster(file);
    Set<String> never =
        QueuedWorkloads.list(cluster).stream()
            .filter(w -> KueueWords.isNever(w) && !isPartlyAdmissible(file))
            .map(
                w ->
                    w.namespace()
                        + "/"
                        + QueuedWorkloads.owners(w).findFirst().orElseThrow().name())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> found =
        gaps(cluster).stream()
            .filter(g -> g.kind() != GapKind.QueueMisconfigured)
            .map(g -> g.namespace() + "/" + g.object().name())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(found).isEqualTo(never);
  }

  /** Kueue's words are about all pods there, and it admits fewer later. */
  private static boolean isPartlyAdmissible(Path file) {
    return file.endsWith("partial-admission-waits.json.gz");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void a_gap_is_found_just_where_Kueue_admits_nothing_once_all_else_has_ended(int seed)
      throws IOException {
    Map<String, String> verdicts =
        Files.readAllLines(FOLDER.resolve("2026-08/pod-sets-" + seed + ".csv")).stream()
            .filter(l -> !l.startsWith("#"))
            .map(l -> l.split(","))
            .collect(Collectors.toMap(l -> l[0], l -> l[1]));
    Set<String> found =
        gaps(cluster(FOLDER.resolve("2026-08/pod-sets-" + seed + ".json.gz"))).stream()
            .filter(g -> g.object().name().equals("target"))
            .map(Gap::namespace)
            .collect(Collectors.toSet());

    assertThat(verdicts).hasSize(50);
    assertThat(verdicts)
        .allSatisfy(
            (namespace, verdict) ->
                assertThat(found.contains(namespace)).isEqualTo(verdict.equals("never")));
  }

  @Test
  void explain_compares_the_pods_that_suffice() {
    Cluster cluster = cluster(FOLDER.resolve("2026-08/partial-admission-waits.json.gz"));
    Simulation simulation = simulation(cluster);
    ObjectReference job = new ObjectReference("Job", "c-partial", "train", "");

    assertThat(
            Explainer.ofWorkload(simulation, simulation.workloads().workloadOf(job).orElseThrow())
                .queue())
        .anyMatch(
            s ->
                s.endsWith(
                    "available 1 of at most 4; the Workload requests 5 with all pods and 2 with"
                        + " minCount pods, more than is available"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no-local-queue | QueueMisconfigured LocalQueue/lq: LocalQueue lq does not exist, and 1 Workload waits there",
        "no-cluster-queue | QueueMisconfigured LocalQueue/lq: LocalQueue lq names ClusterQueue nowhere, which does not exist, and 1 Workload waits there",
        "namespace-not-selected | QueueMisconfigured LocalQueue/lq: LocalQueue lq names ClusterQueue s-namespace-not-selected, which does not select the namespace, and 1 Workload waits there",
        "flavor-tainted | NoMatchingFlavor Job/train: ClusterQueue s-flavor-tainted has no flavor of nvidia.com/gpu for Workload job-train-8cde3: flavor tainted: the pods don't tolerate its taint team=x:NoSchedule",
        "selector-excludes-flavor | NoMatchingFlavor Job/train: ClusterQueue s-selector-excludes-flavor has no flavor of nvidia.com/gpu for Workload job-train-c778d: flavor a100: its labels don't match the pods' node selector or affinity",
        "topology-not-of-flavor | NoMatchingFlavor Job/train: ClusterQueue s-topology-not-of-flavor has no flavor of nvidia.com/gpu for Workload job-train-69c58: flavor tas: the pods ask for a topology, and it has none",
        "transformed | ExceedsMaxQuota Job/train: Workload job-train-5e696 requests 20 example.com/gpu-units, more than ClusterQueue s-transformed could ever reserve: flavor a100: at most 15 example.com/gpu-units",
        "never-in-cohort | ExceedsMaxQuota Job/train: Workload job-train-ffb0a requests 10 nvidia.com/gpu, more than ClusterQueue c-everything could ever reserve: flavor a100: at most 8 nvidia.com/gpu",
        "never-by-lending-limit | ExceedsMaxQuota Job/train: Workload job-train-41e05 requests 8 nvidia.com/gpu, more than ClusterQueue c-lending could ever reserve: flavor a100: at most 6 nvidia.com/gpu",
        "never-partial | ExceedsMaxQuota Job/train: Workload job-train-86445 requests at least 4 nvidia.com/gpu, more than ClusterQueue c-partial-no could ever reserve: flavor a100: at most 3 nvidia.com/gpu",
        "never-in-second-flavor | ExceedsMaxQuota Job/train: Workload job-train-46c24 requests 3 nvidia.com/gpu, more than ClusterQueue c-taint could ever reserve: flavor tainted: the pods don't tolerate its taint team=x:NoSchedule; flavor a100: at most 2 nvidia.com/gpu",
        "never-strict-fifo | ExceedsMaxQuota Job/train: Workload job-train-134d6 requests 6 nvidia.com/gpu, more than ClusterQueue c-strict could ever reserve: flavor a100: at most 4 nvidia.com/gpu; later Workloads wait for it, because the queue keeps the order (StrictFIFO)",
        "statefulset-waits | ExceedsMaxQuota StatefulSet/train: Workload statefulset-train-bd7da requests 6 nvidia.com/gpu, more than ClusterQueue s-statefulset-waits could ever reserve: flavor a100: at most 3 nvidia.com/gpu",
      })
  void a_gap_says_what_the_queue_lacks(String name, String text) {
    assertThat(gaps(cluster(FOLDER.resolve("2026-08").resolve(name + ".json.gz"))))
        .extracting(
            g -> g.kind() + " " + g.object().kind() + "/" + g.object().name() + ": " + g.message())
        .containsExactly(text);
  }

  @Test
  void a_resource_without_quota_counts_only_in_Kueue_s_words() {
    assertThat(messages(cluster(FOLDER.resolve("resource-not-covered.json.gz"))))
        .singleElement()
        .asString()
        .endsWith("requests cpu, for which ClusterQueue s-resource-not-covered has no quota");
    assertThat(messages(cluster(FOLDER.resolve("2026-08/resource-not-covered.json.gz")))).isEmpty();
  }

  @Test
  void cohorts_in_a_cycle_are_an_inactive_queue() {
    Cluster cluster = cluster(FOLDER.resolve("2026-08/cohort-cycle.json.gz"));

    assertThat(GapFinder.find(simulation(cluster)))
        .extracting(f -> f.gap().kind() + ": " + f.gap().message())
        .contains(
            "QueueInactive: ClusterQueue s-cohort-cycle is in a cohort whose parents form a cycle,"
                + " and 1 Workload waits there");
  }

  @Test
  void explain_has_the_gap_of_a_job() {
    Cluster cluster = cluster(FOLDER.resolve("2026-08/flavor-tainted.json.gz"));
    Simulation simulation = simulation(cluster);
    ObjectReference job = new ObjectReference("Job", "s-flavor-tainted", "train", "");

    assertThat(
            Explainer.ofWorkload(simulation, simulation.workloads().workloadOf(job).orElseThrow())
                .gaps())
        .extracting(Gap::kind)
        .containsExactly(GapKind.NoMatchingFlavor);
  }

  /** Kueue's role for users of a namespace gives its LocalQueues and Workloads, and no more. */
  @Test
  void a_tenant_learns_which_objects_of_the_cluster_are_lacking() {
    String namespace = "s-transformed";
    Cluster ofTenant = asTenant(cluster(FOLDER.resolve("2026-08/transformed.json.gz")), namespace);

    assertThat(messages(ofTenant)).isEmpty();
    assertThat(GapFinder.survey(simulation(ofTenant), namespace).unknowns())
        .filteredOn(u -> u.kinds().contains(GapKind.ExceedsMaxQuota))
        .flatExtracting(u -> u.unread().rights())
        .containsExactly(
            "list clusterqueues.kueue.x-k8s.io at cluster scope",
            "list cohorts.kueue.x-k8s.io at cluster scope",
            "list resourceflavors.kueue.x-k8s.io at cluster scope");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no-cluster-queue | QueueMisconfigured: LocalQueue lq has no ClusterQueue nowhere, as Kueue says (ClusterQueueDoesNotExist), and 1 Workload waits there",
        "stopped-hold | QueueInactive: LocalQueue lq is not active, as Kueue says (ClusterQueueIsInactive: \"Can't submit new workloads to clusterQueue\"), and 1 Workload waits there",
      })
  void a_tenant_reads_the_state_of_the_own_LocalQueue(String name, String text) {
    String namespace = "s-" + name;
    Cluster ofTenant =
        asTenant(cluster(FOLDER.resolve("2026-08").resolve(name + ".json.gz")), namespace);

    assertThat(GapFinder.find(simulation(ofTenant), namespace))
        .extracting(f -> f.gap().kind() + ": " + f.gap().message())
        .contains(text);
  }

  @Test
  void unread_Workloads_are_named_where_a_job_has_a_queue() {
    String namespace = "s-transformed";
    Cluster cluster = cluster(FOLDER.resolve("2026-08/transformed.json.gz"));
    for (var workload : QueuedWorkloads.list(cluster)) {
      cluster = cluster.without(workload);
    }
    Cluster without = cluster.withCoverage(Queued.RESOURCE, Coverage.NONE);

    assertThat(GapFinder.survey(simulation(without), namespace).unknowns())
        .extracting(UnknownGaps::kinds)
        .anyMatch(k -> k.contains(GapKind.ExceedsMaxQuota))
        .anyMatch(k -> k.contains(GapKind.QueueMisconfigured))
        .anyMatch(k -> k.contains(GapKind.QueueInactive));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        // pod sets, amounts, queues | gap
        "a=4 | a100=8 | none",
        "a=9 | a100=8 | requests 9 nvidia.com/gpu, more than ClusterQueue gpus could ever reserve: flavor a100: at most 8 nvidia.com/gpu",
        "a=9 | a100=8 h100=9 | none",
        "a=4 b=4 | a100=4 h100=4 | none",
        "a=4 b=8 | a100=8 h100=4 | none",
        "a=4 b=5 | a100=4 h100=4 | pod set b of Workload job-train requests 5 nvidia.com/gpu, more than",
        "a=4 b=4 c=4 | a100=4 h100=4 | the pod sets of Workload job-train together request 12 nvidia.com/gpu, more than ClusterQueue gpus could ever reserve: flavor a100: at most 4 nvidia.com/gpu; flavor h100: at most 4",
        "a=9/3-1 | a100=8 | none",
        "a=9/3-1 | a100=2 | Workload job-train requests at least 3 nvidia.com/gpu, more than",
        "a=9 | a100=4,lent=6 | none",
        "a=9 | a100=4,limit=5,lent=9 | none",
        "a=9 | a100=4,limit=4,lent=9 | at most 8 nvidia.com/gpu",
        "a=9 | a100=4,lent=6,lending=4 | at most 8 nvidia.com/gpu",
        "a=9 | a100=4,lent=6,lending=5 | none",
      })
  void the_most_that_a_queue_could_reserve_decides(String podSets, String quotas, String words)
      throws IOException {
    Cluster cluster = cluster(DrawnQueue.write(folder, podSets, quotas));

    if (words == null) {
      assertThat(messages(cluster)).isEmpty();
    } else {
      assertThat(messages(cluster)).singleElement().asString().contains(words);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "a=9/3 | a100=8 | 16 | run 2 pods instead of 3, if the workload can; raise nominalQuota of nvidia.com/gpu from 8 to 9 in flavor a100 of ClusterQueue gpus",
        "a=9/3 | a100=8 | 8 | run 2 pods instead of 3, if the workload can",
        "a=9/1 | a100=8 | 8 | request 8 nvidia.com/gpu a pod instead of 9, if the workload can run with it",
        "a=9/1 | a100=4 | 8 | none",
        "a=9/1 | a100=4 h100=3 | 16 | raise nominalQuota of nvidia.com/gpu from 4 to 9 in flavor a100 of ClusterQueue gpus",
        "a=8/1 | a100=2,limit=4,lent=9 | 16 | request 6 nvidia.com/gpu a pod instead of 8, if the workload can run with it; raise borrowingLimit of nvidia.com/gpu from 4 to 6 in flavor a100 of ClusterQueue gpus; raise nominalQuota of nvidia.com/gpu from 2 to 4 in flavor a100 of ClusterQueue gpus",
        "a=4/1 b=4/1 c=4/1 | a100=4 h100=4 | 16 | raise nominalQuota of nvidia.com/gpu from 4 to 12 in flavor a100 of ClusterQueue gpus",
      })
  void remedies_suffice_by_the_model(String podSets, String quotas, int devices, String actions)
      throws IOException {
    Cluster cluster = cluster(DrawnQueue.write(folder, podSets, quotas, devices, ""));
    List<Remedy> remedies = gaps(cluster).get(0).remedies();

    assertThat(remedies.stream().map(Remedy::action).collect(Collectors.joining("; ")))
        .isEqualTo(actions == null ? "" : actions);
    for (Remedy remedy : remedies) {
      Cluster changed = cluster;
      for (Change change : remedy.changes()) {
        changed = change.applyTo(changed);
      }
      if (!remedy.changes().isEmpty()) {
        assertThat(gaps(changed)).isEmpty();
        assertThat(remedy.commands()).hasSize(1);
      }
    }
  }

  @Test
  void a_command_names_the_version_that_the_cluster_serves() throws IOException {
    Path dump = DrawnQueue.write(folder, "a=9/1", "a100=4 h100=3", 16, "");
    Files.writeString(dump, Files.readString(dump).replace("v1beta2", "v1beta1"));

    assertThat(gaps(cluster(dump)).get(0).remedies().get(0).commands().get(0).lines(List.of()))
        .first()
        .asString()
        .contains("patch ClusterQueue.v1beta1.kueue.x-k8s.io gpus ");
  }

  @Test
  void another_queue_of_the_namespace_is_proposed_if_it_takes_the_workload() throws IOException {
    String other =
        """
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: large, namespace: team}
        spec: {clusterQueue: lender}
        """;
    Cluster cluster = cluster(DrawnQueue.write(folder, "a=9/1", "a100=4,limit=0,lent=9", 8, other));
    Cluster small =
        cluster(DrawnQueue.write(folder, "a=9/1", "a100=4,limit=0,lent=4,lending=0", 8, other));

    assertThat(gaps(cluster).get(0).remedies())
        .extracting(Remedy::action)
        .contains("use LocalQueue large of ClusterQueue lender");
    assertThat(gaps(small).get(0).remedies())
        .extracting(Remedy::action)
        .noneMatch(a -> a.startsWith("use "));
  }

  @Test
  void a_Workload_without_Kueue_s_amounts_is_not_judged() throws IOException {
    Path dump = DrawnQueue.write(folder, "a=9", "a100=8");
    String text = Files.readString(dump);
    Files.writeString(dump, text.replaceAll("(?m)^  resourceRequests:.*\\n", ""));
    Cluster silent = cluster(dump);
    Files.writeString(dump, Files.readString(dump).replace("Pending", "ExceedsMaxQuota"));

    assertThat(messages(silent)).isEmpty();
    assertThat(messages(cluster(dump))).hasSize(1);
  }

  @Test
  void a_Workload_of_another_cluster_may_run_in_a_third() throws IOException {
    Path dump = DrawnQueue.write(folder, "a=9", "a100=8");
    String text = Files.readString(dump);
    Files.writeString(
        dump,
        text.replace(
            "name: job-train,",
            "name: job-train, labels: {kueue.x-k8s.io/multikueue-origin: hub},"));

    assertThat(messages(cluster(dump))).isEmpty();
  }

  private static List<String> messages(Cluster cluster) {
    return gaps(cluster).stream().map(Gap::message).toList();
  }

  private static List<Gap> gaps(Cluster cluster) {
    return GapFinder.find(simulation(cluster)).stream()
        .filter(f -> KINDS.contains(f.gap().kind()))
        .map(f -> f.withRemedies())
        .toList();
  }

  private static Cluster asTenant(Cluster cluster, String namespace) {
    Cluster tenants = cluster;
    for (GroupResource resource :
        List.of(ClusterQueue.RESOURCE, Cohort.RESOURCE, ResourceFlavor.RESOURCE)) {
      tenants = tenants.withCoverage(resource, Coverage.NONE);
    }
    for (GroupResource resource : List.of(LocalQueue.RESOURCE, Queued.RESOURCE)) {
      tenants = tenants.withCoverage(resource, Coverage.of(Set.of(namespace)));
    }
    for (Class<? extends ApiObject> type :
        List.of(ClusterQueue.class, Cohort.class, ResourceFlavor.class)) {
      for (ApiObject object : List.copyOf(tenants.list(type))) {
        tenants = tenants.without(object);
      }
    }
    return tenants;
  }

  private static Simulation simulation(Cluster cluster) {
    return Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
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
