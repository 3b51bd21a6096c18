package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerState.Terminated;
import dev.plimsoll.kubernetes.object.ContainerState.Waiting;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodLifecycleTest {
  private static final Terminated KILLED =
      new Terminated(137, 0, "OOMKilled", "", Optional.of(Instant.EPOCH));

  private static Explanation explain(Pod pod, ApiObject... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(pod);
    objects.add(node("a").has("cpu", "4").build());
    Simulation simulation =
        Simulation.of(
            ClusterFixture.cluster(objects.toArray(ApiObject[]::new)),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());
    return Explainer.ofPod(simulation, pod);
  }

  private static PodBuilder placed(String phase) {
    return pod("p").requests("cpu=1").on("a").status(s -> s.phase(phase));
  }

  private static ContainerStatus status(
      ContainerState state, Optional<Terminated> last, int restarts) {
    return new ContainerStatus(
        "main", Optional.empty(), Resources.EMPTY, state, last, restarts, false);
  }

  private static Explanation explain(String phase, ContainerStatus... statuses) {
    return explain(placed(phase).status(s -> s.containerStatuses(List.of(statuses))).build());
  }

  @Test
  void a_container_whose_image_cannot_be_pulled_does_not_run_and_quota_is_not_blamed() {
    Waiting waiting = new Waiting("ImagePullBackOff", "Back-off pulling image \"x:1\"");
    Explanation explanation = explain("Pending", status(waiting, Optional.empty(), 0));

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.NotRunning);
    assertThat(explanation.summary())
        .isEqualTo(
            "pod/p has a node but doesn't run: container main waits: ImagePullBackOff, \"Back-off"
                + " pulling image \"x:1\"\"");
    assertThat(explanation.worst().notes())
        .endsWith("not a matter of quota or capacity: it was admitted and has got a node");
    assertThat(explanation.gaps()).isEmpty();
  }

  @Test
  void a_container_that_ran_out_of_memory_says_its_limit_its_exit_code_and_how_often() {
    Pod pod =
        placed("Running")
            .limits("memory=512Mi")
            .status(
                s ->
                    s.containerStatuses(
                        List.of(
                            status(new Waiting("CrashLoopBackOff", ""), Optional.of(KILLED), 12))))
            .build();

    assertThat(explain(pod).worst().notes())
        .first()
        .isEqualTo(
            "container main waits: CrashLoopBackOff; its last run ended with exit code 137,"
                + " OOMKilled (its memory limit is 512Mi), at 1970-01-01T00:00:00Z; restarted 12"
                + " times");
  }

  @Test
  void an_init_container_that_fails_is_named_as_one() {
    Pod pod =
        placed("Pending")
            .status(
                s ->
                    s.initContainerStatuses(
                            List.of(
                                status(
                                    new Terminated(1, 0, "Error", "", Optional.empty()),
                                    Optional.empty(),
                                    0)))
                        .containerStatuses(
                            List.of(
                                status(new Waiting("PodInitializing", ""), Optional.empty(), 0))))
            .build();

    assertThat(explain(pod).summary())
        .isEqualTo(
            "pod/p has a node but doesn't run: init container main ended with exit code 1, Error");
  }

  @Test
  void a_container_that_starts_is_no_trouble() {
    Explanation explanation =
        explain("Pending", status(new Waiting("ContainerCreating", ""), Optional.empty(), 0));

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Placed);
    assertThat(explanation.worst().notes())
        .containsExactly("container main is being started: ContainerCreating");
  }

  @Test
  void a_container_that_ended_well_and_one_that_runs_again_are_no_trouble() {
    Terminated completed = new Terminated(0, 0, "Completed", "", Optional.empty());

    assertThat(explain("Running", status(completed, Optional.empty(), 0)).verdict())
        .isEqualTo(PodVerdict.Placed);
    Explanation again =
        explain("Running", status(new ContainerState.Running(), Optional.of(KILLED), 1));
    assertThat(again.verdict()).isEqualTo(PodVerdict.Placed);
    assertThat(again.worst().notes())
        .containsExactly(
            "container main runs; its last run ended with exit code 137, OOMKilled, at"
                + " 1970-01-01T00:00:00Z; restarted 1 time");
  }

  @Test
  void a_pod_that_runs_and_is_not_ready_is_said_so() {
    Condition ready =
        new Condition(
            "Ready", "False", "ContainersNotReady", "containers with unready status: [main]");
    Explanation explanation =
        explain(placed("Running").status(s -> s.conditions(List.of(ready))).build());

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.NotReady);
    assertThat(explanation.summary())
        .isEqualTo(
            "pod/p runs but isn't ready: ContainersNotReady: \"containers with unready status:"
                + " [main]\"");
  }

  @Test
  void a_pod_whose_resize_is_pending_has_the_words_and_amounts_of_its_kubelet() {
    Resources known = Resources.of(ResourceName.CPU, Quantity.of(1));
    ContainerStatus allocated =
        new ContainerStatus(
            "main",
            Optional.of(ResourceRequirements.of(known, Resources.EMPTY)),
            known,
            new ContainerState.Running(),
            Optional.empty(),
            0,
            true);
    Condition pending = new Condition("PodResizePending", "True", "Deferred", "no CPU");
    Explanation explanation =
        explain(
            placed("Running")
                .requests("cpu=3")
                .status(s -> s.containerStatuses(List.of(allocated)).conditions(List.of(pending)))
                .build(),
            pod("q").requests("cpu=2").on("a").build());

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.ResizePending);
    assertThat(explanation.summary())
        .isEqualTo("pod/p runs, and its resize is pending: Deferred: \"no CPU\"");
    assertThat(explanation.worst().notes())
        .containsExactly(
            "Deferred: \"no CPU\"",
            "the pod requests 3 cpu and keeps 1; node a has 4, and 2 of that is other pods'",
            "its kubelet tries again when other pods there end or shrink");
  }

  @Test
  void a_pod_that_its_kubelet_rejected_has_failed_for_what_the_kubelet_says() {
    Pod pod =
        placed("Failed")
            .status(s -> s.reason("OutOfcpu").message("Pod was rejected: Node didn't have enough"))
            .build();

    assertThat(explain(pod).verdict()).isEqualTo(PodVerdict.Failed);
    assertThat(explain(pod).worst().notes())
        .containsExactly(
            "OutOfcpu: \"Pod was rejected: Node didn't have enough\"",
            "not a matter of quota: it was admitted");
  }

  @Test
  void an_evicted_pod_and_one_that_never_had_a_node_are_not_said_to_be_no_matter_of_capacity() {
    Pod evicted =
        placed("Failed").status(s -> s.reason("Evicted").message("low on memory")).build();
    Pod homeless = pod("p").status(s -> s.phase("Failed")).build();

    assertThat(explain(evicted).worst().notes())
        .containsExactly("Evicted: \"low on memory\"", "not a matter of quota: it was admitted");
    assertThat(explain(homeless).worst().notes())
        .containsExactly("not a matter of quota: it was admitted");
  }

  @Test
  void a_pod_past_its_deadline_has_failed_and_capacity_is_not_blamed() {
    Pod pod = placed("Failed").status(s -> s.reason("DeadlineExceeded")).build();

    assertThat(explain(pod).summary()).isEqualTo("pod/p has failed: DeadlineExceeded");
    assertThat(explain(pod).worst().notes())
        .last()
        .asString()
        .startsWith("not a matter of quota or");
  }

  @Test
  void a_pod_that_succeeded_has_ended() {
    assertThat(explain(placed("Succeeded").build()).verdict()).isEqualTo(PodVerdict.Finished);
  }

  @Test
  void a_pod_on_a_node_that_does_not_report_is_not_said_to_run() {
    Pod pod = placed("Unknown").status(s -> s.reason("NodeLost").message("gone")).build();

    assertThat(explain(pod).summary())
        .isEqualTo("pod/p is on a node that doesn't answer: NodeLost: \"gone\"");
  }

  @Test
  void a_pod_that_was_created_on_a_node_that_does_not_exist_says_so() {
    Condition scheduled = new Condition("PodScheduled", "True", "", "", Optional.empty());
    String lost = "pod/p is on a node that doesn't answer: node b doesn't exist";
    Pod created = pod("p").on("b").build();
    Pod chosen = pod("p").on("b").status(s -> s.conditions(List.of(scheduled))).build();

    assertThat(explain(created).summary())
        .isEqualTo(
            lost + ", and kube-scheduler didn't choose it: the pod was created with this nodeName");
    assertThat(explain(chosen).summary()).isEqualTo(lost);
  }

  @Test
  void a_new_pod_that_a_quota_denies_names_those_that_leave_and_still_hold_of_it() {
    Pod leaving = placed("Running").terminating().build();
    Simulation simulation =
        Simulation.of(
            ClusterFixture.cluster(
                leaving,
                node("a").has("cpu", "4").build(),
                ResourceQuotaBuilder.quota("q").hard("pods=1").used("pods=1").build()),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());

    assertThat(Explainer.ofNewPod(simulation, pod("next").build()).worst().notes())
        .containsExactly(
            "pod p is being deleted and still holds 1 of pods of quota q (it must be gone by"
                + " 1970-01-01T00:00:00Z, which is past)");
  }

  @Test
  void a_pod_that_is_being_deleted_says_what_it_still_holds() {
    Pod pod = placed("Running").terminating().build();
    Pod kept =
        pod.withMetadata(
            pod.metadata().withFinalizers(List.of("batch.kubernetes.io/job-tracking")));

    Explanation explanation =
        explain(kept, ResourceQuotaBuilder.quota("q").hard("pods=2").used("pods=1").build());

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Terminating);
    assertThat(explanation.worst().notes())
        .containsExactly(
            "it must be gone by 1970-01-01T00:00:00Z, which is past",
            "it goes once these finalizers are removed: batch.kubernetes.io/job-tracking",
            "it is still charged to quota q: pods=1",
            "it still holds on node a: cpu=1");
  }

  @Test
  void a_pod_that_has_ended_and_keeps_finalizers_holds_nothing_but_its_name() {
    Pod ended = placed("Succeeded").terminating().build();
    Pod kept = ended.withMetadata(ended.metadata().withFinalizers(List.of("example.com/hold")));

    Explanation explanation =
        explain(kept, ResourceQuotaBuilder.quota("q").hard("pods=2").used("pods=0").build());

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Terminating);
    assertThat(explanation.worst().notes())
        .containsExactly(
            "it must be gone by 1970-01-01T00:00:00Z, which is past",
            "it goes once these finalizers are removed: example.com/hold");
    assertThat(explain(ended).verdict()).isEqualTo(PodVerdict.Finished);
  }

  @Test
  void a_pod_that_is_being_deleted_on_a_node_that_is_not_ready_says_how_it_goes() {
    Explanation explanation =
        explain(
            pod("p").on("lost").terminating().build(),
            node("lost").condition("Ready", "Unknown", "").build());

    assertThat(explanation.worst().notes())
        .containsExactly(
            "it must be gone by 1970-01-01T00:00:00Z, which is past",
            "node lost is not ready: the pod goes when its node answers again, or when the node is"
                + " deleted",
            "it still holds on node lost: no requested resources");
  }

  @Test
  void a_quota_that_counts_more_than_its_objects_is_told_beside_its_denial() {
    ApiObject quota = ResourceQuotaBuilder.quota("q").hard("pods=1").used("pods=1").build();
    Simulation simulation =
        Simulation.of(
            ClusterFixture.cluster(quota, node("a").has("cpu", "4").build()),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());

    assertThat(Explainer.ofNewPod(simulation, pod("next").build()).worst().notes())
        .containsExactly(
            "quota q counts 1 of pods, and its objects add up to 0: the quota controller counts"
                + " again within 5 minutes");
    assertThat(
            Explainer.ofNewPod(
                    simulation.of(simulation.cluster().withCoverage(Pod.RESOURCE, Coverage.NONE)),
                    pod("next").build())
                .worst()
                .notes())
        .isEmpty();
  }
}
