package dev.plimsoll.kubernetes.workload;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobBackoffTest {
  private static final String INDEX = "batch.kubernetes.io/job-index-failure-count";

  @Test
  void each_failure_doubles_the_delay_up_to_ten_minutes() {
    assertThat(IntStream.of(1, 2, 5, 6, 7, 100).mapToLong(JobBackoffTest::delay))
        .containsExactly(10L, 20L, 160L, 320L, 600L, 600L);
  }

  @Test
  void the_time_begins_with_the_end_of_the_last_failed_pod() {
    assertThat(backoff(job(0, 2, true), failed("a", NOW.minusSeconds(90)), failed("b", NOW)))
        .contains(new JobBackoff(2, false, Optional.of(NOW.plusSeconds(20))));
    assertThat(backoff(job(0, 2, true), failed("b", NOW.minusSeconds(20)))).isEmpty();
  }

  @Test
  void failures_that_a_policy_ignores_count() {
    assertThat(backoff(job(0, 0, true), failed("a", NOW)))
        .contains(new JobBackoff(1, false, Optional.of(NOW.plusSeconds(10))));
  }

  @Test
  void only_failures_after_the_last_success_count() {
    Pod succeeded = ended("s", "Succeeded", NOW.minusSeconds(5));

    assertThat(
            backoff(job(1, 2, true), failed("a", NOW.minusSeconds(9)), succeeded, failed("b", NOW)))
        .contains(new JobBackoff(1, false, Optional.of(NOW.plusSeconds(10))));
    assertThat(backoff(job(1, 1, true), failed("a", NOW.minusSeconds(9)), succeeded)).isEmpty();
  }

  @Test
  void a_deleted_pod_counts_as_failed_unless_its_end_is_awaited() {
    Pod leaving = leaving(List.of(JobBackoff.TRACKING));

    assertThat(backoff(job(0, 0, true), leaving).flatMap(JobBackoff::until))
        .contains(NOW.plusSeconds(8));
    assertThat(backoff(job(0, 0, false), leaving)).isEmpty();
  }

  @Test
  void a_pod_that_the_controller_deleted_itself_counts_not() {
    Pod leaving = leaving(List.of());

    assertThat(backoff(job(0, 0, true), leaving)).isEmpty();
    assertThat(backoff(job(0, 1, true), leaving).flatMap(JobBackoff::until))
        .as("the controller has counted the pod")
        .contains(NOW.plusSeconds(8));
  }

  private static Pod leaving(List<String> finalizers) {
    Pod deleted = owned(pod("d").on("n").build(), Map.of(), finalizers);
    return deleted.withMetadata(
        deleted
            .metadata()
            .with()
            .deletionTimestamp(Optional.of(NOW.plusSeconds(28)))
            .deletionGracePeriodSeconds(OptionalLong.of(30))
            .build());
  }

  @Test
  void a_kubelet_without_container_states_has_the_time_in_the_condition() {
    Condition notReady = new Condition("Ready", "False", "", "", Optional.of(NOW));
    Pod failed =
        owned(
            pod("f").status(s -> s.phase("Failed").conditions(List.of(notReady))).build(),
            Map.of(),
            List.of());

    assertThat(backoff(job(0, 1, true), failed).flatMap(JobBackoff::until))
        .contains(NOW.plusSeconds(10));
  }

  @Test
  void the_time_is_unknown_once_the_failed_pods_are_gone() {
    assertThat(backoff(job(0, 3, true))).contains(new JobBackoff(3, false, Optional.empty()));
    assertThat(backoff(job(0, 0, true))).isEmpty();
  }

  @Test
  void each_index_waits_for_itself() {
    Pod first = indexed("a", "0", NOW);
    Pod third = indexed("b", "2", NOW.minusSeconds(1));

    assertThat(backoff(job(0, 0, false), first, third))
        .contains(new JobBackoff(1, true, Optional.of(NOW.plusSeconds(10))));
    assertThat(backoff(job(0, 0, false), third))
        .contains(new JobBackoff(3, true, Optional.of(NOW.plusSeconds(39))));
    assertThat(JobBackoff.of(NOW, owner(job(0, 0, false), 2), List.of(third)))
        .as("another index lacks a pod, too")
        .isEmpty();
    assertThat(backoff(job(0, 0, false), owned(third, third.metadata().annotations(), List.of())))
        .as("the controller has counted the pod: the index has failed, or has another pod")
        .isEmpty();
  }

  private static long delay(int failures) {
    return new JobBackoff(failures, false, Optional.empty()).delay().toSeconds();
  }

  private static Optional<JobBackoff> backoff(Workload job, Pod... pods) {
    return JobBackoff.of(NOW, owner(job, 1), List.of(pods));
  }

  private static PodTemplateOwner owner(Workload job, int missing) {
    return new PodTemplateOwner(job, job.templates().get(0), List.of(), missing, List.of());
  }

  private static Pod failed(String name, Instant at) {
    return ended(name, "Failed", at);
  }

  private static Pod ended(String name, String phase, Instant at) {
    ContainerStatus status =
        new ContainerStatus(
            "main",
            Optional.empty(),
            Resources.EMPTY,
            new ContainerState.Terminated(1, 0, "Error", "", Optional.of(at)),
            Optional.empty(),
            0,
            false);
    return owned(
        pod(name).status(s -> s.phase(phase).containerStatuses(List.of(status))).build(),
        Map.of(),
        List.of());
  }

  private static Pod indexed(String name, String failures, Instant at) {
    return owned(failed(name, at), Map.of(INDEX, failures), List.of(JobBackoff.TRACKING));
  }

  private static Pod owned(Pod pod, Map<String, String> annotations, List<String> finalizers) {
    return pod.withMetadata(
        pod.metadata()
            .with()
            .annotations(annotations)
            .finalizers(finalizers)
            .owners(List.of(new OwnerReference("batch/v1", "Job", "j", "", true)))
            .build());
  }

  private static Workload job(int succeeded, int failed, boolean replacesTerminating) {
    return new Workload(
            ObjectMeta.of("team-a", "j"),
            new GroupVersionKind("batch", "v1", "Job"),
            new GroupResource("batch", "jobs"),
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.builder().build(),
                    pod("p").build().spec(),
                    OptionalInt.of(1))),
            List.of(),
            false)
        .withDetails(
            new WorkloadDetails.Job(
                false, 1, OptionalInt.of(4), false, replacesTerminating, succeeded, failed));
  }
}
