package dev.plimsoll.model.start;

import static dev.plimsoll.model.start.QueueCluster.NOW;
import static dev.plimsoll.model.start.QueueCluster.runs;
import static dev.plimsoll.model.start.QueueCluster.waits;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.start.Needs.Layer;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StartEstimatorTest {
  private static final long HOUR = 3600;

  private static CapacityPolicy policy(PlacementMode placement) {
    return policy(placement, BorrowingMode.NEVER);
  }

  private static CapacityPolicy policy(PlacementMode placement, BorrowingMode borrowing) {
    return CapacityPolicy.proportional(
            "policy",
            List.of(Tenant.of("one", 1, "one"), Tenant.of("two", 1, "two")),
            List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))))
        .withEnforcement(new Enforcement(AdmissionMode.OFF, placement, borrowing));
  }

  @Test
  void a_pod_starts_when_the_pod_in_its_way_ends_as_pods_of_its_owner_did() {
    Pod waiting = waits("b", "next", "next-1", 8, 60);
    StartEstimate estimate =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, HOUR, HOUR, HOUR, HOUR, HOUR, HOUR)
            .add(runs("a", "train", "train-9", 8, "n", 1800), waiting)
            .estimate(waiting);

    assertThat(estimate.likely().orElseThrow().median()).contains(NOW.plusSeconds(1800));
    assertThat(estimate.needs())
        .isInstanceOfSatisfying(
            Needs.Release.class,
            r -> {
              assertThat(r.lacks().get(0).layer()).isEqualTo(Layer.Node);
              assertThat(r.lacks().get(0).amount()).isEqualTo("8");
              assertThat(r.sets().get(0).pods()).extracting(Pod::name).containsExactly("train-9");
            });
    assertThat(estimate.place().podsBefore()).isZero();
  }

  @Test
  void a_pod_behind_another_waits_for_both() {
    Pod first = waits("b", "next", "next-1", 8, 120);
    Pod second = waits("b", "next", "next-2", 8, 60);
    QueueCluster cluster =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, HOUR, HOUR, HOUR, HOUR)
            .ended("b", "next", 8, HOUR, HOUR, HOUR, HOUR)
            .add(runs("a", "train", "train-9", 8, "n", 1800), first, second);
    StartEstimate estimate = cluster.estimate(second);

    assertThat(estimate.likely().orElseThrow().median()).contains(NOW.plusSeconds(1800 + HOUR));
    assertThat(estimate.place().podsBefore()).isEqualTo(1);
    assertThat(estimate.place().devicesBefore()).isEqualTo(8);
  }

  @Test
  void a_pod_that_fits_starts_now_and_needs_nothing() {
    Pod waiting = waits("b", "next", "next-1", 4, 1);
    StartEstimate estimate =
        new QueueCluster().node("n", 8).ended("a", "train", 8, HOUR).add(waiting).estimate(waiting);

    assertThat(estimate.needs()).isInstanceOf(Needs.Nothing.class);
    assertThat(estimate.likely().orElseThrow().median()).contains(NOW);
  }

  @Test
  void a_pod_that_fits_behind_others_may_find_no_more_free() {
    Pod first = waits("b", "next", "next-1", 8, 120);
    Pod second = waits("b", "next", "next-2", 8, 60);
    QueueCluster cluster =
        new QueueCluster().node("n", 8).ended("a", "train", 8, HOUR).add(first, second);
    StartText text = new StartText(n -> true, true);

    assertThat(text.needs(cluster.estimate(first)))
        .containsExactly("nothing: it starts once it is its turn");
    assertThat(text.needs(cluster.estimate(second)))
        .containsExactly("nothing, if the pods before it leave enough free");
  }

  @Test
  void a_pod_that_no_empty_node_takes_never_starts() {
    Pod waiting = waits("b", "next", "next-1", 16, 1);
    StartEstimate estimate =
        new QueueCluster().node("n", 8).ended("a", "t", 8, HOUR).add(waiting).estimate(waiting);

    assertThat(estimate.needs()).isInstanceOf(Needs.Never.class);
    assertThat(estimate.likely()).isEmpty();
  }

  @Test
  void services_are_never_guessed_to_end() {
    Pod waiting = waits("b", "next", "next-1", 8, 1);
    Pod service =
        QueueCluster.owned(runs("a", "web", "web-1", 8, "n", HOUR), "StatefulSet", "web", HOUR);
    StartEstimate estimate =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, HOUR)
            .add(service, waiting)
            .estimate(waiting);

    assertThat(estimate.needs()).isInstanceOf(Needs.NothingEnds.class);
    assertThat(estimate.likely()).isEmpty();
  }

  @Test
  void a_rule_that_keeps_a_pod_from_each_node_is_no_lack_of_a_resource() {
    Pod running = runs("a", "web", "web-1", 1, "n", HOUR, p -> p.hostPort("0.0.0.0", 8080, "TCP"));
    Pod service = QueueCluster.owned(running, "StatefulSet", "web", HOUR);
    Pod waiting =
        QueueCluster.owned(
            QueueCluster.pod("b", "next", "next-1", 1).hostPort("0.0.0.0", 8080, "TCP").build(),
            "Job",
            "next",
            60);

    StartEstimate estimate =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, HOUR)
            .add(service, waiting)
            .estimate(waiting);

    assertThat(estimate.isStuck()).isTrue();
    assertThat(new StartText(n -> true, true).needs(estimate))
        .containsExactly(
            "as things are, no node accepts it: 0/1 nodes are available: 1 node(s) didn't have"
                + " free ports for the requested pod ports",
            "no pod that ends by itself would change that; services end by scaling only");
    assertThat(new StartText(n -> true, false).needs(estimate))
        .first()
        .isEqualTo("as things are, no node accepts it");
  }

  @Test
  void a_pod_of_another_scheduler_has_no_place_in_the_queue() {
    Pod waiting = waits("b", "next", "next-1", 1, 60);
    Pod other = waiting.withSpec(waiting.spec().with().schedulerName("volcano").build());

    StartEstimate estimate = new QueueCluster().node("n", 8).add(other).estimate(other);

    assertThat(estimate.place().isKnown()).isFalse();
    assertThat(StartText.place(estimate.place()))
        .isEqualTo("unknown, because the pod isn't in kube-scheduler's queue");
  }

  @Test
  void without_any_end_there_is_no_estimate_and_a_sentence() {
    Pod waiting = waits("b", "next", "next-1", 8, 1);
    StartEstimate estimate =
        new QueueCluster()
            .node("n", 8)
            .add(runs("a", "train", "train-9", 8, "n", 1800), waiting)
            .estimate(waiting);

    assertThat(estimate.likely()).isEmpty();
    assertThat(estimate.limits()).anyMatch(l -> l.startsWith("No pod has ended"));
  }

  @Test
  void a_pod_of_a_Job_is_no_service_where_no_end_was_seen() {
    Pod waiting = waits("b", "next", "next-1", 8, 1);
    StartEstimate estimate =
        new QueueCluster()
            .node("n", 8)
            .add(runs("a", "train", "train-9", 8, "n", 1800), waiting)
            .estimate(waiting);

    assertThat(estimate.limits())
        .noneMatch(l -> l.contains("Services"))
        .contains(
            "For some running pods no pod like them has ended, so nothing says when these pods end.");
    assertThat(estimate.needs())
        .isInstanceOfSatisfying(
            Needs.Release.class,
            r ->
                assertThat(r.sets().get(0).pods())
                    .extracting(Pod::name)
                    .containsExactly("train-9"));
  }

  @Test
  void a_deadline_of_the_pod_in_the_way_bounds_the_start() {
    Pod waiting = waits("b", "next", "next-1", 8, 1);
    Pod running =
        runs(
            "a",
            "train",
            "train-9",
            8,
            "n",
            1800,
            p -> p.spec(s -> s.activeDeadlineSeconds(OptionalLong.of(HOUR))));
    StartEstimate estimate =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, 9 * HOUR, 9 * HOUR)
            .add(running, waiting)
            .estimate(waiting);

    assertThat(estimate.latest().map(LatestStart::at))
        .contains(NOW.plusSeconds(1800 + LatestBound.LEEWAY_SECONDS + 30));
    assertThat(estimate.likely().orElseThrow().quantile(0.9).orElseThrow())
        .isBeforeOrEqualTo(NOW.plusSeconds(1830));
  }

  @Test
  void a_share_that_is_used_up_needs_own_pods_to_end() {
    Pod own = runs("one", "own", "own-1", 8, "n", 1800);
    Pod waiting = waits("one", "next", "next-1", 4, 60);
    StartEstimate estimate =
        new QueueCluster()
            .node("n", 8)
            .node("m", 8)
            .ended("one", "own", 8, HOUR, HOUR, HOUR, HOUR)
            .policy(policy(PlacementMode.HOLD))
            .add(own, waiting)
            .estimate(waiting);

    assertThat(estimate.needs())
        .isInstanceOfSatisfying(
            Needs.Release.class,
            r -> {
              assertThat(r.lacks()).extracting(Needs.Lack::layer).containsExactly(Layer.Share);
              assertThat(r.lacks().get(0).amount()).isEqualTo("4");
              assertThat(r.sets().get(0).pods()).extracting(Pod::name).containsExactly("own-1");
            });
    assertThat(estimate.likely().orElseThrow().median()).contains(NOW.plusSeconds(1800));
  }

  @Test
  void ends_of_others_that_let_their_waiting_pods_claim_idle_shares_need_more_own_ends() {
    Pod waiting = waits("one", "next", "next-1", 4, 60);
    StartEstimate estimate =
        new QueueCluster()
            .node("m", 8)
            .node("n", 8)
            .ended("one", "own", 2, HOUR, HOUR, HOUR, HOUR)
            .policy(policy(PlacementMode.HOLD, BorrowingMode.IDLE))
            .add(
                runs("one", "own", "own-1", 2, "m", 1800),
                runs("one", "own", "own-2", 1, "m", 1800),
                runs("two", "its", "its-1", 5, "m", 1800),
                runs("one", "own", "own-3", 2, "n", 1800),
                runs("one", "own", "own-4", 2, "n", 1800),
                runs("one", "own", "own-5", 2, "n", 1800),
                runs("two", "its", "its-2", 2, "n", 1800),
                waits("two", "its", "its-3", 2, 60),
                waits("two", "its", "its-4", 2, 60),
                waits("two", "its", "its-5", 2, 60),
                waiting)
            .estimate(waiting);

    assertThat(estimate.needs())
        .isInstanceOfSatisfying(
            Needs.Release.class, r -> assertThat(r.sets().get(0).pods()).isNotEmpty());
  }

  @Test
  void a_unit_that_must_borrow_all_the_rest_needs_the_pods_of_others_to_end() {
    Pod one = gang(waits("one", "gang", "gang-0", 8, 60));
    Pod two = gang(waits("one", "gang", "gang-1", 8, 60));
    StartEstimate estimate =
        new QueueCluster()
            .node("m", 8)
            .node("n", 8)
            .ended("two", "its", 2, HOUR, HOUR, HOUR, HOUR)
            .policy(policy(PlacementMode.HOLD, BorrowingMode.IDLE))
            .add(
                runs("one", "own", "own-1", 2, "m", 1800),
                runs("two", "its", "its-1", 2, "n", 1800),
                one,
                two)
            .estimate(one);

    assertThat(estimate.needs())
        .isInstanceOfSatisfying(
            Needs.Release.class,
            r ->
                assertThat(r.sets().get(0).pods())
                    .extracting(Pod::name)
                    .containsExactlyInAnyOrder("own-1", "its-1"));
  }

  @Test
  void a_gang_starts_once_all_its_pods_fit() {
    QueueCluster cluster =
        new QueueCluster()
            .node("n", 8)
            .node("m", 8)
            .ended("a", "train", 8, HOUR, HOUR, HOUR, HOUR)
            .ended("a", "long", 8, 2 * HOUR, 2 * HOUR, 2 * HOUR, 2 * HOUR, 2 * HOUR)
            .add(
                runs("a", "train", "train-9", 8, "n", 1800),
                runs("a", "long", "long-9", 8, "m", 1800));
    Pod one = waits("b", "gang", "gang-0", 8, 60);
    Pod two = waits("b", "gang", "gang-1", 8, 60);
    one = gang(one);
    two = gang(two);
    StartEstimate estimate = cluster.add(one, two).estimate(one);

    assertThat(estimate.likely().orElseThrow().median()).contains(NOW.plusSeconds(5400));
    assertThat(estimate.needs())
        .isInstanceOfSatisfying(
            Needs.Release.class,
            r -> assertThat(r.sets().get(0).pods()).extracting(Pod::name).hasSize(2));
  }

  private static Pod gang(Pod pod) {
    return pod.withMetadata(
        pod.metadata()
            .withLabels(
                java.util.Map.of(
                    dev.plimsoll.kubernetes.pod.Gang.SIZE,
                    "2",
                    dev.plimsoll.kubernetes.pod.Gang.NAME,
                    "gang")));
  }

  @Test
  void a_running_pod_is_told_since_when() {
    Pod running = runs("a", "train", "train-9", 8, "n", 1800);
    StartEstimate estimate = new QueueCluster().node("n", 8).add(running).estimate(running);

    assertThat(estimate.state()).isEqualTo(StartEstimate.State.Running);
    assertThat(estimate.since()).isEqualTo(Optional.of(NOW.minusSeconds(1800)));
  }

  @Test
  void the_same_question_has_the_same_answer() {
    Pod waiting = waits("b", "next", "next-1", 8, 60);
    QueueCluster cluster =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, 100, 2000, 3000, 5000, 8000, 20_000)
            .add(runs("a", "train", "train-9", 8, "n", 1800), waiting);

    assertThat(cluster.estimate(waiting).likely()).isEqualTo(cluster.estimate(waiting).likely());
  }

  private static dev.plimsoll.kubernetes.object.Workload job(String name, long endsIn) {
    return new dev.plimsoll.kubernetes.object.Workload(
            dev.plimsoll.kubernetes.object.ObjectMeta.of("a", name),
            new dev.plimsoll.kubernetes.object.GroupVersionKind("batch", "v1", "Job"),
            new dev.plimsoll.kubernetes.object.GroupResource("batch", "jobs"),
            List.of(),
            List.of(),
            false)
        .withDetails(
            new dev.plimsoll.kubernetes.object.WorkloadDetails.Job(
                false,
                1,
                java.util.OptionalInt.empty(),
                false,
                true,
                0,
                0,
                0,
                Optional.of(QueueCluster.NOW.plusSeconds(endsIn)),
                java.util.OptionalLong.of(3600),
                ""));
  }

  @Test
  void the_deadline_of_a_job_ends_its_pods() {
    Pod waits = waits("a", "next", "next-1", 8, 60);
    StartEstimate estimate =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, 86_400, 90_000)
            .add(job("train", 600), runs("a", "train", "train-1", 8, "n", 60), waits)
            .estimate(waits);

    assertThat(estimate.likely().orElseThrow().starts())
        .allMatch(s -> !s.isAfter(QueueCluster.NOW.plusSeconds(630)));
  }

  @Test
  void a_pod_whose_job_ends_before_never_starts() {
    Pod waits = waits("a", "next", "next-1", 8, 60);
    StartEstimate estimate =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, 86_400, 90_000)
            .add(job("next", 600), runs("a", "train", "train-1", 8, "n", 60), waits)
            .estimate(waits);

    assertThat(estimate.likely().orElseThrow().starts()).containsOnly(java.time.Instant.MAX);
    assertThat(estimate.isStuck()).isTrue();
    assertThat(estimate.limits()).anyMatch(l -> l.startsWith("The deadline of its Job is 2026"));
  }
}
