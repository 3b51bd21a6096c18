package dev.plimsoll.model.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodSpec;
import dev.plimsoll.model.object.PodStatus;
import dev.plimsoll.model.object.Volume;
import dev.plimsoll.model.placement.plugin.DefaultPlugins;
import dev.plimsoll.model.quantity.Resources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorldTest {
  private static final World ONE_NODE = worldOf(node("a"));

  @Test
  void a_change_of_neither_nodes_nor_pods_keeps_the_nodes_as_the_scheduler_sees_them() {
    World changed = ONE_NODE.with(new Change.Apply(namespace("team", "a")));

    assertThat(changed.snapshot().node(0)).isSameAs(ONE_NODE.snapshot().node(0));
  }

  @Test
  void what_else_changed_is_seen_by_the_scheduler() {
    World changed = ONE_NODE.with(new Change.Apply(namespace("team", "a")));

    assertThat(ONE_NODE.snapshot().namespaceLabels("team")).isEmpty();
    assertThat(changed.snapshot().namespaceLabels("team")).containsEntry("owner", "a");
  }

  @Test
  void an_added_node_is_seen_by_the_scheduler() {
    World changed = ONE_NODE.with(new Change.AddNodes("a", 1));

    assertThat(changed.snapshot().nodes())
        .extracting(n -> n.name())
        .containsExactly("a", "a-new-1");
  }

  @Test
  void each_pod_without_a_node_is_told_of_its_own_claim() {
    World world = ONE_NODE;
    List<String> told = new ArrayList<>();
    for (String name : List.of("x", "y")) {
      World.Step step = world.schedule(pod(name, new Volume("scratch", Optional.empty())));
      told.add(step.attempt().placement().map(Attempt::message).orElse(""));
      world = step.after();
    }

    assertThat(told.get(0)).contains("x-scratch");
    assertThat(told.get(1)).contains("y-scratch");
  }

  @Test
  void a_pod_unlike_the_last_without_a_node_is_looked_at_for_itself() {
    World.Step first = ONE_NODE.schedule(pod("x", new Volume("scratch", Optional.empty())));
    World.Step second = first.after().schedule(pod("y"));
    World.Step third = second.after().schedule(pod("z", new Volume("data", Optional.of("lost"))));

    assertThat(first.attempt().isPlaced()).isFalse();
    assertThat(second.attempt().placement()).isEqualTo(Optional.of(ONE_NODE.placementOf(pod("y"))));
    assertThat(third.attempt().placement().map(Attempt::message).orElse("")).contains("lost");
  }

  @Test
  void pods_just_like_one_without_a_node_get_its_answer_until_something_changes() {
    World.Step first = ONE_NODE.schedule(pod("x", new Volume("data", Optional.of("lost"))));
    World.Step second = first.after().schedule(pod("y", new Volume("data", Optional.of("lost"))));
    World changed = second.after().with(new Change.AddNodes("a", 1));

    assertThat(first.attempt().isPlaced()).isFalse();
    assertThat(second.attempt().placement()).isEqualTo(first.attempt().placement());
    assertThat(
            changed
                .schedule(pod("z", new Volume("data", Optional.of("lost"))))
                .attempt()
                .placement())
        .isEqualTo(
            Optional.of(changed.placementOf(pod("z", new Volume("data", Optional.of("lost"))))));
  }

  private static Pod pod(String name, Volume... volumes) {
    ObjectMeta meta = ObjectMeta.builder().namespace("team").name(name).uid(name).build();
    return new Pod(meta, PodSpec.builder().volumes(List.of(volumes)).build(), PodStatus.PENDING);
  }

  private static World worldOf(Node node) {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH).add(node).listed(PersistentVolumeClaim.RESOURCE).build();
    return World.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static Node node(String name) {
    ObjectMeta meta = ObjectMeta.builder().name(name).build();
    return new Node(meta, false, List.of(), Resources.EMPTY, Resources.EMPTY, List.of());
  }

  private static Namespace namespace(String name, String owner) {
    return new Namespace(ObjectMeta.builder().name(name).labels(Map.of("owner", owner)).build());
  }
}
