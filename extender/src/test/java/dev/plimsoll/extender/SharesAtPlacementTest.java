package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.FilterDecision;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two tenants share 16 GPUs, 8 each; {@code one} has 6 of its own in use, {@code two} has 4. */
class SharesAtPlacementTest {
  private static final String HELD = "tenant one has no share of nvidia.com/gpu left for placement";

  private final Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.node("b", 8))
          .add(ExtenderFixtures.pod("one", "one-old", 6, "a"))
          .add(ExtenderFixtures.pod("two", "two-old", 4, "b"))
          .build();

  private Decisions decisions(PlacementMode placementMode, BorrowingMode borrowingMode) {
    return decisions(ExtenderFixtures.policy(placementMode, borrowingMode));
  }

  private Decisions decisions(CapacityPolicy policy) {
    return new Decisions(
        cluster, ExtenderSettings.DEFAULT.withPolicies(List.of(policy)), Ticker.SYSTEM);
  }

  private static boolean passes(Decisions decisions, String namespace, String name, long gpus) {
    return filter(decisions, namespace, name, gpus).filtered().passes(0);
  }

  private static FilterDecision filter(
      Decisions decisions, String namespace, String name, long gpus) {
    return decisions.filter(
        ExtenderFixtures.pod(namespace, name, gpus, ""), 2, () -> List.of("a", "b"));
  }

  @Test
  void a_tenant_may_fill_its_share_and_no_more_where_it_may_not_borrow() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.NEVER);

    assertThat(passes(decisions, "one", "fits", 2)).isTrue();
    FilterDecision held = filter(decisions, "one", "beyond", 1);

    assertThat(held.filtered()).isEqualTo(ExtenderFilterResult.held(HELD, 2));
    assertThat(held.reason()).isEqualTo("share");
  }

  @Test
  void what_others_leave_idle_may_be_borrowed_once() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.IDLE);

    assertThat(passes(decisions, "one", "all-idle", 6)).isTrue();
    assertThat(passes(decisions, "one", "nothing-left", 1)).isFalse();
  }

  @Test
  void a_lender_gets_its_share_whoever_has_borrowed_it() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.IDLE);
    filter(decisions, "one", "borrower", 6);

    assertThat(passes(decisions, "two", "own", 4)).isTrue();
    assertThat(passes(decisions, "two", "beyond", 1)).isFalse();
  }

  @Test
  void a_pod_that_asks_for_nothing_divided_or_belongs_to_nobody_is_not_held() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.NEVER);
    filter(decisions, "one", "fits", 2);

    assertThat(passes(decisions, "one", "no-gpu", 0)).isTrue();
    assertThat(passes(decisions, "nobody", "gpu", 8)).isTrue();
  }

  @Test
  void where_it_is_only_reported_pods_beyond_their_share_pass_and_are_counted_apart() {
    Decisions decisions = decisions(PlacementMode.REPORT, BorrowingMode.NEVER);

    FilterDecision beyond = filter(decisions, "one", "beyond", 3);

    assertThat(beyond.filtered()).isEqualTo(ExtenderFilterResult.ALL);
    assertThat(beyond.reason()).isEqualTo("beyond_share");
  }

  @Test
  void asked_twice_for_one_pod_it_answers_the_same_and_books_once() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.NEVER);

    assertThat(passes(decisions, "one", "fits", 2)).isTrue();
    assertThat(passes(decisions, "one", "fits", 2)).isTrue();
    assertThat(decisions.assumedPods()).hasSize(1);
  }

  @Test
  void a_share_of_one_pool_is_no_reason_to_keep_pods_off_other_nodes() {
    Decisions decisions = decisions(ExtenderFixtures.policyOnNode("a"));

    FilterDecision filterDecision = filter(decisions, "one", "beyond", 3);

    assertThat(filterDecision.filtered().unresolvable()).containsExactly(HELD, "");
    assertThat(filterDecision.filtered().passes(1)).isTrue();
  }

  @Test
  void a_share_follows_the_nodes_at_the_next_resync() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.NEVER);
    Node more = ExtenderFixtures.node("c", 8);
    Cluster now = cluster.with(more);

    decisions.changed(List.of(new ObjectChange(Optional.empty(), Optional.of(more))), now);
    assertThat(passes(decisions, "one", "larger", 4)).isFalse();
    assertThat(decisions.resync()).isEmpty();

    assertThat(passes(decisions, "one", "larger", 4)).isTrue();
  }

  @Test
  void a_pod_that_was_bound_or_ended_is_counted_as_such() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.NEVER);
    filter(decisions, "one", "new", 2);
    Pod bound = ExtenderFixtures.pod("one", "new", 2, "a");
    Cluster placed = cluster.with(bound);
    decisions.changed(List.of(new ObjectChange(Optional.empty(), Optional.of(bound))), placed);

    assertThat(decisions.assumedPods()).isEmpty();
    assertThat(passes(decisions, "one", "next", 1)).isFalse();
    decisions.changed(
        List.of(new ObjectChange(Optional.of(bound), Optional.empty())), placed.without(bound));
    assertThat(passes(decisions, "one", "next", 2)).isTrue();
    assertThat(decisions.resync()).isEmpty();
  }

  @Test
  void news_that_got_lost_shows_in_the_resync_and_is_repaired() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.NEVER);
    Cluster withQuota = cluster.with(ExtenderFixtures.quota("one", 10));
    decisions.changed(List.of(), withQuota);
    filter(decisions, "one", "asked", 1);
    Pod unseen = ExtenderFixtures.pod("one", "unseen", 2, "a");

    decisions.changed(List.of(), withQuota.with(unseen));

    assertThat(decisions.resync())
        .containsExactly("pods on node a", "quotas of namespace one", "tenant one");
    assertThat(decisions.resync()).isEmpty();
    assertThat(passes(decisions, "one", "next", 1)).isFalse();
  }

  @Test
  void a_tenant_beyond_its_share_does_not_evict_one_within_its_own() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.IDLE);
    Map<String, List<String>> victims =
        Map.of("a", List.of("uid-one-old"), "b", List.of("uid-two-old"));

    Set<String> nodes = decisions.preempt(ExtenderFixtures.pod("one", "more", 4, ""), victims);

    assertThat(nodes).containsExactly("a");
  }

  @Test
  void nothing_is_evicted_for_a_pod_that_its_share_would_still_hold_back() {
    Decisions decisions = decisions(PlacementMode.HOLD, BorrowingMode.NEVER);
    Map<String, List<String>> victims =
        Map.of("a", List.of("uid-one-old"), "b", List.of("uid-two-old"));

    assertThat(decisions.preempt(ExtenderFixtures.pod("one", "more", 4, ""), victims))
        .containsExactly("a");
    assertThat(decisions.preempt(ExtenderFixtures.pod("one", "most", 9, ""), victims)).isEmpty();
  }
}
