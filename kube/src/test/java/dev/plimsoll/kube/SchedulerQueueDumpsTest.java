package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.SchedulerQueue;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.object.WorkloadDetails.AppWrapper;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.queue.AppWrapperAnswer;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dumps with Volcano and KAI, each with the verdict and reason that their code leads to. */
class SchedulerQueueDumpsTest {
  private static final Set<GapKind> OF_QUEUES =
      Set.of(GapKind.QueueInactive, GapKind.QuotaUnreachable, GapKind.QuotasOvercommitted);

  private static Cluster cluster(String dump) {
    Path file = Path.of("src/test/resources/queues", dump + ".yaml");
    return SnapshotResource.all().stream()
        .map(r -> r.resource().resource())
        .reduce(
            SnapshotReader.read(List.of(file), n -> {}).at(Instant.parse("2026-11-21T06:00:00Z")),
            (c, r) -> c.withCoverage(r, Coverage.COMPLETE),
            (a, b) -> b);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "volcano-over-capability | OtherScheduler | PodGroup podgroup-1: Unschedulable is True (NotEnoughResources): \"2/2 tasks in gang unschedulable: pod group is not ready, 2 Pending, 2 minAvailable\"",
        "volcano-over-capability | OtherScheduler | Queue research: state is Open; weight 4, reclaimable true, pending 1, inqueue 0, running 3",
        "volcano-over-capability | OtherScheduler | Queue research: nvidia.com/gpu capability 8, allocated 6; the group needs at least 4, more than is left",
        "volcano-over-capability | OtherScheduler | by kube-scheduler's rules, 1 node takes a pod of it; Volcano places by its own rules, so this is only an upper bound",
        "volcano-over-capability | OtherScheduler | Volcano's configuration is not read: its plug-ins decide which of these amounts keep a group waiting",
        "volcano-never | OtherScheduler | Queue research: nvidia.com/gpu capability 2, allocated 0; the group needs at least 4, more than the queue can ever have",
        "volcano-closed | Inactive | PodGroup podgroup-1: phase is Pending",
        "volcano-closed | Inactive | Queue research: state is Closed; weight 1, reclaimable true, pending 1",
        "volcano-parents | OtherScheduler | Queue research: nvidia.com/gpu capability 8, guarantee 6, allocated 2; the group needs at least 4, which is left",
        "volcano-parents | OtherScheduler | parent Queue dept: nvidia.com/gpu capability 8, guarantee 4, allocated 8; the group needs at least 4, more than is left",
        "volcano-inqueue | OtherScheduler | PodGroup podgroup-1: phase is Inqueue",
        "volcano-inqueue | OtherScheduler | by kube-scheduler's rules, a pod of it finds no node: 0/1 nodes are available: 1 Insufficient nvidia.com/gpu.",
        "kai-over-limit | OtherScheduler | PodGroup pg-train-1: UnschedulableOnNodePool is True (OverLimit): \"team quota has reached the allowable limit of GPUs. Limit is 4 GPUs, currently 2 GPUs allocated and workload requested 4 GPUs\"",
        "kai-over-limit | OtherScheduler | Queue research: nvidia.com/gpu limit 4, quota 2, allocated 2; the group needs at least 4, more than is left",
        "kai-over-limit | OtherScheduler | parent Queue dept: nvidia.com/gpu no limit, quota 6, allocated 2; the group needs at least 4",
        "kai-orphan | OtherScheduler | PodGroup pg-train-1: UnschedulableOnNodePool is True (QueueDoesNotExist): \"Queue 'research' does not exist\"",
        "kai-orphan | OtherScheduler | Queue research: nvidia.com/gpu no limit, quota 500m, allocated 0; the group needs at least 4",
        "kai-orphan | OtherScheduler | parent Queue dept does not exist",
      })
  void explain_says_what_the_queue_says_and_has(String dump, String verdict, String sentence) {
    Explanation explanation = explain(cluster(dump));

    assertThat(explanation.verdict()).hasToString(verdict);
    assertThat(explanation.queue()).anyMatch(s -> s.startsWith(sentence));
    assertThat(explanation.queue().get(0)).startsWith("PodGroup ");
    assertThat(explanation.summary())
        .contains(
            (dump.startsWith("kai") ? "; KAI: " : "; Volcano: ") + explanation.queue().get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "volcano-over-capability | ",
        "volcano-closed | QueueInactive Queue/research: Queue research is Closed, and 1 PodGroup waits there",
        "volcano-parents | QuotaUnreachable Queue/other: Queue other has deserved 16 of nvidia.com/gpu, but schedulable nodes have 8 in total",
        "volcano-parents | QuotasOvercommitted Queue/research: the guarantees of 2 queues of Volcano are 10 nvidia.com/gpu in total, but all nodes have 8",
        "volcano-inqueue | ",
        "kai-over-limit | QuotaUnreachable Queue/other: Queue other has limit 16 of nvidia.com/gpu, but schedulable nodes have 8 in total",
        "kai-over-limit | QuotasOvercommitted Queue/dept: the quotas of 2 queues of KAI are 10 nvidia.com/gpu in total, but all nodes have 8",
        "kai-orphan | QueueInactive Queue/research: Queue research is left out by KAI, because Queue dept above it does not exist, and 1 PodGroup waits there",
      })
  void gaps_of_queues_are_found(String dump, String expected) {
    List<String> found =
        GapFinder.find(simulation(cluster(dump))).stream()
            .map(f -> f.gap())
            .filter(g -> OF_QUEUES.contains(g.kind()))
            .map(
                g ->
                    "%s %s/%s: %s"
                        .formatted(g.kind(), g.object().kind(), g.object().name(), g.message()))
            .toList();

    if (expected == null) {
      assertThat(found).isEmpty();
    } else {
      assertThat(found).contains(expected);
    }
  }

  @Test
  void a_group_that_needs_no_amount_is_not_kept_in_phase_Pending() {
    Cluster cluster = cluster("volcano-closed");
    PodGroup group = cluster.list(PodGroup.class).iterator().next();
    PodGroup.Queueing empty = new PodGroup.Queueing("research", "", Resources.EMPTY, List.of());
    Cluster other =
        cluster.with(
            new PodGroup(
                group.metadata(),
                group.api(),
                group.minCounts(),
                group.topologyKey(),
                Optional.of(empty)));

    assertThat(explain(other).queue())
        .contains(
            "PodGroup podgroup-1 has no phase yet",
            "PodGroup podgroup-1 has no minResources, so no queue keeps it from phase Inqueue");
  }

  @Test
  void a_quota_that_would_deny_the_pods_of_a_group_is_named() {
    Resources hard = Resources.of(ResourceName.of("requests.nvidia.com/gpu"), Quantity.of(3));
    Resources used = Resources.of(ResourceName.of("requests.nvidia.com/gpu"), Quantity.ZERO);
    ResourceQuotaSpec scoped = new ResourceQuotaSpec(hard, List.of("BestEffort"), List.of());

    assertThat(
            explain(cluster("volcano-closed").with(quota(ResourceQuotaSpec.of(hard), used)))
                .queue())
        .contains(
            "ResourceQuota q: requests.nvidia.com/gpu hard 3, used 0; the pods of the group need at least 4, more than is left");
    assertThat(explain(cluster("volcano-closed").with(quota(scoped, used))).queue())
        .noneMatch(s -> s.startsWith("ResourceQuota"));
    assertThat(
            explain(cluster("volcano-never").with(quota(ResourceQuotaSpec.of(hard), used))).queue())
        .noneMatch(s -> s.startsWith("ResourceQuota"));
  }

  private static ResourceQuota quota(ResourceQuotaSpec spec, Resources used) {
    return new ResourceQuota(
        ObjectMeta.of("team", "q"), spec, new ResourceQuotaStatus(spec.hard(), used));
  }

  @Test
  void an_annotation_that_KAI_shares_with_others_means_KAI_only_if_the_group_exists() {
    Cluster dump = cluster("kai-over-limit");
    Pod pod = dump.find(Pod.class, "team", "train-1").orElseThrow();
    Pod other = pod.withSpec(pod.spec().with().schedulerName("mine").build());
    Cluster without = dump.with(other).without(dump.list(PodGroup.class).iterator().next());

    assertThat(Explainer.ofPod(simulation(dump.with(other)), other).queue()).isNotEmpty();
    assertThat(Explainer.ofPod(simulation(without), other).queue()).isEmpty();
    assertThat(Explainer.ofPod(simulation(without), pod).queue())
        .containsExactly("PodGroup pg-train-1 does not exist");
  }

  @Test
  void one_pod_is_answered_by_its_own_group_only() {
    Cluster cluster = cluster("volcano-over-capability");
    Pod other = cluster.find(Pod.class, "team", "train-1").orElseThrow();
    Pod apart =
        other.withMetadata(
            other.metadata().withAnnotations(Map.of(QueueApi.VOLCANO.annotation(), "podgroup-2")));
    Cluster changed = cluster.with(apart);

    assertThat(Explainer.ofPod(simulation(changed), apart).queue())
        .startsWith("PodGroup podgroup-2 does not exist")
        .noneMatch(s -> s.contains("podgroup-1"));
    assertThat(explain(changed).queue())
        .anyMatch(s -> s.contains("podgroup-1:"))
        .contains("PodGroup podgroup-2 does not exist");
  }

  @Test
  void what_was_not_read_is_not_taken_for_absent() {
    Cluster dump = cluster("volcano-over-capability");
    Cluster noQueue =
        dump.without(dump.list(SchedulerQueue.class).iterator().next())
            .withCoverage(QueueApi.VOLCANO.resource(), Coverage.NONE);
    Cluster nothing =
        noQueue
            .without(dump.list(PodGroup.class).iterator().next())
            .withCoverage(PodGroupApi.VOLCANO.resource(), Coverage.NONE);

    assertThat(explain(noQueue).queue())
        .contains(
            "PodGroup podgroup-1: phase is Pending",
            "not all of the queue is known, since queues.scheduling.volcano.sh were not read")
        .noneMatch(s -> s.contains("does not exist"));
    assertThat(explain(nothing).queue())
        .containsExactly(
            "not all of the queue is known, since queues.scheduling.volcano.sh and podgroups.scheduling.volcano.sh of namespace team were not read");
  }

  @Test
  void nodes_that_were_not_read_are_named() {
    Cluster dump = cluster("volcano-over-capability").withCoverage(Node.RESOURCE, Coverage.NONE);

    assertThat(explain(dump).queue())
        .anyMatch(
            s ->
                s.equals(
                    "whether a node takes a pod of the group isn't known, since nodes were not read"))
        .noneMatch(s -> s.contains("upper bound"));
  }

  @Test
  void queues_that_were_not_read_leave_the_creators_of_pods_known() {
    Cluster dump = cluster("volcano-over-capability");
    for (GroupResource resource :
        List.of(
            QueueApi.VOLCANO.resource(),
            PodGroupApi.KAI.resource(),
            ClusterQueue.RESOURCE,
            LocalQueue.RESOURCE)) {
      dump = dump.withCoverage(resource, Coverage.NONE);
    }

    assertThat(Workloads.resources(dump)).isEqualTo(Workloads.BUILT_IN_RESOURCES);
  }

  @Test
  void a_queue_or_group_that_is_absent_is_said_to_be() {
    Cluster dump = cluster("volcano-over-capability");
    Cluster noQueue = dump.without(dump.list(SchedulerQueue.class).iterator().next());
    Cluster nothing = noQueue.without(dump.list(PodGroup.class).iterator().next());

    assertThat(explain(noQueue).queue()).contains("Queue research does not exist");
    assertThat(explain(nothing).queue()).containsExactly("PodGroup podgroup-1 does not exist");
  }

  @Test
  void queues_in_a_cycle_end_the_answer_and_promise_nothing() {
    Cluster dump = cluster("volcano-parents");
    SchedulerQueue root =
        dump.find(SchedulerQueue.class, "", SchedulerQueue.identity(QueueApi.VOLCANO, "root"))
            .orElseThrow();
    Cluster cycle =
        dump.with(
            new SchedulerQueue(
                root.metadata(),
                root.api(),
                "research",
                root.state(),
                root.limit(),
                root.deserved(),
                root.guarantee(),
                root.allocated(),
                List.of(),
                List.of()));

    assertThat(explain(cycle).queue()).contains("the parents of Queue research form a cycle");
    assertThat(GapFinder.find(simulation(cycle)))
        .noneMatch(f -> f.gap().kind() == GapKind.QuotasOvercommitted);
  }

  @Test
  void an_AppWrapper_speaks_first_and_then_its_Workload() {
    Cluster cluster = cluster("appwrapper-suspended");
    Explanation explanation = explain(cluster, "AppWrapper");

    assertThat(explanation.verdict()).hasToString("Inactive");
    assertThat(explanation.queue())
        .startsWith(
            "AppWrapper train: phase is Suspended",
            "AppWrapper train: QuotaReserved is False (Suspended): \"Suspend is true\"",
            "AppWrapper train: ResourcesDeployed is False (Suspended): \"Suspend is true\"")
        .anyMatch(s -> s.startsWith("Workload appwrapper-train: QuotaReserved is False (Pending)"))
        .anyMatch(s -> s.endsWith("requests 16, more than the queue can ever have"));
    assertThat(explanation.summary()).contains("; CodeFlare: AppWrapper train: phase is Suspended");
  }

  @Test
  void an_AppWrapper_of_an_unknown_version_has_no_known_phase() {
    Cluster cluster = cluster("appwrapper-suspended");
    Workload wrapper =
        cluster
            .find(Workload.class, "team", "appwrappers.workload.codeflare.dev/train")
            .orElseThrow();
    Workload old =
        wrapper
            .withType(GroupVersionKind.of("workload.codeflare.dev/v1beta1", "AppWrapper"))
            .withDetails(new WorkloadDetails.None());

    assertThat(AppWrapperAnswer.of(cluster.with(old), old.reference()).sentences())
        .startsWith("AppWrapper train is of version v1beta1, whose phase is not known");
  }

  @Test
  void an_AppWrapper_that_was_not_read_is_not_taken_for_absent() {
    Cluster dump = cluster("appwrapper-suspended");
    ObjectReference train = new ObjectReference("AppWrapper", "team", "train", "");
    Cluster without =
        dump.without(
            dump.find(Workload.class, "team", "appwrappers.workload.codeflare.dev/train")
                .orElseThrow());

    assertThat(
            AppWrapperAnswer.of(without.withCoverage(AppWrapper.RESOURCE, Coverage.NONE), train)
                .sentences())
        .containsExactly("AppWrapper train was not read");
    assertThat(
            AppWrapperAnswer.of(without.withCoverage(AppWrapper.RESOURCE, Coverage.COMPLETE), train)
                .sentences())
        .containsExactly("AppWrapper train does not exist");
  }

  private static Simulation simulation(Cluster cluster) {
    return Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static Explanation explain(Cluster cluster) {
    return explain(cluster, "Job");
  }

  private static Explanation explain(Cluster cluster, String kind) {
    Simulation simulation = simulation(cluster);
    return Explainer.ofWorkload(
        simulation,
        simulation
            .workloads()
            .workloadOf(new ObjectReference(kind, "team", "train", ""))
            .orElseThrow());
  }
}
