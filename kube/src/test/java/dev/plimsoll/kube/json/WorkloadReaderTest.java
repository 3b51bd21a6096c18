package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.object.WorkloadDetails.RollingUpdate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class WorkloadReaderTest {
  private static final String TEMPLATE = "'template':{'spec':{'containers':[{'name':'c'}]}}";

  private static Object read(String json) {
    return TestObjects.read(json.replace('\'', '"'));
  }

  private static Workload workload(String apiVersion, String kind, String spec, String status) {
    return (Workload)
        read(
            "{'apiVersion':'%s','kind':'%s','metadata':{'name':'w','namespace':'n'},'spec':{%s},'status':{%s}}"
                .formatted(
                    apiVersion, kind, spec + (spec.isEmpty() ? "" : ",") + TEMPLATE, status));
  }

  @Test
  void a_deployment_rolls_out_as_its_manifest_or_the_defaults_say() {
    assertThat(workload("apps/v1", "Deployment", "", "").details())
        .isEqualTo(
            new WorkloadDetails.Deployment(false, Optional.of(new RollingUpdate("25%", "25%"))));
    assertThat(
            workload(
                    "apps/v1",
                    "Deployment",
                    "'paused':true,'strategy':{'rollingUpdate':{'maxSurge':0,'maxUnavailable':'10%'}}",
                    "")
                .details())
        .isEqualTo(
            new WorkloadDetails.Deployment(true, Optional.of(new RollingUpdate("0", "10%"))));
    assertThat(workload("apps/v1", "Deployment", "'strategy':{'type':'Recreate'}", "").details())
        .isEqualTo(new WorkloadDetails.Deployment(false, Optional.empty()));
  }

  @Test
  void a_change_that_its_controller_has_not_observed_has_the_time_of_the_last_write() {
    assertThat(unobserved("apps/v1", "Deployment", 1, "'status':{}")).contains(CREATED);
    assertThat(unobserved("apps/v1", "Deployment", 2, "'status':{'observedGeneration':1}"))
        .contains(WRITTEN);
    assertThat(unobserved("apps/v1", "StatefulSet", 2, "'status':{'observedGeneration':2}"))
        .isEmpty();
    assertThat(unobserved("v1", "ReplicationController", 1, "'status':{'replicas':0}"))
        .contains(CREATED);
    assertThat(unobserved("batch/v1", "Job", 1, "'status':{}")).contains(CREATED);
    assertThat(unobserved("batch/v1", "Job", 1, "'status':{'startTime':'2026-01-02T00:00:00Z'}"))
        .isEmpty();
  }

  @Test
  void whether_a_change_is_observed_is_not_said_without_its_record() {
    assertThat(unobserved("apps/v1", "Deployment", 1, "'kept':true")).isEmpty();
    assertThat(unobserved("apps/v1", "Deployment", 0, "'status':{}")).isEmpty();
    assertThat(unobserved("batch/v1", "CronJob", 1, "'status':{}")).isEmpty();
    assertThat(unobserved("jobset.x-k8s.io/v1alpha2", "JobSet", 1, "'status':{}")).isEmpty();
  }

  /** As {@code kubectl scale} does. */
  @Test
  void a_write_without_a_time_leaves_the_time_of_the_change_unknown() {
    String scaled =
        json("apps/v1", "Deployment", 2, "'status':{'observedGeneration':1}")
            .replace("'managedFields':[", "'managedFields':[{'manager':'kubectl'},");

    assertThat(((Workload) read(scaled)).unobserved()).isEmpty();
  }

  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant WRITTEN = Instant.parse("2026-01-03T00:00:00Z");

  private static Optional<Instant> unobserved(
      String apiVersion, String kind, long generation, String status) {
    return ((Workload) read(json(apiVersion, kind, generation, status))).unobserved();
  }

  private static String json(String apiVersion, String kind, long generation, String status) {
    return """
        {'apiVersion':'%s','kind':'%s','metadata':{'name':'w','namespace':'n','generation':%d,
          'creationTimestamp':'%s','managedFields':[
            {'manager':'kubectl','time':'%s'},
            {'manager':'kubelet','subresource':'status','time':'2026-01-04T00:00:00Z'}]},
         'spec':{%s},%s}"""
        .formatted(apiVersion, kind, generation, CREATED, WRITTEN, TEMPLATE, status);
  }

  @Test
  void a_stateful_set_keeps_its_order_and_its_claim_templates() {
    WorkloadDetails.StatefulSet details =
        (WorkloadDetails.StatefulSet)
            workload(
                    "apps/v1",
                    "StatefulSet",
                    "'ordinals':{'start':2},'volumeClaimTemplates':[{'metadata':{'name':'data'},'spec':{}}]",
                    "")
                .details();

    assertThat(details.ordered()).isTrue();
    assertThat(details.firstOrdinal()).isEqualTo(2);
    assertThat(details.volumeClaimTemplates()).extracting(c -> c.name()).containsExactly("data");
  }

  @Test
  void a_job_whose_failure_is_certain_makes_no_more_pods_while_its_others_end() {
    Workload failing =
        workload(
            "batch/v1",
            "Job",
            "'parallelism':2,'completions':4",
            "'failed':3,'succeeded':1,'conditions':[{'type':'FailureTarget','status':'True'}]");

    assertThat(failing.inactive()).isTrue();
    assertThat(failing.details())
        .isEqualTo(new WorkloadDetails.Job(false, 2, OptionalInt.of(4), false, true, 1, 3));
  }

  @Test
  void only_another_controller_s_name_takes_a_job_from_the_Job_controller() {
    assertThat(workload("batch/v1", "Job", "'managedBy':'example.com/x'", "").isManagedElsewhere())
        .isTrue();
    assertThat(
            workload("batch/v1", "Job", "'managedBy':'kubernetes.io/job-controller'", "")
                .isManagedElsewhere())
        .isFalse();
  }

  @Test
  void a_job_needs_no_pods_for_indexes_that_have_failed_for_good() {
    Workload job =
        workload(
            "batch/v1",
            "Job",
            "'parallelism':9,'completions':8,'completionMode':'Indexed','podReplacementPolicy':'Failed'",
            "'succeeded':1,'failedIndexes':'0,3-5'");

    assertThat(job.templates().get(0).replicas()).hasValue(3);
    assertThat(((WorkloadDetails.Job) job.details()).replacesTerminating()).isFalse();
  }

  @Test
  void a_cron_job_says_when_it_runs_and_last_ran() {
    assertThat(
            ((Workload)
                    read(
                        "{'apiVersion':'batch/v1','kind':'CronJob','metadata':{'name':'w'},'spec':{'schedule':'@daily','suspend':true,'concurrencyPolicy':'Forbid','jobTemplate':{'spec':{"
                            + TEMPLATE
                            + "}}},'status':{'lastScheduleTime':'2026-01-01T00:00:00Z'}}"))
                .details())
        .isEqualTo(
            new WorkloadDetails.CronJob(
                "@daily", true, Optional.of(Instant.parse("2026-01-01T00:00:00Z")), "Forbid"));
  }

  @Test
  void the_states_of_containers_are_read_with_how_they_ended() {
    Pod pod =
        (Pod)
            read(
                "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','finalizers':['f/x']},'spec':{},'status':{'phase':'Running','containerStatuses':[{'name':'c','ready':false,'restartCount':7,"
                    + "'state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off'}},"
                    + "'lastState':{'terminated':{'exitCode':137,'reason':'OOMKilled','finishedAt':'2026-01-01T00:00:00Z'}}}]}}");

    ContainerStatus status = pod.status().containerStatuses().get(0);
    assertThat(status.state())
        .isEqualTo(new ContainerState.Waiting("CrashLoopBackOff", "back-off"));
    assertThat(status.lastTermination())
        .contains(
            new ContainerState.Terminated(
                137, 0, "OOMKilled", "", Optional.of(Instant.parse("2026-01-01T00:00:00Z"))));
    assertThat(status.restartCount()).isEqualTo(7);
    assertThat(pod.metadata().finalizers()).isEqualTo(List.of("f/x"));
  }

  private static List<OptionalInt> counts(String apiVersion, String kind, String spec) {
    Workload custom =
        (Workload)
            read(
                "{'apiVersion':'%s','kind':'%s','metadata':{'name':'w','namespace':'n'},'spec':{%s}}"
                    .formatted(apiVersion, kind, spec));
    return custom.templates().stream().map(Workload.PodTemplate::replicas).toList();
  }

  @Test
  void a_JobSet_wants_the_pods_of_each_replica() {
    String job = "'template':{'spec':{%s" + TEMPLATE + "}}";

    assertThat(
            counts(
                "jobset.x-k8s.io/v1alpha2",
                "JobSet",
                "'replicatedJobs':[{'name':'a','replicas':3,%s},{'name':'b',%s},{'name':'c','replicas':2,%s}]"
                    .formatted(
                        job.formatted("'parallelism':4,'completions':2,"),
                        job.formatted(""),
                        job.formatted("'parallelism':5,"))))
        .containsExactly(OptionalInt.of(6), OptionalInt.of(1), OptionalInt.of(10));
  }

  @Test
  void a_LeaderWorkerSet_wants_a_leader_and_the_other_pods_of_each_group() {
    String workers = "'workerTemplate':{'spec':{'containers':[{'name':'c'}]}}";
    String leader = "'leaderTemplate':{'spec':{'containers':[{'name':'l'}]}},";

    assertThat(
            counts(
                "leaderworkerset.x-k8s.io/v1",
                "LeaderWorkerSet",
                "'replicas':3,'leaderWorkerTemplate':{'size':4,%s}".formatted(leader + workers)))
        .containsExactly(OptionalInt.of(3), OptionalInt.of(9));
    assertThat(
            counts(
                "leaderworkerset.x-k8s.io/v1",
                "LeaderWorkerSet",
                "'replicas':3,'leaderWorkerTemplate':{'size':4,%s}".formatted(workers)))
        .containsExactly(OptionalInt.of(12));
  }

  @Test
  void a_Ray_cluster_wants_a_head_and_the_hosts_of_each_replica_within_its_bounds() {
    String groups =
        "'headGroupSpec':{%1$s},'workerGroupSpecs':["
            + "{'groupName':'a','replicas':3,'numOfHosts':2,'minReplicas':0,'maxReplicas':9,%1$s},"
            + "{'groupName':'b','replicas':3,'maxReplicas':2,%1$s},"
            + "{'groupName':'c','replicas':1,'minReplicas':2,%1$s},"
            + "{'groupName':'d','replicas':1,'suspend':true,%1$s}]";
    OptionalInt[] wanted = {
      OptionalInt.of(1), OptionalInt.of(6), OptionalInt.of(2), OptionalInt.of(2), OptionalInt.of(0)
    };

    assertThat(counts("ray.io/v1", "RayCluster", groups.formatted(TEMPLATE)))
        .containsExactly(wanted);
    assertThat(
            counts(
                "ray.io/v1",
                "RayJob",
                "'rayClusterSpec':{%s}".formatted(groups.formatted(TEMPLATE))))
        .containsExactly(wanted);
  }
}
