package dev.plimsoll.model.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.model.lifetime.PodRun;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DeniedStartTest {
  private static final String GPUS = "requests.nvidia.com/gpu=";

  private static StartEstimate denied(int gpus, int used) {
    return denied(QueueCluster.pod("a", "next", "next-1", gpus).build(), used);
  }

  private static StartEstimate denied(Pod pod, int used) {
    StartQuestion question =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, 3600, 3600)
            .add(
                new Namespace(ObjectMeta.of("", "a")),
                ResourceQuotaBuilder.quota("a", "gpus").hard(GPUS + 8).used(GPUS + used).build())
            .question();
    List<StartEstimate> estimates =
        DeniedStart.estimates(StartEstimator.of(question), question.simulation(), List.of(pod));
    assertThat(estimates).hasSize(1);
    return estimates.get(0);
  }

  @Test
  void a_pod_that_a_quota_denies_needs_what_it_exceeds_and_has_no_place_and_no_time() {
    StartEstimate estimate = denied(4, 6);

    assertThat(new StartText(n -> true, true).needs(estimate))
        .containsExactly("quota gpus must give back 2 requests.nvidia.com/gpu");
    assertThat(StartText.place(estimate.place())).isEqualTo("unknown until the pod is created");
    assertThat(estimate.likely()).isEmpty();
    assertThat(estimate.latest()).isEmpty();
    assertThat(estimate.limits()).hasSize(1);
  }

  @Test
  void a_pod_that_requests_more_than_the_quota_never_starts() {
    assertThat(denied(9, 0).needs())
        .isInstanceOfSatisfying(
            Needs.Never.class, n -> assertThat(n.why()).contains("quota gpus limits these to 8"));
  }

  @Test
  void a_pod_that_the_quota_admits_is_asked_about_as_if_created_now() {
    StartEstimate estimate = denied(2, 6);

    assertThat(estimate.needs()).isInstanceOf(Needs.Nothing.class);
    assertThat(estimate.place().order()).isEqualTo(QueuePlace.Order.PriorityAndAge);
  }

  @Test
  void limits_of_a_denied_pod_are_requests_as_the_api_server_defaults_them() {
    Pod limited = PodBuilder.pod("a", "next-1").limits("nvidia.com/gpu=4").build();

    assertThat(PodRun.devices(denied(limited, 6).pod())).isEqualTo(4);
  }

  /** The message is that of a scheduler with the plug-in Coscheduling. */
  @Test
  void a_pod_that_a_plugin_of_the_scheduler_rejects_does_not_need_nothing() {
    Pod waiting = QueueCluster.waits("a", "next", "next-1", 1, 60);
    Pod pod =
        waiting.withStatus(
            waiting
                .status()
                .withConditions(
                    List.of(
                        new Condition(
                            "PodScheduled",
                            "False",
                            "Unschedulable",
                            "0/1 nodes are available: pre-filter pod next-1 cannot find enough"
                                + " sibling pods, current pods number: 1, minMember of group: 3",
                            Optional.of(QueueCluster.NOW)))));
    StartQuestion question = new QueueCluster().node("n", 8).add(pod).question();

    assertThat(StartEstimator.of(question).estimate(pod).needs())
        .isEqualTo(
            new Needs.Unknown(
                "the scheduler's plug-in Coscheduling rejects it: its PodGroup has 1 of at least 3"
                    + " pods"));
  }

  private static StartEstimate deniedBeside(Pod... running) {
    QueueCluster cluster =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, 3600, 3600)
            .add(
                new Namespace(ObjectMeta.of("", "a")),
                ResourceQuotaBuilder.quota("a", "gpus").hard(GPUS + 8).used(GPUS + 6).build())
            .add(running);
    Pod next =
        QueueCluster.owned(QueueCluster.pod("a", "next", "next-1", 4).build(), "Job", "next", 0);
    StartQuestion question = cluster.question();
    return DeniedStart.estimates(StartEstimator.of(question), question.simulation(), List.of(next))
        .get(0);
  }

  @Test
  void the_ends_that_free_enough_of_a_quota_are_named() {
    Pod large = QueueCluster.runs("a", "train", "train-1", 4, "n", 60);
    Pod small = QueueCluster.runs("a", "train", "train-2", 2, "n", 60);

    assertThat(new StartText(n -> true, true).needs(deniedBeside(large, small)))
        .containsExactly(
            "quota gpus must give back 2 requests.nvidia.com/gpu",
            "enough: the end of pod a/train-2",
            "enough: the end of pod a/train-1");
  }

  @Test
  void an_evicted_pod_of_a_service_gives_its_quota_back() {
    Pod service =
        QueueCluster.owned(
            QueueCluster.runs("a", "web", "web-1", 6, "n", 60), "StatefulSet", "web", 60);
    Pod evicted =
        service.withMetadata(service.metadata().withDeletionTimestamp(Optional.of(Instant.EPOCH)));

    assertThat(new StartText(n -> true, true).needs(deniedBeside(evicted)))
        .containsExactly(
            "quota gpus must give back 2 requests.nvidia.com/gpu",
            "enough: the end of pod a/web-1, which is being deleted");
  }

  @Test
  void several_ends_are_named_where_no_single_end_frees_enough_of_a_quota() {
    Pod[] ones = new Pod[6];
    for (int i = 0; i < ones.length; i++) {
      ones[i] = QueueCluster.runs("a", "train", "train-" + i, 1, "n", 60);
    }

    assertThat(new StartText(n -> true, true).needs(deniedBeside(ones)))
        .containsExactly(
            "quota gpus must give back 2 requests.nvidia.com/gpu",
            "enough: the end of pod a/train-0 and pod a/train-1");
  }

  @Test
  void a_pod_whose_quota_services_hold_is_stuck() {
    Pod service =
        QueueCluster.owned(
            QueueCluster.runs("a", "chat", "chat-1", 6, "n", 60), "StatefulSet", "chat", 60);

    StartEstimate estimate = deniedBeside(service);

    assertThat(estimate.needs()).isInstanceOf(Needs.NothingEnds.class);
    assertThat(estimate.isStuck()).isTrue();
  }

  @Test
  void the_random_part_of_a_name_that_no_controller_has_drawn_stays_open() {
    assertThat(deniedBeside().pod().name()).isEqualTo("next-…");
  }

  @Test
  void a_pod_of_a_job_in_back_off_starts_only_once_the_job_creates_it() {
    Workload job = job();
    Pod failed =
        QueueCluster.runs(
            "a",
            "next",
            "next-0",
            2,
            "n",
            3600,
            p ->
                p.status(
                    s ->
                        s.phase("Failed")
                            .conditions(
                                List.of(
                                    new Condition(
                                        "Ready",
                                        "False",
                                        "",
                                        "",
                                        Optional.of(QueueCluster.NOW))))));
    Pod next = QueueCluster.waits("a", "next", "next-…", 2, 0);
    StartQuestion question =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, 3600, 3600)
            .add(
                new Namespace(ObjectMeta.of("", "a")),
                job,
                failed.withStatus(failed.status().withPhase("Failed")))
            .question();

    StartEstimate estimate =
        DeniedStart.estimates(StartEstimator.of(question), question.simulation(), List.of(next))
            .get(0);

    Instant until = QueueCluster.NOW.plusSeconds(10);
    assertThat(estimate.likely().flatMap(l -> l.eighty().from())).contains(until);
    assertThat(estimate.needs())
        .isEqualTo(
            new Needs.Event(
                "the Job controller creates the pod at " + until + ", after a back-off of 10 s"));
    assertThat(estimate.isStuck()).isFalse();
    assertThat(estimate.limits())
        .contains("The Job controller creates the pod at " + until + ", after a back-off of 10 s.");
  }

  @Test
  void a_pod_whose_controller_has_yet_to_try_again_has_no_latest_start() {
    Workload job = job();
    Event denied =
        new Event(
            ObjectMeta.of("a", "next.1"),
            job.reference(),
            "job-controller",
            "Warning",
            "FailedCreate",
            "Error creating: pods \"next-x\" is forbidden: exceeded quota: gpus, requested:"
                + " requests.nvidia.com/gpu=2, used: requests.nvidia.com/gpu=6, limited:"
                + " requests.nvidia.com/gpu=6",
            Optional.empty(),
            Optional.of(QueueCluster.NOW.minusSeconds(30)),
            1);
    StartQuestion question =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, 3600, 3600)
            .add(
                new Namespace(ObjectMeta.of("", "a")),
                job.withDetails(
                    new WorkloadDetails.Job(false, 1, OptionalInt.of(1), false, true, 0, 0)),
                denied,
                ResourceQuotaBuilder.quota("a", "gpus").hard(GPUS + 8).used(GPUS + 0).build())
            .question();

    StartEstimate estimate =
        DeniedStart.estimates(
                StartEstimator.of(question),
                question.simulation(),
                List.of(QueueCluster.waits("a", "next", "next-…", 2, 0)))
            .get(0);

    String awaited =
        "Job controller has yet to try again: it tries again by "
            + QueueCluster.NOW.plusSeconds(60)
            + " at the latest";
    assertThat(estimate.needs()).isEqualTo(new Needs.Event("the " + awaited));
    assertThat(estimate.limits()).contains("The " + awaited + ".");
    assertThat(estimate.latest()).isEmpty();
  }

  private static Workload job() {
    return new Workload(
            ObjectMeta.of("a", "next"),
            new GroupVersionKind("batch", "v1", "Job"),
            new GroupResource("batch", "jobs"),
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.builder().build(),
                    QueueCluster.pod("a", "next", "next", 2).build().spec(),
                    OptionalInt.of(1))),
            List.of(),
            false)
        .withDetails(new WorkloadDetails.Job(false, 1, OptionalInt.of(1), false, true, 0, 1));
  }
}
