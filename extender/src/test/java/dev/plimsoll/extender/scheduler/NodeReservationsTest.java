package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.ReservationSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Two tenants share four nodes of 8 GPUs. On each node the first one has pods of one GPU: 8, 7, 6
 * and 5 of them.
 */
class NodeReservationsTest {
  private static final Duration AFTER = Duration.ofMinutes(5);
  private static final Duration TTL = Duration.ofHours(1);
  private static final List<String> NODES = List.of("n0", "n1", "n2", "n3");

  private long nanos;
  private long version;
  private Cluster cluster = start();
  private Decisions decisions = decisions(25);

  private static Cluster start() {
    Cluster start = ExtenderFixtures.cluster().build();
    for (int i = 0; i < NODES.size(); i++) {
      start = start.with(ExtenderFixtures.node(NODES.get(i), 8));
      for (int j = i; j < 8; j++) {
        start = start.with(ExtenderFixtures.pod("one", "p-" + i + "-" + j, 1, NODES.get(i)));
      }
    }
    return start;
  }

  private Decisions decisions(int mostPercent) {
    ExtenderSettings settings =
        ExtenderSettings.DEFAULT
            .withReservations(new ReservationSettings(AFTER, TTL, mostPercent))
            .withPolicies(List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE)));
    return new Decisions(cluster, settings, () -> nanos);
  }

  private void change(Optional<ApiObject> before, Optional<ApiObject> after) {
    cluster = after.isPresent() ? cluster.with(after.get()) : cluster.without(before.get());
    decisions.changed(List.of(new ObjectChange(before, after)), cluster);
  }

  private void put(ApiObject object) {
    change(
        cluster.find(object.getClass(), object.namespace(), object.identity()).map(o -> o),
        Optional.of(object));
  }

  private void remove(ApiObject object) {
    change(Optional.of(object), Optional.empty());
  }

  /** Returns a pod that kube-scheduler has found no node for. */
  private Pod waiting(Pod pod) {
    Condition condition =
        new Condition("PodScheduled", "False", "Unschedulable", "Insufficient nvidia.com/gpu");
    return pod.withMetadata(pod.metadata().withResourceVersion("" + ++version))
        .withStatus(pod.status().withConditions(List.of(condition)));
  }

  private Pod large() {
    return waiting(ExtenderFixtures.pod("two", "large", 8, ""));
  }

  private void sync() {
    new NodeReserver(decisions).sync();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
    sync();
  }

  private List<String> reserved() {
    return decisions.reservations().all().stream()
        .map(r -> r.pod().name() + " " + r.node())
        .toList();
  }

  private FilterDecision filter(Pod pod) {
    return decisions.filter(pod, NODES.size(), () -> NODES);
  }

  private boolean passesOn(Pod pod, String node) {
    return filter(pod).filtered().passes(NODES.indexOf(node));
  }

  @Test
  void the_node_is_reserved_where_the_fewest_devices_must_end_once_the_pod_has_waited() {
    put(large());
    pass(AFTER.minusSeconds(1));
    assertThat(reserved()).isEmpty();

    pass(Duration.ofSeconds(1));
    assertThat(reserved()).containsExactly("large n3");
    assertThat(decisions.reservations().made()).isEqualTo(1);
  }

  @Test
  void others_are_told_that_a_node_is_reserved_and_by_whom_is_not_said() {
    put(large());
    pass(AFTER);
    FilterDecision decision = filter(ExtenderFixtures.pod("two", "small", 1, ""));

    assertThat(decision.filtered().unresolvable())
        .containsExactly("", "", "", "reserved for a large pod");
    FilterDecision nowhere =
        decisions.filter(ExtenderFixtures.pod("two", "other", 1, ""), 1, () -> List.of("n3"));
    assertThat(nowhere.reason()).isEqualTo("reserved");
  }

  @Test
  void what_leaves_the_large_pod_enough_may_go_there() {
    put(waiting(ExtenderFixtures.pod("two", "large", 4, "")));
    pass(AFTER);
    assertThat(reserved()).containsExactly("large n3");
    for (int j = 3; j < 6; j++) {
      remove(ExtenderFixtures.pod("one", "p-3-" + j, 1, "n3"));
    }

    assertThat(passesOn(ExtenderFixtures.pod("one", "first", 1, ""), "n3")).isTrue();
    assertThat(passesOn(ExtenderFixtures.pod("one", "second", 1, ""), "n3")).isTrue();
    assertThat(passesOn(ExtenderFixtures.pod("one", "third", 1, ""), "n3")).isFalse();
  }

  @Test
  void more_important_pods_and_those_of_a_daemon_set_that_need_no_devices_may_go_there() {
    put(large());
    pass(AFTER);
    Pod important =
        PodBuilder.pod(ExtenderFixtures.pod("two", "important", 1, "")).priority(1).build();
    OwnerReference owner = new OwnerReference("apps/v1", "DaemonSet", "agent", "uid-agent", true);
    Pod agent = PodBuilder.pod("system", "agent").uid("uid-agent-0").requests("cpu=65").build();
    Pod daemon = agent.withMetadata(agent.metadata().withOwners(List.of(owner)));
    assertThat(passesOn(daemon, "n3")).isFalse();
    put(ExtenderFixtures.daemonSet("another"));
    assertThat(passesOn(daemon, "n3")).isFalse();
    put(ExtenderFixtures.daemonSet("uid-agent"));

    assertThat(passesOn(important, "n3")).isTrue();
    assertThat(passesOn(daemon, "n3")).isTrue();
    assertThat(passesOn(ExtenderFixtures.pod("two", "small", 1, ""), "n3")).isFalse();
  }

  @Test
  void nobody_is_evicted_from_a_reserved_node_for_another_pod() {
    put(large());
    pass(AFTER);
    Pod pod = PodBuilder.pod(ExtenderFixtures.pod("two", "other", 1, "")).priority(0).build();
    Map<String, List<String>> victims =
        Map.of("n0", List.of("uid-p-0-0"), "n3", List.of("uid-p-3-3"));

    assertThat(decisions.preempt(pod, victims)).containsExactly("n0");
  }

  @Test
  void only_nodes_that_the_pod_may_go_to_are_reserved() {
    put(
        NodeBuilder.node("n3")
            .has("cpu", "64")
            .has("memory", "512Gi")
            .has("nvidia.com/gpu", "8")
            .taint("dedicated", "others", "NoSchedule")
            .build());
    put(PodBuilder.pod(large()).nodeSelector("kubernetes.io/hostname", "n1").build());
    put(waiting(ExtenderFixtures.pod("two", "larger", 9, "")));
    pass(AFTER);

    assertThat(reserved()).containsExactly("large n1");
  }

  @Test
  void it_ends_when_the_pod_is_gone_or_bound_or_the_node_is_gone_or_cordoned() {
    put(large());
    pass(AFTER);
    remove(large());
    assertThat(reserved()).isEmpty();

    put(large());
    pass(AFTER);
    put(ExtenderFixtures.pod("two", "large", 8, "n3"));
    assertThat(reserved()).isEmpty();
    remove(ExtenderFixtures.pod("two", "large", 8, "n3"));

    put(large());
    pass(AFTER);
    remove(ExtenderFixtures.node("n3", 8));
    assertThat(reserved()).isEmpty();
    sync();
    assertThat(reserved()).containsExactly("large n2");
    Node cordoned =
        NodeBuilder.node("n2").has("cpu", "64").has("nvidia.com/gpu", "8").cordoned().build();
    put(cordoned);
    sync();
    assertThat(reserved()).doesNotContain("large n2");
  }

  @Test
  void it_ends_when_quota_or_share_has_nothing_left_for_the_pod() {
    put(ExtenderFixtures.quota("two", 8));
    put(large());
    pass(AFTER);
    assertThat(reserved()).hasSize(1);
    put(ExtenderFixtures.quota("two", 7));
    sync();
    assertThat(reserved()).isEmpty();

    put(ExtenderFixtures.quota("two", 100));
    pass(NodeReservations.RETRY);
    assertThat(reserved()).hasSize(1);
    put(ExtenderFixtures.pod("two", "else", 9, "n9"));
    sync();
    assertThat(reserved()).isEmpty();
  }

  @Test
  void nothing_is_reserved_beyond_a_share_together_with_what_is_reserved_already() {
    decisions = decisions(100);
    put(large());
    put(waiting(ExtenderFixtures.pod("two", "second", 8, "")));
    put(waiting(ExtenderFixtures.pod("two", "third", 8, "")));
    pass(AFTER);

    assertThat(reserved()).containsExactly("large n3", "second n2");
  }

  @Test
  void no_more_nodes_are_reserved_than_the_settings_say() {
    put(large());
    put(waiting(ExtenderFixtures.pod("two", "second", 8, "")));
    pass(AFTER);
    assertThat(reserved()).containsExactly("large n3");

    decisions = decisions(0);
    put(large());
    pass(AFTER);
    assertThat(reserved()).isEmpty();
  }

  @Test
  void a_node_that_came_to_nothing_is_given_up_and_others_come_first() {
    put(large());
    pass(AFTER);
    put(waiting(ExtenderFixtures.pod("two", "second", 8, "")));
    pass(TTL);
    assertThat(reserved()).containsExactly("second n3");
    assertThat(decisions.reservations().expired()).isEqualTo(1);

    remove(ExtenderFixtures.pod("two", "second", 8, ""));
    sync();
    assertThat(reserved()).isEmpty();
    pass(TTL);
    assertThat(reserved()).containsExactly("large n3");
  }

  @Test
  void what_is_reserved_stays_so_while_the_pod_is_on_its_way() {
    put(large());
    pass(AFTER);
    for (int j = 3; j < 8; j++) {
      remove(ExtenderFixtures.pod("one", "p-3-" + j, 1, "n3"));
    }

    assertThat(passesOn(large(), "n3")).isTrue();
    sync();
    assertThat(reserved()).containsExactly("large n3");
    assertThat(passesOn(ExtenderFixtures.pod("two", "small", 1, ""), "n3")).isFalse();
  }

  @Test
  void pods_of_a_tenant_without_a_share_get_nothing_reserved() {
    put(waiting(ExtenderFixtures.pod("nobody", "large", 8, "")));
    pass(AFTER);

    assertThat(reserved()).isEmpty();
  }
}
