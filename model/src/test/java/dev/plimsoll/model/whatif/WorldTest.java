package dev.plimsoll.model.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.placement.plugin.DefaultPlugins;
import dev.plimsoll.model.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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

  private static World worldOf(Node node) {
    Cluster cluster = Cluster.empty(Instant.EPOCH).with(node);
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
