package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A gang of four pods with 8 GPUs each, on nodes of 8; at first there are three. */
class GangAdmissionTest {
  private long nanos;
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("n0", 8))
          .add(ExtenderFixtures.node("n1", 8))
          .add(ExtenderFixtures.node("n2", 8))
          .add(ExtenderFixtures.quota("team", 100))
          .build();
  private final Decisions decisions = new Decisions(cluster, ExtenderSettings.DEFAULT, () -> nanos);
  private final GangAdmission admission = new GangAdmission(decisions);

  private void put(ApiObject object) {
    Optional<ApiObject> before =
        cluster.find(object.getClass(), object.namespace(), object.identity()).map(o -> o);
    cluster = cluster.with(object);
    decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), cluster);
  }

  private void addNode() {
    put(ExtenderFixtures.node("n3", 8));
  }

  private static Pod member(int number) {
    return PodBuilder.pod(ExtenderFixtures.pod("team", "member-" + number, 8, ""))
        .label(Gang.NAME, "training")
        .label(Gang.SIZE, "4")
        .build();
  }

  private List<String> nodes() {
    return cluster.nodes().stream().map(n -> n.name()).toList();
  }

  private ExtenderFilterResult filter(Pod pod) {
    if (cluster.find(Pod.class, pod.namespace(), pod.name()).isEmpty()) {
      put(pod);
    }
    return decisions.filter(pod, nodes().size(), this::nodes).filtered();
  }

  private boolean passes(Pod pod) {
    return filter(pod).anyPasses(nodes().size());
  }

  private void bind(Pod pod, String node) {
    put(PodBuilder.pod(pod).on(node).build());
  }

  private List<Boolean> askAll() {
    List<Boolean> passed = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      passed.add(passes(member(i)));
    }
    return passed;
  }

  @Test
  void a_gang_waits_whole_while_one_of_its_pods_does_not_fit() {
    assertThat(askAll()).containsOnly(false);
    admission.sync();

    assertThat(askAll()).containsOnly(false);
    assertThat(decisions.assumedPods()).isEmpty();
    assertThat(decisions.held())
        .extracting(h -> h.reason().text())
        .hasSize(4)
        .containsOnly("gang training waits until all its pods can be placed");
  }

  @Test
  void a_gang_is_let_pass_whole_once_all_of_it_fits() {
    askAll();
    admission.sync();
    addNode();
    admission.sync();

    assertThat(decisions.released(10)).isEmpty();
    assertThat(decisions.released(10).get("team")).hasSize(4);
    assertThat(askAll()).containsOnly(true);
  }

  @Test
  void nobody_is_let_pass_while_some_of_the_gang_are_not_there() {
    addNode();
    for (int i = 0; i < 3; i++) {
      assertThat(passes(member(i))).isFalse();
    }
    admission.sync();

    assertThat(passes(member(0))).isFalse();
    assertThat(passes(member(3))).isFalse();
    admission.sync();
    assertThat(askAll()).containsOnly(true);
  }

  @Test
  void a_gang_waits_whole_while_its_quota_has_not_enough_for_all() {
    addNode();
    put(ExtenderFixtures.quota("team", 31));
    askAll();
    admission.sync();

    assertThat(askAll()).containsOnly(false);
    assertThat(decisions.assumedPods()).isEmpty();
    put(ExtenderFixtures.quota("team", 32));
    admission.sync();
    assertThat(askAll()).containsOnly(true);
  }

  @Test
  void others_do_not_get_the_nodes_that_a_gang_has_reserved() {
    addNode();
    askAll();
    admission.sync();
    Pod other = ExtenderFixtures.pod("others", "other", 1, "");

    assertThat(filter(other))
        .isEqualTo(new ExtenderFilterResult(Collections.nCopies(4, "reserved for a gang")));
    askAll();
    bind(member(0), "n0");
    bind(member(1), "n1");
    bind(member(2), "n2");
    put(ExtenderFixtures.node("n4", 8));
    assertThat(filter(other).passes(nodes().indexOf("n3"))).isFalse();
    assertThat(filter(other).passes(nodes().indexOf("n4"))).isTrue();
  }

  @Test
  void what_was_reserved_is_given_back_when_nothing_of_it_is_used_for_a_while() {
    addNode();
    askAll();
    admission.sync();
    nanos += Gangs.RESERVED.toNanos();
    admission.sync();

    assertThat(decisions.assumedPods()).isEmpty();
    assertThat(passes(ExtenderFixtures.pod("others", "other", 8, ""))).isTrue();
  }

  @Test
  void what_is_reserved_stays_so_for_longer_than_a_pod_is_assumed() {
    addNode();
    askAll();
    admission.sync();
    for (int i = 0; i < 50; i++) {
      nanos += Duration.ofSeconds(1).toNanos();
      admission.sync();
    }

    assertThat(decisions.assumedPods()).hasSize(4);
    assertThat(askAll()).containsOnly(true);
  }

  @Test
  void a_gang_that_came_to_nothing_lets_others_go_first() {
    addNode();
    askAll();
    admission.sync();
    nanos += Gangs.RESERVED.toNanos();
    admission.sync();
    admission.sync();
    assertThat(decisions.assumedPods()).isEmpty();

    nanos += Gangs.RESERVED.toNanos();
    admission.sync();
    assertThat(decisions.assumedPods()).hasSize(4);
  }

  @Test
  void a_pod_that_might_still_come_to_a_node_is_waited_for() {
    addNode();
    Pod earlier = ExtenderFixtures.pod("others", "earlier", 1, "");
    assertThat(passes(earlier)).isTrue();
    askAll();
    admission.sync();
    assertThat(askAll()).containsOnly(false);

    bind(earlier, "n0");
    admission.sync();
    assertThat(askAll()).containsOnly(false);
    assertThat(decisions.assumedPods()).isEmpty();
  }

  @Test
  void a_pod_of_a_gang_of_which_enough_run_is_a_pod_like_others() {
    addNode();
    for (int i = 0; i < 4; i++) {
      bind(member(i), "n" + i);
    }

    put(ExtenderFixtures.node("n4", 8));
    assertThat(passes(member(4))).isTrue();
  }

  @Test
  void a_pod_that_is_made_again_is_let_pass_by_itself_when_the_others_run() {
    addNode();
    for (int i = 0; i < 3; i++) {
      bind(member(i), "n" + i);
    }

    assertThat(passes(member(3))).isFalse();
    admission.sync();
    assertThat(passes(member(3))).isTrue();
  }
}
