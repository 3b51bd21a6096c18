package dev.plimsoll.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.Node;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DomainRanksTest {
  private static final TopologyLevel BLOCK = new TopologyLevel("block", "block");
  private static final TopologyLevel RACK = new TopologyLevel("rack", "rack");
  private static final TopologyLevel HOST = new TopologyLevel("host", "host");

  private static Node node(String name, String block, String rack) {
    return NodeBuilder.node(name)
        .label("block", block)
        .label("rack", rack)
        .label("host", name)
        .build();
  }

  private static Map<String, Integer> ranks(TopologyLevel... levels) {
    return DomainRanks.of(
        new TopologyLevels(List.of(levels)),
        List.of(
            node("n1", "b2", "r1"),
            node("n2", "b1", "r2"),
            node("n3", "b1", "r1"),
            node("n4", "b2", "r1")));
  }

  @Test
  void racks_of_one_block_are_filled_before_those_of_the_next() {
    Map<String, Integer> ranks = ranks(BLOCK, RACK, HOST);

    assertThat(ranks.get("n3")).isEqualTo(DomainRanks.FIRST).isGreaterThan(ranks.get("n2"));
    assertThat(ranks.get("n2")).isGreaterThan(ranks.get("n1"));
    assertThat(ranks.get("n1")).isEqualTo(ranks.get("n4")).isPositive();
  }

  @Test
  void without_configured_levels_no_domain_comes_first() {
    assertThat(ranks()).isEmpty();
  }

  @Test
  void levels_of_single_nodes_do_not_count() {
    assertThat(ranks(HOST)).isEmpty();
    assertThat(ranks(RACK, HOST)).isEqualTo(ranks(RACK));
  }
}
