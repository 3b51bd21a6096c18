package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two nodes are full of pods of {@code two}; {@code one} has a quota of 8 and higher priority. */
class NominatedPodsTest {
  private static final Map<String, List<String>> VICTIMS =
      Map.of("a", List.of("uid-low-a"), "b", List.of("uid-low-b"));

  private long nanos;
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.node("b", 8))
          .add(ExtenderFixtures.quota("one", 8))
          .add(ExtenderFixtures.pod("two", "low-a", 8, "a"))
          .add(ExtenderFixtures.pod("two", "low-b", 8, "b"))
          .build();
  private Decisions decisions = decisions(ExtenderSettings.DEFAULT);

  private Decisions decisions(ExtenderSettings settings) {
    return new Decisions(cluster, settings, () -> nanos);
  }

  private static PodBuilder high(String name, long gpus) {
    String list = "nvidia.com/gpu=" + gpus;
    return PodBuilder.pod("one", name).uid("uid-" + name).requests(list).limits(list).priority(9);
  }

  private Pod show(PodBuilder pod) {
    return show(pod.build());
  }

  private <T extends ApiObject> T show(T object) {
    Optional<ApiObject> before =
        cluster.find(object.getClass(), object.namespace(), object.name()).map(o -> o);
    cluster = cluster.with(object);
    decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), cluster);
    return object;
  }

  private void gone(Pod pod) {
    cluster = cluster.without(pod);
    decisions.changed(List.of(new ObjectChange(Optional.of(pod), Optional.empty())), cluster);
  }

  private boolean passes(Pod pod) {
    return decisions.filter(pod, 2, () -> List.of("a", "b")).filtered().anyPasses(2);
  }

  private List<String> nominated() {
    return decisions.nominatedPods().stream().map(AssumedPod::uid).toList();
  }

  @Test
  void pods_that_come_together_are_not_judged_against_the_same_room() {
    Pod first = show(high("first", 8));
    Pod second = show(high("second", 8));

    assertThat(decisions.preempt(first, VICTIMS)).isEqualTo(Set.of("a", "b"));
    assertThat(decisions.preempt(second, VICTIMS)).isEmpty();
    assertThat(decisions.preempt(first, VICTIMS)).isEqualTo(Set.of("a", "b"));
    assertThat(passes(second)).isFalse();
    assertThat(passes(first)).isTrue();
  }

  @Test
  void pods_that_come_together_do_not_all_take_the_share_of_another_tenant() {
    decisions =
        decisions(
            ExtenderSettings.DEFAULT.withPolicies(
                List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE))));
    show(ExtenderFixtures.quota("one", 32));

    assertThat(decisions.preempt(show(high("first", 8)), VICTIMS)).isNotEmpty();
    assertThat(decisions.preempt(show(high("second", 8)), VICTIMS)).isEmpty();
  }

  @Test
  void a_pod_that_was_nominated_to_be_requeued_counts_from_the_answer_on() {
    Pod first = show(high("first", 8).nominatedFor(RequeueNomination.NODE));
    Pod second = show(high("second", 8));

    assertThat(decisions.preempt(first, VICTIMS)).isEqualTo(Set.of("a", "b"));
    assertThat(decisions.preempt(second, VICTIMS)).isEmpty();
    show(high("first", 8).nominatedFor(RequeueNomination.NODE).label("changed", "meanwhile"));
    assertThat(decisions.preempt(second, VICTIMS)).isEmpty();
    show(high("first", 8));
    assertThat(decisions.preempt(second, VICTIMS)).isEmpty();
    assertThat(decisions.obsoleteNominations()).isEmpty();
  }

  @Test
  void a_nomination_that_a_watch_shows_counts_until_it_is_taken_back() {
    Pod shown = show(high("shown", 8).nominatedFor("a"));
    Pod other = show(high("other", 8));

    assertThat(passes(other)).isFalse();
    nanos += Duration.ofHours(1).toNanos();
    assertThat(nominated()).containsExactly("uid-shown");
    show(high("shown", 8));
    assertThat(nominated()).isEmpty();
    assertThat(passes(other)).isTrue();
    assertThat(passes(shown)).isFalse();
  }

  @Test
  void a_nomination_counts_no_more_when_the_pod_is_bound_or_gone() {
    show(high("bound", 8).nominatedFor("a"));
    show(high("bound", 8).on("a"));
    assertThat(nominated()).isEmpty();
    assertThat(passes(show(high("other", 1)))).isFalse();

    gone(show(high("bound", 8).on("a")));
    gone(show(high("gone", 8).nominatedFor("a")));
    assertThat(nominated()).isEmpty();
    assertThat(passes(show(high("other", 8)))).isTrue();
    assertThat(decisions.resync()).isEmpty();
  }

  @Test
  void a_nomination_that_never_shows_expires() {
    decisions.preempt(show(high("first", 8)), VICTIMS);
    nanos += ExtenderSettings.DEFAULT.assumedPodTtl().toNanos();

    assertThat(nominated()).isEmpty();
    assertThat(decisions.preempt(show(high("second", 8)), VICTIMS)).isNotEmpty();
  }

  @Test
  void what_is_nominated_when_the_service_starts_counts() {
    cluster = cluster.with(high("first", 8).nominatedFor("a").build());
    decisions = decisions(ExtenderSettings.DEFAULT);

    assertThat(nominated()).containsExactly("uid-first");
    assertThat(decisions.preempt(show(high("second", 8)), VICTIMS)).isEmpty();
  }

  @Test
  void a_nomination_to_a_node_that_is_not_there_counts_nothing() {
    show(high("first", 8).nominatedFor("nowhere"));

    assertThat(nominated()).isEmpty();
  }

  @Test
  void a_nominated_pod_that_passes_the_filter_counts_once() {
    show(ExtenderFixtures.quota("one", 16));
    Pod first = show(high("first", 8).nominatedFor("a"));
    assertThat(passes(first)).isTrue();

    assertThat(passes(show(high("second", 8)))).isTrue();
    assertThat(passes(show(high("third", 1)))).isFalse();
    decisions.forgetPod("uid-first");
    assertThat(passes(show(high("third", 1)))).isFalse();
  }

  @Test
  void the_nomination_of_a_pod_that_is_held_is_to_be_cleared_and_blocks_nobody() {
    Pod nominated = show(high("first", 8).nominatedFor("a"));
    show(ExtenderFixtures.quota("one", 4));

    assertThat(decisions.preempt(nominated, VICTIMS)).isEmpty();

    assertThat(decisions.obsoleteNominations()).containsExactly(nominated);
    assertThat(nominated()).isEmpty();
    assertThat(passes(show(high("small", 4)))).isTrue();
    show(high("first", 8));
    assertThat(decisions.obsoleteNominations()).isEmpty();
  }

  @Test
  void a_pod_that_waits_for_its_own_victims_keeps_its_nomination() {
    show(ExtenderFixtures.quota("one", 9));
    String eight = "nvidia.com/gpu=8";
    PodBuilder victim =
        PodBuilder.pod("one", "low-a").uid("uid-own").requests(eight).limits(eight).on("a");
    Pod ending = show(victim.beingPreempted());
    Pod nominated = show(high("first", 8).nominatedFor("a"));

    assertThat(passes(nominated)).isFalse();
    assertThat(decisions.obsoleteNominations()).isEmpty();
    assertThat(nominated()).containsExactly("uid-first");

    gone(ending);
    assertThat(passes(nominated)).isTrue();
  }

  @Test
  void a_pod_whose_preemption_quota_forbids_is_held_until_the_quota_grows() {
    ResourceQuota less = show(ExtenderFixtures.quota("one", 4));
    Pod pod = show(high("first", 8));
    assertThat(decisions.preempt(pod, VICTIMS)).isEmpty();

    assertThat(decisions.held()).extracting(HeldPod::uid).containsExactly("uid-first");
    assertThat(decisions.held().get(0).reason().owner()).isEqualTo(less.name());
    assertThat(decisions.needsEvictions(pod)).isTrue();
    show(ExtenderFixtures.quota("one", 8));
    assertThat(decisions.preempt(pod, VICTIMS)).isNotEmpty();
    assertThat(decisions.held()).isEmpty();
    assertThat(decisions.needsEvictions(pod)).isFalse();
  }

  @Test
  void another_replica_learns_from_the_schedulers_message_that_preemption_is_forbidden() {
    show(ExtenderFixtures.quota("one", 4));
    String message =
        "0/2 nodes are available: 2 Insufficient nvidia.com/gpu. no new claims to deallocate, "
            + "preemption: no candidate node for preemption";
    Pod pod =
        high("first", 8)
            .status(
                s ->
                    s.conditions(
                        List.of(new Condition("PodScheduled", "False", "Unschedulable", message))))
            .build();
    cluster = cluster.with(pod);
    decisions = decisions(ExtenderSettings.DEFAULT);

    assertThat(decisions.held()).extracting(HeldPod::uid).containsExactly("uid-first");
    assertThat(decisions.needsEvictions(pod)).isTrue();
  }

  @Test
  void where_the_scheduler_ignores_gpus_only_victims_that_make_room_for_them_are_evicted() {
    decisions =
        decisions(new ExtenderSettings(true, Set.of(ExtenderFixtures.GPU), Duration.ofSeconds(30)));
    gone(ExtenderFixtures.pod("two", "low-b", 8, "b"));
    show(ExtenderFixtures.pod("two", "low-b", 6, "b"));
    show(ExtenderFixtures.pod("two", "small-b", 2, "b"));

    assertThat(decisions.preempt(show(high("first", 8)), VICTIMS)).containsExactly("a");
    assertThat(
            decisions.preempt(
                show(high("first", 8)), Map.of("b", List.of("uid-low-b", "uid-small-b"))))
        .containsExactly("b");
  }
}
