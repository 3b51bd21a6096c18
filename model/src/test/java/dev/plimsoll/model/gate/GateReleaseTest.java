package dev.plimsoll.model.gate;

import static dev.plimsoll.model.gate.GatedCluster.NOW;
import static dev.plimsoll.model.gate.GatedCluster.decide;
import static dev.plimsoll.model.gate.GatedCluster.gang;
import static dev.plimsoll.model.gate.GatedCluster.gated;
import static dev.plimsoll.model.gate.GatedCluster.names;
import static dev.plimsoll.model.gate.GatedCluster.pod;
import static dev.plimsoll.model.gate.GatedCluster.policy;
import static dev.plimsoll.model.gate.GatedCluster.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GateReleaseTest {
  private static final CapacityPolicy NEVER = policy(BorrowingMode.NEVER);
  private static final CapacityPolicy IDLE = policy(BorrowingMode.IDLE);

  @Test
  void the_oldest_are_released_up_to_the_share() {
    Cluster cluster =
        new GatedCluster()
            .node("a", 8)
            .add(gated("one", "young", 2, 10), gated("one", "old", 2, 30))
            .add(gated("one", "between", 2, 20))
            .build();

    GateDecision decision = decide(cluster, NEVER);

    assertThat(names(decision)).containsExactly("old", "between");
    assertThat(waiting(decision))
        .containsExactly("young waits for tenant one to have share of nvidia.com/gpu");
  }

  @Test
  void the_highest_priority_comes_first() {
    Cluster cluster =
        new GatedCluster()
            .node("a", 8)
            .add(gated("one", "old", 4, 30), gated(pod("one", "urgent", 4).priority(9), 10))
            .build();

    assertThat(names(decide(cluster, NEVER))).containsExactly("urgent");
  }

  @Test
  void tenants_take_turns_the_one_first_that_has_used_less() {
    Cluster cluster =
        new GatedCluster()
            .node("a", 8)
            .add(pod("one", "runs", 2).on("a").build())
            .add(gated("one", "one-1", 1, 50), gated("one", "one-2", 1, 40))
            .add(gated("two", "two-1", 1, 30), gated("two", "two-2", 1, 20))
            .add(gated("two", "two-3", 1, 10))
            .build();

    assertThat(names(decide(cluster, NEVER)))
        .containsExactly("two-1", "one-1", "two-2", "one-2", "two-3");
  }

  @Test
  void what_is_released_and_not_seen_to_be_counts() {
    Cluster cluster =
        new GatedCluster()
            .node("a", 8)
            .add(gated("one", "old", 4, 30), gated("one", "young", 4, 10))
            .build();

    assertThat(names(decide(cluster, NEVER, "uid-old"))).isEmpty();
  }

  @Test
  void a_pod_without_a_gate_that_has_no_node_holds_its_share() {
    Cluster cluster =
        new GatedCluster()
            .node("a", 8)
            .add(pod("one", "stuck", 4).nodeSelector("no", "where").build())
            .add(gated("one", "young", 1, 10))
            .build();

    assertThat(names(decide(cluster, NEVER))).isEmpty();
  }

  @Test
  void a_gang_of_which_three_of_four_fit_waits_whole_and_goes_whole_with_another_node() {
    List<Pod> gang = gang("one", "train", 4, 8, 60);
    CapacityPolicy policy =
        policy(PlacementMode.GATE, BorrowingMode.IDLE, List.of(Tenant.of("one", 1, "one")));
    GatedCluster three = new GatedCluster().node("a", 8).node("b", 8).node("c", 8).node("x", 4);
    three.node("y", 4).add(gang);

    assertThat(names(decide(three.build(), policy))).isEmpty();
    assertThat(waiting(decide(three.build(), policy)))
        .hasSize(4)
        .allMatch(w -> w.endsWith("nodes that can take all 4 pods of its gang at once"));
    assertThat(names(decide(three.node("d", 8).build(), policy)))
        .containsExactly("train-0", "train-1", "train-2", "train-3");
  }

  @Test
  void no_gate_of_a_gang_is_removed_before_the_share_has_enough_for_all_its_pods() {
    GatedCluster cluster = new GatedCluster().node("a", 8).node("b", 8);
    cluster.add(gang("one", "train", 4, 2, 60));
    Cluster lacking = cluster.add(pod("one", "runs", 1).on("a").build()).build();

    assertThat(names(decide(lacking, NEVER))).isEmpty();
    assertThat(
            names(
                decide(
                    lacking.without(
                        lacking.list(Pod.class, "one").stream()
                            .filter(p -> p.name().equals("runs"))
                            .findFirst()
                            .orElseThrow()),
                    NEVER)))
        .containsExactly("train-0", "train-1", "train-2", "train-3");
  }

  @Test
  void a_gang_that_is_not_complete_waits_and_one_that_runs_takes_on_single_pods() {
    List<Pod> gang = gang("one", "train", 3, 1, 60);
    GatedCluster cluster = new GatedCluster().node("a", 8).add(gang.subList(0, 2));

    assertThat(waiting(decide(cluster.build(), NEVER)))
        .containsOnly(
            "train-0 waits for 1 more pod of gang train to be created",
            "train-1 waits for 1 more pod of gang train to be created");

    List<Pod> more = new ArrayList<>();
    gang.forEach(p -> more.add(ShareGate.ungated(p)));
    more.add(GatedCluster.member("one", "train", 3, 7, 1, 10));
    assertThat(names(decide(new GatedCluster().node("a", 8).add(more).build(), NEVER)))
        .containsExactly("train-7");
  }

  @Test
  void a_gang_that_was_begun_goes_on_before_all_others() {
    List<Pod> gang = gang("one", "train", 2, 2, 5);
    Cluster cluster =
        new GatedCluster()
            .node("a", 8)
            .add(gated(pod("one", "urgent", 2).priority(9), 99))
            .add(gang)
            .build();

    assertThat(names(decide(cluster, NEVER, "uid-train-0"))).containsExactly("train-1");
  }

  @Test
  void a_gang_waits_until_its_PodGroup_is_there() {
    PodGroupApi api = PodGroupApi.SCHEDULER_PLUGINS;
    Pod pod = gated(pod("one", "p", 1).label("scheduling.x-k8s.io/pod-group", "pg"), 9);
    GatedCluster cluster = new GatedCluster().node("a", 8).add(pod);

    assertThat(waiting(decide(cluster.build(), NEVER)))
        .singleElement()
        .asString()
        .contains("the PodGroup of gang");
    PodGroup group = new PodGroup(ObjectMeta.of("one", "pg"), api, Map.of("", 1));
    assertThat(names(decide(cluster.add(group).build(), NEVER))).containsExactly("p");
  }

  @Test
  void nobody_borrows_what_others_wait_for() {
    Cluster cluster =
        new GatedCluster()
            .node("a", 8)
            .add(gated("one", "one-1", 4, 50), gated("one", "one-2", 4, 40))
            .build();
    Cluster contended = cluster.with(gated("two", "two-1", 4, 10));

    assertThat(names(decide(cluster, IDLE))).containsExactly("one-1", "one-2");
    assertThat(names(decide(contended, IDLE))).containsExactly("one-1", "two-1");
  }

  @Test
  void what_has_waited_for_long_is_not_passed_by_its_own_tenant() {
    GatedCluster cluster = new GatedCluster().node("a", 4).node("b", 4).node("c", 4).node("d", 4);
    for (String node : List.of("a", "b", "c", "d")) {
      cluster.add(pod("one", "on-" + node, 1).on(node).build());
    }
    Pod small = gated("one", "small", 1, 5);
    long patience = GateRelease.NOT_PASSED_AFTER.toSeconds();

    assertThat(names(decide(cluster.build().with(gated("one", "big", 4, 9)).with(small), NEVER)))
        .containsExactly("small");
    assertThat(
            waiting(
                decide(cluster.build().with(gated("one", "big", 4, patience)).with(small), NEVER)))
        .containsExactlyInAnyOrder(
            "big waits for a node that can take it",
            "small waits for pod big, which has waited longer");
  }

  @Test
  void what_no_node_could_ever_take_is_passed() {
    Cluster cluster =
        new GatedCluster()
            .node("a", 4)
            .node("b", 4)
            .add(gated("two", "huge", 5, 9_999), gated("two", "small", 1, 5))
            .add(gang("one", "wide", 2, 3, 9_999))
            .add(gated("one", "little", 1, 5))
            .build();

    assertThat(names(decide(cluster, NEVER))).containsExactlyInAnyOrder("small", "little");
  }

  @Test
  void a_pod_that_would_preempt_is_released() {
    Cluster cluster =
        new GatedCluster()
            .node("a", 4)
            .add(pod("nobody", "low", 4).on("a").priority(-1).build())
            .add(gated(pod("one", "high", 2).priority(9), 10))
            .build();

    assertThat(names(decide(cluster, NEVER))).containsExactly("high");
  }

  @Test
  void what_no_policy_gates_is_exempt() {
    Pod pod = gated("one", "p", 8, 10);
    Cluster cluster = new GatedCluster().node("a", 4).add(pod).build();
    CapacityPolicy held =
        policy(PlacementMode.HOLD, BorrowingMode.NEVER, List.of(Tenant.of("one", 1, "one")));

    assertThat(decide(cluster, held).exempt()).containsExactly(pod);
    assertThat(decide(cluster.with(gated("other", "q", 8, 10)), NEVER).exempt())
        .extracting(Pod::name)
        .containsExactly("q");
  }

  @Test
  void gates_of_others_do_not_matter() {
    Pod pod = gated(pod("one", "p", 1), 10, List.of("kueue.x-k8s.io/topology", ShareGate.NAME));
    Pod foreign = gated(pod("one", "q", 1), 10, List.of("kueue.x-k8s.io/topology"));
    Cluster cluster = new GatedCluster().node("a", 4).add(pod, foreign).build();

    assertThat(names(decide(cluster, NEVER))).containsExactly("p");
  }

  @Test
  void nothing_is_released_by_what_may_not_be_read() {
    Cluster cluster =
        new GatedCluster()
            .node("a", 4)
            .add(gated("one", "p", 1, 10))
            .build()
            .withCoverage(PriorityClass.RESOURCE, Coverage.NONE);

    assertThat(waiting(decide(cluster, NEVER)))
        .singleElement()
        .asString()
        .startsWith("p waits for what can't be read:");
  }

  @Test
  void an_unscheduled_pod_of_a_DaemonSet_is_never_gated() {
    Pod pod = pod("one", "p", 1).build();
    GatedTenants tenants = GatedTenants.of(new GatedCluster().add(pod).build(), List.of(NEVER));

    assertThat(tenants.gate(pod)).isTrue();
    assertThat(tenants.gate(pod("one", "q", 0).build())).isFalse();
    assertThat(tenants.gate(pod("three", "q", 1).build())).isFalse();
    assertThat(tenants.gate(pod("one", "q", 1).on("a").build())).isFalse();
    assertThat(tenants.gate(GatedCluster.member("one", "g", 2, 0, 0, 1))).isTrue();
  }

  @Test
  void the_decision_is_the_same_after_its_first_part() {
    GatedCluster cluster = new GatedCluster().node("a", 8).node("b", 8);
    for (int i = 0; i < 8; i++) {
      cluster.add(gated(i % 2 == 0 ? "one" : "two", "p" + i, 3, 100 - i));
    }
    List<String> all = names(decide(cluster.build(), NEVER));

    assertThat(
            GateRelease.decide(
                    cluster.build(),
                    List.of(NEVER),
                    DefaultPlugins.scheduler(),
                    Set.of("uid-" + all.get(0)),
                    NOW)
                .released())
        .hasSize(all.size() - 1);
  }
}
