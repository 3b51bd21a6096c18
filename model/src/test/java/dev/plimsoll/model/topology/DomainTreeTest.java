package dev.plimsoll.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.Node;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DomainTreeTest {
  private static final TopologyLevel ZONE = new TopologyLevel("zone", "z");
  private static final TopologyLevel RACK = new TopologyLevel("rack", "r");
  private static final TopologyLevels LEVELS = new TopologyLevels(List.of(ZONE, RACK));

  private static Node node(String name, String zone, String rack) {
    return NodeBuilder.node(name).label("z", zone).label("r", rack).build();
  }

  @Test
  void nodes_with_the_same_label_are_one_domain() {
    DomainTree tree = DomainTree.of(LEVELS, List.of(node("a", "z1", "r1"), node("b", "z1", "r1")));

    assertThat(tree.domains(RACK)).extracting(Domain::name).containsExactly("r1");
    assertThat(tree.of(RACK, "b")).isEqualTo(tree.of(RACK, "a"));
  }

  @Test
  void racks_of_one_name_in_two_zones_are_two_domains() {
    DomainTree tree = DomainTree.of(LEVELS, List.of(node("a", "z1", "r1"), node("b", "z2", "r1")));

    assertThat(tree.domains(RACK))
        .extracting(Domain::text)
        .containsExactly("rack z1/r1", "rack z2/r1");
  }

  @Test
  void a_node_without_the_label_is_in_no_domain() {
    DomainTree tree =
        DomainTree.of(
            LEVELS, List.of(node("a", "z1", "r1"), NodeBuilder.node("b").label("z", "z1").build()));

    assertThat(tree.of(RACK, "b")).isEmpty();
    assertThat(tree.unlabelled(RACK)).isEqualTo(1);
  }

  @Test
  void a_level_is_found_by_name_by_label_and_by_the_label_of_any_node() {
    DomainTree tree =
        DomainTree.of(
            LEVELS, List.of(NodeBuilder.node("a").label("r", "r1").label("x", "1").build()));

    assertThat(tree.level("rack")).contains(RACK);
    assertThat(tree.level("r")).contains(RACK);
    assertThat(tree.level("x")).contains(new TopologyLevel("x", "x"));
    assertThat(tree.level("zone")).isEmpty();
    assertThat(tree.level("row")).isEmpty();
  }

  @Test
  void without_levels_the_well_known_labels_of_the_nodes_count_from_wide_to_narrow() {
    DomainTree tree =
        DomainTree.of(
            TopologyLevels.NONE,
            List.of(
                NodeBuilder.node("a")
                    .label("kubernetes.io/hostname", "a")
                    .label("nvidia.com/gpu.clique", "u.1")
                    .label("topology.kubernetes.io/zone", "z1")
                    .build(),
                NodeBuilder.node("b").label("cloud.provider.com/topology-rack", "r1").build()));

    assertThat(tree.levels().names()).isEqualTo("zone, rack, clique, host");
  }

  @Test
  void of_two_well_known_labels_with_one_name_the_second_is_named_by_its_label() {
    TopologyLevels levels =
        TopologyLevels.NONE.or(
            List.of(
                NodeBuilder.node("a")
                    .label("cloud.google.com/gce-topology-block", "b1")
                    .label("cloud.provider.com/topology-block", "b1")
                    .build()));

    assertThat(levels.names()).isEqualTo("block, cloud.provider.com/topology-block, host");
  }

  @Test
  void levels_are_searched_from_the_preferred_one_up_to_the_required_one() {
    TopologyLevel block = new TopologyLevel("block", "b");
    DomainTree tree =
        DomainTree.of(
            new TopologyLevels(List.of(ZONE, block, RACK)), List.of(node("a", "z1", "r1")));

    assertThat(tree.searched(Optional.of(ZONE), Optional.of(RACK)))
        .containsExactly(RACK, block, ZONE);
    assertThat(tree.searched(Optional.empty(), Optional.of(block))).containsExactly(block, ZONE);
    assertThat(tree.searched(Optional.of(RACK), Optional.of(ZONE))).containsExactly(RACK);
    assertThat(tree.searched(Optional.of(RACK), Optional.empty())).containsExactly(RACK);
  }
}
