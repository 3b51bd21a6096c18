package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ConcurrentRunsTest {
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

  private static List<String> notes(String policy) {
    Workload cron =
        workload("CronJob", "nightly", List.of(), 0)
            .withDetails(new WorkloadDetails.CronJob("@daily", false, Optional.empty(), policy));
    Workload job =
        workload(
                "Job",
                "nightly-1",
                List.of(new OwnerReference("batch/v1", "CronJob", "nightly", "", true)),
                1)
            .withDetails(new WorkloadDetails.Job(false, 1, OptionalInt.of(1), false, true, 0, 0));
    Simulation simulation =
        Simulation.of(
            ClusterFixture.cluster(cron, job, FULL, node("a").has("cpu", "4").build()),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());
    return Explainer.ofWorkload(
            simulation, simulation.workloads().workloadOf(cron.reference()).orElseThrow())
        .worst()
        .notes();
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
