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
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ConcurrentRunsTest {
  private static final String JOB = "nightly-1";
  private static final ResourceQuota FULL =
      ResourceQuotaBuilder.quota("q").hard("pods=0").used("pods=0").build();

  @Test
  void a_run_without_pods_is_active_and_keeps_other_runs_away() {
    assertThat(notes("Forbid"))
        .contains("no other run begins while Job nightly-1 is active (concurrencyPolicy Forbid)");
    assertThat(notes("Replace"))
        .contains("the next run deletes Job nightly-1 (concurrencyPolicy Replace)");
    assertThat(notes("Allow")).isEmpty();
  }

  @Test
  void a_run_is_active_until_its_last_pod_has_ended() {
    Pod pod = pod("p").on("a").terminating().build();
    Pod leaving =
        pod.withMetadata(
            pod.metadata()
                .withOwners(List.of(new OwnerReference("batch/v1", "Job", JOB, "", true))));

    assertThat(explained("Forbid", job(false, "FailureTarget"), leaving).worst().notes())
        .anyMatch(n -> n.startsWith("no other run begins while Job nightly-1 is active"));
    assertThat(explained("Forbid", job(false, "Failed"), leaving).worst().notes())
        .noneMatch(n -> n.contains("run"));
  }

  @Test
  void a_suspended_run_is_no_absent_run() {
    Explanation explanation = explained("Forbid", job(true, "Suspended"));

    assertThat(explanation.summary())
        .isEqualTo(
            "cronjob/nightly has Job nightly-1, which is suspended; if it were resumed, its next"
                + " pod would be denied by a quota");
    assertThat(explanation.worst().notes())
        .anyMatch(n -> n.startsWith("no other run begins while Job nightly-1 is active"));
    assertThat(explained("Forbid", job(false, "Complete")).summary())
        .startsWith("cronjob/nightly has no Job now, by its schedule");
  }

  private static List<String> notes(String policy) {
    return explained(policy, job(false, "")).worst().notes();
  }

  private static Workload job(boolean isSuspended, String condition) {
    return workload(
            "Job", JOB, List.of(new OwnerReference("batch/v1", "CronJob", "nightly", "", true)), 1)
        .withInactive(!condition.isEmpty())
        .withConditions(
            condition.isEmpty() ? List.of() : List.of(new Condition(condition, "True", "", "")))
        .withDetails(new WorkloadDetails.Job(isSuspended, 1, OptionalInt.of(1), false, true, 0, 0));
  }

  private static Explanation explained(String policy, Workload job, Pod... pods) {
    Workload cron =
        workload("CronJob", "nightly", List.of(), 0)
            .withDetails(new WorkloadDetails.CronJob("@daily", false, Optional.empty(), policy));
    List<ApiObject> objects = new ArrayList<>(List.of(pods));
    objects.addAll(List.of(cron, job, FULL, node("a").has("cpu", "4").build()));
    Simulation simulation =
        Simulation.of(
            ClusterFixture.cluster(objects.toArray(ApiObject[]::new)),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());
    return Explainer.ofWorkload(
        simulation, simulation.workloads().workloadOf(cron.reference()).orElseThrow());
  }

  private static Workload workload(
      String kind, String name, List<OwnerReference> owners, int pods) {
    return new Workload(
        ObjectMeta.of("team-a", name).withOwners(owners),
        new GroupVersionKind("batch", "v1", kind),
        new GroupResource("batch", kind.equals("Job") ? "jobs" : "cronjobs"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                pod("p").build().spec(),
                OptionalInt.of(pods))),
        List.of(),
        false);
  }
}
