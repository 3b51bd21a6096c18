package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class InactiveWorkloadTest {
  private static final ApiObject FULL =
      ResourceQuotaBuilder.quota("q").hard("pods=1").used("pods=1").build();

  private static Workload workload(String apiVersion, String kind, int replicas) {
    return new Workload(
        ObjectMeta.of("team-a", "w"),
        GroupVersionKind.of(apiVersion, kind),
        new GroupResource("", kind.toLowerCase(Locale.ROOT) + "s"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                pod("p").requests("cpu=1").build().spec(),
                OptionalInt.of(replicas))),
        List.of(),
        false);
  }

  private static Workload job(boolean suspended, Condition... conditions) {
    return workload("batch/v1", "Job", 2)
        .withInactive(true)
        .withConditions(List.of(conditions))
        .withDetails(new WorkloadDetails.Job(suspended, 2, OptionalInt.of(3), false, true, 1, 4));
  }

  private static Explanation explain(Workload workload, ApiObject... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(workload);
    objects.add(node("a").has("cpu", "4").build());
    Simulation simulation =
        Simulation.of(
            ClusterFixture.cluster(objects.toArray(ApiObject[]::new)),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());
    ObjectReference reference =
        new ObjectReference(workload.type().kind(), "team-a", workload.name(), "");
    return Explainer.ofWorkload(
        simulation, simulation.workloads().workloadOf(reference).orElseThrow());
  }

  @Test
  void a_workload_scaled_to_0_says_so_and_what_its_next_pod_would_find() {
    Workload scaled = workload("apps/v1", "Deployment", 0);

    assertThat(explain(scaled).verdict()).isEqualTo(PodVerdict.Inactive);
    assertThat(explain(scaled).summary())
        .isEqualTo(
            "deployment/w is scaled to 0; if it were scaled up, its next pod would get a node");
    assertThat(explain(scaled, FULL).summary())
        .isEqualTo(
            "deployment/w is scaled to 0; if it were scaled up, its next pod would be denied by a"
                + " quota");
    assertThat(explain(scaled, FULL).gaps()).isEmpty();
  }

  @Test
  void a_workload_that_is_being_deleted_says_so() {
    Workload deleted =
        workload("apps/v1", "Deployment", 1)
            .withMetadata(
                ObjectMeta.of("team-a", "w")
                    .with()
                    .deletionTimestamp(Optional.of(Instant.EPOCH))
                    .build());

    assertThat(explain(deleted).summary())
        .isEqualTo(
            "deployment/w is being deleted, and gets no more pods; if it were created again, its"
                + " next pod would get a node");
    assertThat(explain(deleted).gaps()).isEmpty();
  }

  @Test
  void a_workload_in_a_namespace_that_is_being_deleted_says_so() {
    Namespace deleted =
        new Namespace(
            ObjectMeta.of("", "team-a")
                .with()
                .deletionTimestamp(Optional.of(Instant.EPOCH))
                .build());
    Workload workload = workload("apps/v1", "Deployment", 2);

    assertThat(explain(workload, deleted).summary())
        .isEqualTo(
            "deployment/w gets no more pods, because namespace team-a is being deleted; if the"
                + " workload tried, its next pod would be denied");
    assertThat(explain(workload, deleted).gaps()).isEmpty();
  }

  @Test
  void a_custom_resource_whose_controller_has_made_no_pods_says_so() {
    Workload custom =
        workload("vendor.example/v1", "TrainJob", 1)
            .withResource(new GroupResource("vendor.example", "trainjobs"));

    assertThat(explain(custom).verdict()).isEqualTo(PodVerdict.Inactive);
    assertThat(explain(custom).summary())
        .isEqualTo(
            "trainjob/w has no pods, and no event tells of an attempt to make one; if its"
                + " controller made one, its next pod would get a node");
  }

  @Test
  void a_suspended_job_says_so_and_who_resumes_it() {
    assertThat(explain(job(true)).summary())
        .isEqualTo("job/w is suspended; if it were resumed, its next pod would get a node");
    Workload queued = job(true).withMetadata(queued("gold"));
    assertThat(explain(queued).summary())
        .contains("is suspended, and Kueue resumes it once its queue gold admits it;");
  }

  @Test
  void a_custom_resource_with_the_condition_Suspended_is_not_finished() {
    Workload set =
        workload("jobset.x-k8s.io/v1alpha2", "JobSet", 2)
            .withResource(new GroupResource("jobset.x-k8s.io", "jobsets"))
            .withInactive(true)
            .withMetadata(queued("gold"));

    assertThat(explain(set).summary()).startsWith("jobset/w is suspended or finished; ");
    assertThat(
            explain(
                    set.withConditions(
                        List.of(
                            new Condition(
                                "Suspended", "True", "SuspendedJobs", "jobset is suspended"))))
                .summary())
        .startsWith("jobset/w is suspended, and Kueue resumes it once its queue gold admits it;");
  }

  private static ObjectMeta queued(String queue) {
    return ObjectMeta.builder()
        .namespace("team-a")
        .name("w")
        .labels(Map.of("kueue.x-k8s.io/queue-name", queue))
        .build();
  }

  @Test
  void a_job_of_another_controller_lacks_no_pods() {
    Workload managed =
        workload("batch/v1", "Job", 2)
            .withDetails(
                new WorkloadDetails.Job(
                    false,
                    2,
                    OptionalInt.of(3),
                    false,
                    true,
                    0,
                    0,
                    0,
                    Optional.empty(),
                    OptionalLong.empty(),
                    "example.com/x"));

    assertThat(explain(managed, FULL).summary())
        .isEqualTo(
            "job/w is managed by example.com/x, and the Job controller creates no pods for it;"
                + " if the Job controller managed it, its next pod would be denied by a quota");
    assertThat(explain(managed, FULL).gaps()).isEmpty();
  }

  @Test
  void a_failed_job_says_what_its_controller_says() {
    Condition failed =
        new Condition(
            "Failed",
            "True",
            "BackoffLimitExceeded",
            "Job has reached the specified backoff limit");

    assertThat(explain(job(false, failed)).verdict()).isEqualTo(PodVerdict.Failed);
    assertThat(explain(job(false, failed)).summary())
        .startsWith(
            "job/w has failed: BackoffLimitExceeded, \"Job has reached the specified backoff"
                + " limit\"; 1 of 3 succeeded, 4 failed;");
  }

  @Test
  void a_job_with_failed_pods_says_that_it_waits_before_the_next() {
    Workload running = job(false).withInactive(false);

    assertThat(explain(running).verdict()).isEqualTo(PodVerdict.Placeable);
    assertThat(explain(running).worst().notes())
        .containsExactly(
            "4 pods have failed: the Job makes the next after a back-off of 10 s, doubled with each"
                + " further failure, at most 10 min");
  }

  @Test
  void a_complete_job_is_finished() {
    Explanation explanation = explain(job(false, new Condition("Complete", "True", "", "")));

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Finished);
    assertThat(explanation.summary()).startsWith("job/w is complete: 1 of 3 succeeded, 4 failed;");
  }

  @Test
  void a_cron_job_between_runs_says_its_schedule_and_when_it_last_ran() {
    Workload cron =
        workload("batch/v1", "CronJob", 0)
            .withDetails(
                new WorkloadDetails.CronJob("@hourly", false, Optional.of(Instant.EPOCH), ""));

    assertThat(explain(cron).summary())
        .isEqualTo(
            "cronjob/w has no Job now, by its schedule \"@hourly\"; it last ran at"
                + " 1970-01-01T00:00:00Z; if it ran now, its next pod would get a node");
    assertThat(
            explain(
                    cron.withDetails(
                        new WorkloadDetails.CronJob("@hourly", true, Optional.empty(), "")))
                .summary())
        .startsWith("cronjob/w is suspended; it hasn't run yet; if it ran, its next pod");
    assertThat(
            explain(
                    cron.withDetails(
                        new WorkloadDetails.CronJob(
                            "0 4 * * *", "Asia/Tokyo", false, Optional.empty(), "")))
                .summary())
        .startsWith(
            "cronjob/w has no Job now, by its schedule \"0 4 * * *\" in Asia/Tokyo; it hasn't run");
  }

  @Test
  void a_deployment_paused_before_its_first_pod_misses_none() {
    Workload paused =
        workload("apps/v1", "Deployment", 2)
            .withDetails(new WorkloadDetails.Deployment(true, Optional.empty()));

    assertThat(explain(paused, FULL).missing()).isZero();
    assertThat(explain(paused, FULL).summary())
        .startsWith("deployment/w is paused and has no pods; if its rollout were resumed,");
  }

  @Test
  void a_replica_set_that_a_newer_one_has_replaced_says_so() {
    Workload old =
        workload("apps/v1", "ReplicaSet", 0)
            .withDetails(new WorkloadDetails.ReplicaSet(0, OptionalLong.of(1)));
    ObjectMeta owned =
        ObjectMeta.builder()
            .namespace("team-a")
            .name("w-1")
            .owners(List.of(new OwnerReference("apps/v1", "Deployment", "w", "", true)))
            .build();
    Workload older = old.withMetadata(owned);
    Workload newer =
        old.withMetadata(owned.withName("w-2"))
            .withDetails(new WorkloadDetails.ReplicaSet(0, OptionalLong.of(2)));
    Simulation simulation =
        Simulation.of(
            ClusterFixture.cluster(
                workload("apps/v1", "Deployment", 0), older, newer, node("a").build()),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());
    WorkloadPods pods =
        simulation
            .workloads()
            .workloadOf(new ObjectReference("ReplicaSet", "team-a", "w-1", ""))
            .orElseThrow();
    Explanation explanation = Explainer.ofWorkload(simulation, pods);

    assertThat(OlderRevision.noted(explanation, older, pods).summary())
        .startsWith(
            "replicaset/w-1 is revision 1, and replicaset/w-2 of revision 2 has replaced it;"
                + " deployment/w is scaled to 0;");
    assertThat(OlderRevision.noted(explanation, newer, pods)).isEqualTo(explanation);
  }

  @Test
  void a_daemon_set_that_no_node_matches_says_so() {
    Workload set =
        workload("apps/v1", "DaemonSet", 0)
            .withDetails(new WorkloadDetails.DaemonSet(OptionalInt.of(0), 0, Optional.empty()));

    assertThat(explain(set).summary())
        .startsWith("daemonset/w has no node to run on, as its controller counts;");
  }
}
