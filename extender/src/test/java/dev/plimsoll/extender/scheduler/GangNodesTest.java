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
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.topology.DomainRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Two tenants share six nodes of 8 GPUs, three in each of two racks. The first tenant has pods of
 * one GPU on each node: 8, 7, 6, 5, 4 and 3 of them.
 */
class GangNodesTest {
  private static final Duration AFTER = Duration.ofMinutes(5);
  private static final Duration TTL = Duration.ofHours(1);
  private static final List<String> NODES = List.of("n0", "n1", "n2", "n3", "n4", "n5");

  private long nanos;
  private Cluster cluster = start();
  private Decisions decisions = decisions(50);

  private static Cluster start() {
    Cluster start = ExtenderFixtures.cluster().build();
    for (int i = 0; i < NODES.size(); i++) {
      start =
          start.with(
              NodeBuilder.node(NODES.get(i))
                  .has("cpu", "64")
                  .has("memory", "512Gi")
                  .has("nvidia.com/gpu", "8")
                  .label("rack", i % 2 == 0 ? "even" : "odd")
                  .build());
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

  private static Pod member(String namespace, int number, int size, long gpus) {
    return PodBuilder.pod(ExtenderFixtures.pod(namespace, "m-" + number, gpus, ""))
        .label(Gang.NAME, "training")
        .label(Gang.SIZE, "" + size)
        .build();
  }

  /** Creates a gang, and has kube-scheduler ask about each pod. */
  private void create(String namespace, int size, long gpus) {
    for (int i = 0; i < size; i++) {
      Pod pod = member(namespace, i, size, gpus);
      put(pod);
      assertThat(passes(pod)).isFalse();
    }
  }

  private void sync() {
    new GangAdmission(decisions).sync();
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

  private List<String> rejections(Pod pod) {
    return decisions.filter(pod, NODES.size(), () -> NODES).filtered().unresolvable();
  }

  private boolean passes(Pod pod) {
    return decisions.filter(pod, NODES.size(), () -> NODES).filtered().anyPasses(NODES.size());
  }

  private void empty(int node) {
    for (int j = node; j < 8; j++) {
      remove(ExtenderFixtures.pod("one", "p-" + node + "-" + j, 1, NODES.get(node)));
    }
  }

  @Test
  void the_nodes_are_reserved_where_the_fewest_devices_must_end_once_the_gang_has_waited() {
    create("two", 2, 8);
    pass(AFTER.minusSeconds(1));
    assertThat(reserved()).isEmpty();

    pass(Duration.ofSeconds(1));
    assertThat(reserved()).containsExactlyInAnyOrder("m-0 n5", "m-1 n4");
    assertThat(decisions.reservations().nodes()).isEqualTo(2);
    assertThat(decisions.reservations().made()).isEqualTo(2);
    assertThat(rejections(ExtenderFixtures.pod("two", "small", 1, "")))
        .containsExactly("", "", "", "", "reserved for a gang", "reserved for a gang");
  }

  @Test
  void a_pod_of_the_gang_says_which_nodes_are_reserved_since_when_and_until_when() {
    create("two", 2, 8);
    pass(AFTER);
    pass(Duration.ofMinutes(10));
    Instant now = Instant.parse("2026-01-31T12:00:00Z");
    Pod member = member("two", 0, 2, 8);

    PodHold hold =
        new PodHold("held", List.of("nodes lack it"))
            .withReserved(decisions.reservations().of(member, now));

    assertThat(hold.notes())
        .containsExactly(
            "nodes lack it",
            "nodes n4, n5 are reserved for its gang since 2026-01-31T11:50:00Z,"
                + " until 2026-01-31T12:50:00Z at the latest");
    assertThat(hold.withoutNodes().notes())
        .containsExactly(
            "nodes lack it",
            "nodes are reserved for its gang since 2026-01-31T11:50:00Z,"
                + " until 2026-01-31T12:50:00Z at the latest");
    assertThat(decisions.reservations().of(ExtenderFixtures.pod("two", "other", 1, ""), now))
        .isEmpty();
  }

  @Test
  void the_gang_runs_once_its_nodes_are_free() {
    create("two", 2, 8);
    pass(AFTER);
    empty(5);
    sync();
    assertThat(passes(member("two", 0, 2, 8))).isFalse();
    Pod small = ExtenderFixtures.pod("one", "small", 1, "");
    FilterDecision onFreeNode = decisions.filter(small, 1, () -> List.of("n5"));
    assertThat(onFreeNode.filtered().unresolvable()).containsExactly("reserved for a gang");

    empty(4);
    sync();
    sync();
    assertThat(passes(member("two", 0, 2, 8))).isTrue();
    assertThat(passes(member("two", 1, 2, 8))).isTrue();
    assertThat(reserved()).isEmpty();
  }

  @Test
  void pods_of_a_gang_share_a_node_and_leave_the_rest_to_others() {
    create("two", 4, 3);
    pass(AFTER);

    assertThat(reserved()).containsExactlyInAnyOrder("m-0 n3", "m-1 n4", "m-2 n5", "m-3 n5");
    assertThat(decisions.reservations().nodes()).isEqualTo(3);
    remove(ExtenderFixtures.pod("one", "p-4-4", 1, "n4"));
    Pod small = ExtenderFixtures.pod("one", "small", 2, "");
    assertThat(rejections(small).get(4)).isEmpty();
    assertThat(rejections(small).get(5)).isEqualTo("reserved for a gang");
  }

  @Test
  void a_gang_that_names_a_domain_gets_nodes_of_one_domain() {
    for (int i = 0; i < 2; i++) {
      Pod pod = PodBuilder.pod(member("two", i, 2, 8)).label(DomainRequest.WITHIN, "rack").build();
      put(pod);
      assertThat(passes(pod)).isFalse();
    }
    pass(AFTER);

    assertThat(reserved()).containsExactlyInAnyOrder("m-0 n5", "m-1 n3");
  }

  @Test
  void nothing_is_reserved_before_all_pods_exist() {
    put(member("two", 0, 2, 8));
    assertThat(passes(member("two", 0, 2, 8))).isFalse();
    pass(AFTER);

    assertThat(reserved()).isEmpty();
  }

  @Test
  void nothing_is_reserved_beyond_the_share_of_the_tenant_for_the_whole_gang() {
    create("two", 4, 8);
    pass(AFTER);

    assertThat(reserved()).isEmpty();
  }

  @Test
  void a_gang_gets_all_its_nodes_or_none() {
    decisions = decisions(17);
    create("two", 3, 8);
    pass(AFTER);

    assertThat(reserved()).isEmpty();
  }

  @Test
  void all_reservations_end_when_one_pod_is_gone_or_the_gang_grows_or_a_node_is_cordoned() {
    create("two", 2, 8);
    pass(AFTER);
    remove(member("two", 1, 2, 8));
    sync();
    assertThat(reserved()).isEmpty();

    put(member("two", 1, 2, 8));
    assertThat(passes(member("two", 1, 2, 8))).isFalse();
    pass(AFTER);
    assertThat(reserved()).hasSize(2);
    put(NodeBuilder.node("n4").has("cpu", "64").has("nvidia.com/gpu", "8").cordoned().build());
    sync();
    assertThat(reserved()).containsExactlyInAnyOrder("m-0 n5", "m-1 n3");

    put(member("two", 0, 3, 8));
    put(member("two", 1, 3, 8));
    sync();
    assertThat(reserved()).isEmpty();
  }

  @Test
  void a_gang_that_came_to_nothing_lets_others_go_first() {
    create("two", 2, 8);
    pass(AFTER);
    assertThat(reserved()).hasSize(2);
    pass(TTL);
    assertThat(reserved()).isEmpty();
    assertThat(decisions.reservations().expired()).isEqualTo(2);

    pass(TTL.minusSeconds(1));
    assertThat(reserved()).isEmpty();
    pass(Duration.ofSeconds(1));
    assertThat(reserved()).hasSize(2);
  }

  @Test
  void a_gang_that_had_its_turn_and_bound_no_pod_gets_no_nodes_before_its_next_turn() {
    create("two", 2, 4);
    empty(5);
    sync();
    pass(Gangs.RESERVED);
    put(ExtenderFixtures.pod("one", "borrower", 8, "n5"));
    pass(AFTER);

    assertThat(reserved()).hasSize(2);
  }

  @Test
  void pods_of_a_tenant_without_a_share_get_nothing_reserved() {
    create("nobody", 2, 8);
    pass(AFTER);

    assertThat(reserved()).isEmpty();
  }
}
