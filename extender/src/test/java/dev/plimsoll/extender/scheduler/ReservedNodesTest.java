package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pods for which there is room on nodes that a gang has reserved, and nowhere else. */
class ReservedNodesTest {
  private static final List<String> NODES = List.of("n0", "n1");

  private long nanos;
  private int version;
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("n0", 8))
          .add(ExtenderFixtures.node("n1", 8))
          .build();
  private Decisions decisions = decisions();
  private final Pod small = ExtenderFixtures.pod("others", "small", 1, "");

  private Decisions decisions() {
    return new Decisions(cluster, ExtenderSettings.DEFAULT, () -> nanos);
  }

  private void put(ApiObject object) {
    Optional<ApiObject> before =
        cluster.find(object.getClass(), object.namespace(), object.identity()).map(o -> o);
    cluster = cluster.with(object);
    decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), cluster);
  }

  private static Pod member(int number) {
    return PodBuilder.pod(ExtenderFixtures.pod("team", "member-" + number, 8, ""))
        .label(Gang.NAME, "training")
        .label(Gang.SIZE, "2")
        .build();
  }

  private FilterDecision filter(Pod pod) {
    return decisions.filter(pod, NODES.size(), () -> NODES);
  }

  private void look() {
    new GangAdmission(decisions).sync();
  }

  /** Has a gang reserve both nodes. */
  private void reserve() {
    for (int i = 0; i < 2; i++) {
      put(member(i));
      filter(member(i));
    }
    look();
  }

  private void say(Pod pod, String message) {
    Condition condition = new Condition("PodScheduled", "False", "Unschedulable", message);
    put(
        pod.withMetadata(pod.metadata().withResourceVersion("" + ++version))
            .withStatus(pod.status().withConditions(List.of(condition))));
  }

  private List<String> released() {
    return decisions.released(10).values().stream()
        .flatMap(List::stream)
        .map(h -> h.pod().name())
        .toList();
  }

  private List<HoldReason> reasons() {
    return decisions.held().stream()
        .filter(h -> h.pod().namespace().equals("others"))
        .map(HeldPod::reason)
        .toList();
  }

  @Test
  void a_pod_that_only_reservations_keep_off_is_held_and_requeued_when_they_end() {
    reserve();
    put(small);
    assertThat(filter(small).reason()).isEqualTo("reserved");
    assertThat(reasons()).containsExactly(HoldReason.RESERVED);
    assertThat(released()).isEmpty();
    assertThat(released()).doesNotContain("small");

    nanos += Gangs.RESERVED.toNanos();
    look();
    assertThat(released()).isEmpty();
    assertThat(released()).contains("small");
    assertThat(filter(small).reason()).isEqualTo("passed");
    assertThat(reasons()).isEmpty();
  }

  @Test
  void one_of_its_nodes_is_enough() {
    reserve();
    put(small);
    filter(small);
    put(PodBuilder.pod(member(0)).on("n0").build());

    assertThat(released()).isEmpty();
    assertThat(released()).contains("small");
  }

  @Test
  void a_pod_that_the_scheduler_has_found_no_node_for_since_is_not_held_any_more() {
    reserve();
    put(small);
    filter(small);
    say(small, "0/2 nodes are available: 2 reserved for a gang.");
    assertThat(reasons()).hasSize(1);

    say(small, "0/2 nodes are available: 2 Insufficient nvidia.com/gpu.");
    assertThat(reasons()).isEmpty();
  }

  @Test
  void a_replica_that_takes_over_requeues_whom_the_former_kept_off_nodes() {
    say(small, "0/2 nodes are available: 2 reserved for a large pod.");
    decisions = decisions();

    assertThat(reasons()).containsExactly(HoldReason.RESERVED);
    assertThat(released()).isEmpty();
    assertThat(released()).containsExactly("small");
  }
}
