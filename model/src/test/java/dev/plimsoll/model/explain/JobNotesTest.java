package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobNotesTest {
  private static final Instant DEADLINE = NOW.plusSeconds(600);

  @Test
  void a_waiting_pod_tells_when_its_job_fails() {
    assertThat(notes(job(Optional.of(DEADLINE), true), owned(pod("p").requests("cpu=9").build())))
        .contains(
            "its Job fails at %s, whether the pod has started or not (activeDeadlineSeconds)"
                .formatted(DEADLINE));
    assertThat(notes(job(Optional.of(NOW), true), owned(pod("p").requests("cpu=9").build())))
        .noneMatch(n -> n.contains("its Job fails"));
  }

  @Test
  void a_pod_that_runs_tells_nothing() {
    Pod running = owned(pod("p").on("a").status(s -> s.phase("Running")).build());

    assertThat(notes(job(Optional.of(DEADLINE), false), running)).isEmpty();
  }

  @Test
  void a_job_that_waits_for_the_end_of_a_pod_says_so() {
    Pod leaving = owned(pod("p").on("a").terminating().build());
    String note =
        "its Job creates another pod only once this pod has ended (podReplacementPolicy Failed)";

    assertThat(notes(job(Optional.empty(), false), leaving)).contains(note);
    assertThat(notes(job(Optional.empty(), true), leaving)).doesNotContain(note);
  }

  @Test
  void a_job_that_makes_no_more_pods_waits_for_no_end() {
    Pod leaving = owned(pod("p").on("a").terminating().build());
    Workload failed = job(Optional.of(DEADLINE), false).withInactive(true);
    Workload deleted = job(Optional.empty(), false);

    assertThat(notes(failed, leaving)).noneMatch(n -> n.contains("its Job"));
    assertThat(
            notes(
                deleted.withMetadata(deleted.metadata().withDeletionTimestamp(Optional.of(NOW))),
                leaving))
        .noneMatch(n -> n.contains("its Job"));
  }

  @Test
  void a_job_says_that_it_waits_for_the_end_of_a_pod_beside_pods_that_run() {
    Pod running = owned(pod("p").on("a").status(s -> s.phase("Running")).build());
    Pod leaving = owned(pod("q").on("a").terminating().build());
    Workload job = job(Optional.empty(), false);
    Workload two =
        job.withTemplates(
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.builder().build(),
                    pod("p").requests("cpu=9").build().spec(),
                    OptionalInt.of(2))));

    assertThat(explained(two, running, leaving).summary())
        .isEqualTo(
            "job/j has 2 pods: 1 placed, 1 being deleted; 1 more pod is created only once as many"
                + " that are being deleted have ended (podReplacementPolicy Failed)");
    assertThat(explained(job, running, leaving).summary())
        .isEqualTo("job/j has 2 pods: 1 placed, 1 being deleted");
  }

  @Test
  void a_job_counts_the_indexes_that_get_no_more_pods() {
    Pod running = owned(pod("p").on("a").status(s -> s.phase("Running")).build());
    Workload job =
        job(Optional.empty(), false)
            .withDetails(
                new WorkloadDetails.Job(
                    false,
                    1,
                    OptionalInt.of(4),
                    true,
                    false,
                    1,
                    4,
                    2,
                    Optional.empty(),
                    OptionalLong.empty(),
                    ""));

    assertThat(explained(job, running).summary())
        .isEqualTo("the pod of job/j has a node, a; 2 indexes have failed for good");
  }

  @Test
  void a_job_after_a_failure_says_when_it_creates_the_next_pod() {
    Condition ended = new Condition("Ready", "False", "", "", Optional.of(NOW));
    Pod failed =
        owned(pod("p").on("a").status(s -> s.phase("Failed").conditions(List.of(ended))).build());

    assertThat(explained(job(Optional.empty(), true), failed).worst().notes())
        .containsExactly(
            "1 pod has failed: the Job creates the next pod at "
                + NOW.plusSeconds(10)
                + ", after a back-off of 10 s");
  }

  private static List<String> notes(Workload job, Pod pod) {
    return Explainer.ofPod(simulation(job, pod), pod).worst().notes();
  }

  private static Explanation explained(Workload job, Pod... pods) {
    Simulation simulation = simulation(job, pods);
    return Explainer.ofWorkload(
        simulation, simulation.workloads().workloadOf(job.reference()).orElseThrow());
  }

  private static Simulation simulation(Workload job, Pod... pods) {
    List<ApiObject> objects = new ArrayList<>(List.of(pods));
    objects.add(job);
    objects.add(node("a").has("cpu", "4").build());
    return Simulation.of(
        ClusterFixture.cluster(objects.toArray(ApiObject[]::new)),
        AdmissionChain.standard(),
        DefaultPlugins.scheduler());
  }

  private static Pod owned(Pod pod) {
    OwnerReference owner = new OwnerReference("batch/v1", "Job", "j", "", true);
    return pod.withMetadata(pod.metadata().withOwners(List.of(owner)));
  }

  private static Workload job(Optional<Instant> deadline, boolean replacesTerminating) {
    return new Workload(
            ObjectMeta.of("team-a", "j"),
            new GroupVersionKind("batch", "v1", "Job"),
            new GroupResource("batch", "jobs"),
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.builder().build(),
                    pod("p").requests("cpu=9").build().spec(),
                    OptionalInt.of(1))),
            List.of(),
            false)
        .withDetails(
            new WorkloadDetails.Job(
                false,
                1,
                OptionalInt.of(1),
                false,
                replacesTerminating,
                0,
                0,
                0,
                deadline,
                OptionalLong.empty(),
                ""));
  }
}
