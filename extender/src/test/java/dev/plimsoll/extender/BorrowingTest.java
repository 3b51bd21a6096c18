package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tenants {@code one} and {@code two} share 16 GPUs, and {@code one} has borrowed all of them. */
class BorrowingTest {
  private final List<Pod> borrowed = new ArrayList<>();
  private Cluster cluster = start();
  private final Decisions decisions =
      new Decisions(
          cluster,
          ExtenderSettings.DEFAULT.withPolicies(
              List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE))),
          Ticker.SYSTEM);

  private Cluster start() {
    ClusterBuilder builder =
        ExtenderFixtures.cluster()
            .add(ExtenderFixtures.node("a", 8))
            .add(ExtenderFixtures.node("b", 8));
    for (int i = 0; i < 16; i++) {
      Pod pod = ExtenderFixtures.pod("one", "lent-" + i, 1, i < 8 ? "a" : "b");
      borrowed.add(pod);
      builder.add(pod);
    }
    return builder.build();
  }

  private <T extends ApiObject> T show(T object) {
    Optional<ApiObject> before =
        cluster.find(object.getClass(), object.namespace(), object.name()).map(o -> o);
    cluster = cluster.with(object);
    decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), cluster);
    return object;
  }

  private void end(int count) {
    for (int i = 0; i < count; i++) {
      gone(borrowed.remove(0));
    }
  }

  private void gone(Pod pod) {
    cluster = cluster.without(pod);
    decisions.changed(List.of(new ObjectChange(Optional.of(pod), Optional.empty())), cluster);
  }

  /** Shows a pod for which the scheduler has found no node. */
  private Pod waiting(String namespace, String name, long gpus) {
    return show(unschedulable(namespace, name, gpus).build());
  }

  private static PodBuilder unschedulable(String namespace, String name, long gpus) {
    String list = "nvidia.com/gpu=" + gpus;
    Condition condition =
        new Condition("PodScheduled", "False", "Unschedulable", "2 Insufficient nvidia.com/gpu");
    return PodBuilder.pod(namespace, name)
        .uid("uid-" + name)
        .requests(list)
        .limits(list)
        .status(s -> s.conditions(List.of(condition)));
  }

  private boolean passes(String namespace, String name, long gpus) {
    return passes(show(ExtenderFixtures.pod(namespace, name, gpus, "")));
  }

  private boolean passes(Pod pod) {
    return decisions.filter(pod, 2, () -> List.of("a", "b")).filtered().anyPasses(2);
  }

  @Test
  void what_the_owner_waits_for_is_not_borrowed_again() {
    waiting("two", "own", 8);
    end(8);

    assertThat(passes("one", "more", 1)).isFalse();
    assertThat(passes("two", "own", 8)).isTrue();
    assertThat(passes("one", "more", 1)).isFalse();
  }

  @Test
  void what_the_owner_does_not_wait_for_may_be_borrowed() {
    waiting("two", "own", 2);
    end(4);

    assertThat(passes("one", "two-more", 2)).isTrue();
    assertThat(passes("one", "third", 1)).isFalse();
  }

  @Test
  void an_owner_no_longer_waits_once_its_pods_are_gone_or_placed() {
    Pod own = waiting("two", "own", 4);
    end(4);
    assertThat(passes("one", "more", 1)).isFalse();
    gone(own);
    assertThat(passes("one", "more", 1)).isTrue();

    waiting("two", "next", 3);
    assertThat(passes("one", "again", 1)).isFalse();
    show(ExtenderFixtures.pod("two", "next", 3, "a"));
    assertThat(decisions.resync()).isEmpty();
    end(1);
    assertThat(passes("one", "again", 1)).isTrue();
  }

  @Test
  void what_is_waited_for_stays_known_when_usage_is_counted_anew() {
    waiting("two", "own", 8);
    end(8);

    assertThat(decisions.resync()).isEmpty();
    assertThat(passes("one", "more", 1)).isFalse();
  }

  @Test
  void a_pod_that_does_not_fit_its_own_share_keeps_nobody_from_borrowing() {
    waiting("two", "beyond", 9);
    end(1);

    assertThat(passes("one", "more", 1)).isTrue();
  }

  @Test
  void a_pod_that_no_node_could_take_keeps_nobody_from_borrowing() {
    show(unschedulable("two", "nowhere", 1).nodeSelector("zone", "none").build());
    end(1);

    assertThat(passes("one", "more", 1)).isTrue();
  }

  @Test
  void a_pod_that_waits_for_quota_keeps_nobody_from_borrowing() {
    show(ExtenderFixtures.quota("two", 0));
    waiting("two", "own", 1);
    end(1);

    assertThat(passes("one", "more", 1)).isTrue();
  }

  @Test
  void what_pods_of_the_borrower_wait_for_counts_for_nothing() {
    waiting("one", "beyond", 1);
    end(1);

    assertThat(passes("one", "more", 1)).isTrue();
  }

  @Test
  void where_it_is_reclaimed_the_smallest_then_the_youngest_borrowers_go_and_budgets_are_kept() {
    Decisions reclaiming =
        new Decisions(
            cluster,
            ExtenderSettings.DEFAULT.withPolicies(
                List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.RECLAIM))),
            Ticker.SYSTEM);
    Map<String, List<String>> equal =
        Map.of("a", List.of("uid-lent-0"), "b", List.of("uid-lent-8"));
    Map<String, List<String>> more =
        Map.of("a", List.of("uid-lent-0", "uid-lent-1"), "b", List.of("uid-lent-8"));
    Pod own = ExtenderFixtures.pod("two", "own", 1, "");
    Pod younger =
        borrowed.get(8).withStatus(PodStatus.builder().startTime(Optional.of(Instant.MAX)).build());
    cluster = cluster.with(younger);
    reclaiming.changed(
        List.of(new ObjectChange(Optional.of(borrowed.get(8)), Optional.of(younger))), cluster);

    assertThat(reclaiming.preempt(own, equal)).containsExactly("b");
    assertThat(reclaiming.preempt(own, more)).containsExactly("b");
    assertThat(reclaiming.preempt(own, equal, Set.of("b")).value().victims().keySet())
        .containsExactly("a");
    assertThat(reclaiming.preempt(own, equal, Set.of("a", "b")).value().victims().keySet())
        .isEmpty();
    assertThat(decisions.preempt(own, equal, Set.of("a", "b")).value().victims().keySet())
        .containsExactlyInAnyOrder("a", "b");
  }
}
