package dev.plimsoll.kubernetes.placement.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangSizesTest {
  private static final OwnerReference TRAIN =
      new OwnerReference("batch/v1", "Job", "train", "u", true);
  private static final Gang GANG = Gang.ofJob("team", TRAIN);

  private static Workload job(String uid, WorkloadDetails.Job details) {
    return new Workload(
            ObjectMeta.of("team", "train").withUid(uid),
            new GroupVersionKind("batch", "v1", "Job"),
            new GroupResource("batch", "jobs"),
            List.of(),
            List.of(),
            false)
        .withDetails(details);
  }

  private static WorkloadDetails.Job of(
      boolean isSuspended, int parallelism, OptionalInt completions, int succeeded) {
    return new WorkloadDetails.Job(isSuspended, parallelism, completions, true, true, succeeded, 0);
  }

  private static GangSizes sizes(Workload... jobs) {
    Cluster cluster = ClusterFixture.cluster(jobs);
    return new GangSizes(() -> cluster);
  }

  /** As job_controller.go has it: what must still succeed, and no more than the parallelism. */
  @ParameterizedTest
  @CsvSource({"8, 8, 0, 8", "8, 16, 0, 8", "8, 4, 0, 4", "8, 10, 8, 2", "8, 10, 5, 5"})
  void a_job_runs_as_many_pods_at_once_as_it_says_and_are_left(
      int parallelism, int completions, int succeeded, int size) {
    for (boolean isSuspended : List.of(true, false)) {
      Workload job = job("u", of(isSuspended, parallelism, OptionalInt.of(completions), succeeded));

      assertThat(sizes(job).size(GANG)).hasValue(size);
    }
  }

  @Test
  void an_index_that_has_failed_for_good_gets_no_pod() {
    WorkloadDetails.Job job =
        new WorkloadDetails.Job(
            false,
            4,
            OptionalInt.of(4),
            true,
            true,
            0,
            2,
            2,
            Optional.empty(),
            OptionalLong.empty(),
            "");

    assertThat(sizes(job("u", job)).size(GANG)).hasValue(2);
  }

  @Test
  void a_job_without_completions_runs_as_many_pods_as_its_parallelism() {
    assertThat(sizes(job("u", of(false, 8, OptionalInt.empty(), 3))).size(GANG)).hasValue(8);
  }

  @ParameterizedTest
  @CsvSource({"1, 8, 0", "0, 8, 0", "8, 1, 0", "8, 8, 7", "8, 8, 8"})
  void a_job_that_runs_one_pod_at_once_makes_no_gang(
      int parallelism, int completions, int succeeded) {
    GangSizes sizes =
        sizes(job("u", of(false, parallelism, OptionalInt.of(completions), succeeded)));

    assertThat(sizes.size(GANG)).isEmpty();
    assertThat(sizes.isGang(GANG)).isFalse();
  }

  @Test
  void pods_of_a_job_that_is_not_known_or_is_an_earlier_one_await_it() {
    for (GangSizes sizes :
        List.of(sizes(), sizes(job("earlier", of(false, 4, OptionalInt.of(4), 0))))) {
      assertThat(sizes.size(GANG)).isEmpty();
      assertThat(sizes.awaitsJob(GANG)).isTrue();
      assertThat(sizes.isGang(GANG)).isTrue();
    }
  }
}
