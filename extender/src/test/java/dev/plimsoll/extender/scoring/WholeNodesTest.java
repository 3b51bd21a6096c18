package dev.plimsoll.extender.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WholeNodesTest {
  private final WholeNodes wholeNodes = new WholeNodes();

  /** A node with 8 devices; its load is that of its pods. */
  private static NodeHeadroom node(long free, long pods, long order) {
    return new NodeHeadroom(8, free, pods, pods * 50, order);
  }

  private int[] scores(NodeHeadroom... nodeHeadrooms) {
    return wholeNodes.scores(List.of(nodeHeadrooms), true);
  }

  @Test
  void few_nodes_have_the_scores_of_their_ranks() {
    assertThat(scores(node(8, 0, 1), node(4, 1, 2), node(4, 4, 3), node(1, 7, 4)))
        .containsExactly(7, 8, 9, 10);
  }

  @Test
  void of_whole_nodes_one_in_the_domain_that_is_filled_first_is_taken() {
    assertThat(
            scores(
                node(8, 0, 1).withDomain(1),
                node(8, 0, 2).withDomain(1000),
                node(8, 0, 3).withDomain(500)))
        .containsExactly(8, 10, 9);
  }

  @Test
  void a_node_half_taken_is_filled_up_before_a_whole_one_of_the_first_domain() {
    assertThat(scores(node(8, 0, 1).withDomain(1000), node(4, 1, 2).withDomain(1)))
        .containsExactly(9, 10);
  }

  @Test
  void a_node_half_taken_and_an_untouched_one_differ_among_however_many_others() {
    List<NodeHeadroom> nodes = new ArrayList<>(List.of(node(8, 0, 0), node(4, 1, 1)));
    for (int i = 2; i < 60; i++) {
      nodes.add(new NodeHeadroom(8, 1, i, i * 10L, i));
    }

    int[] scores = wholeNodes.scores(nodes, true);

    assertThat(scores[1]).isGreaterThan(scores[0]);
    assertThat(scores[59]).isEqualTo(BinPacking.MAX_SCORE);
  }

  @Test
  void a_node_whose_only_pod_may_end_soon_is_spared_before_one_with_many_pods() {
    assertThat(scores(node(4, 1, 1), node(4, 4, 2))).containsExactly(9, 10);
  }

  @Test
  void of_nodes_with_as_many_pods_the_one_with_the_higher_load_is_filled_up() {
    assertThat(scores(new NodeHeadroom(8, 4, 4, 900, 1), new NodeHeadroom(8, 4, 4, 200, 2)))
        .containsExactly(10, 9);
  }

  @Test
  void of_nodes_with_as_many_pods_and_the_same_load_the_one_with_fewer_devices_left_is_filled_up() {
    assertThat(scores(new NodeHeadroom(8, 4, 4, 300, 1), new NodeHeadroom(8, 1, 4, 300, 2)))
        .containsExactly(9, 10);
  }

  @Test
  void a_node_that_is_nearly_full_is_filled_up_before_one_with_some_more_pods() {
    assertThat(scores(new NodeHeadroom(8, 4, 6, 400, 1), new NodeHeadroom(8, 1, 4, 500, 2)))
        .containsExactly(9, 10);
  }

  @Test
  void of_nodes_without_a_device_left_the_one_with_the_higher_load_is_filled_up() {
    assertThat(
            wholeNodes.scores(
                List.of(new NodeHeadroom(8, 0, 4, 300, 1), new NodeHeadroom(8, 0, 4, 700, 2)),
                false))
        .containsExactly(9, 10);
  }

  @Test
  void a_small_node_is_broken_before_a_large_one() {
    assertThat(scores(node(1, 7, 1), new NodeHeadroom(2, 2, 0, 0, 2))).containsExactly(9, 10);
  }

  @Test
  void pods_of_daemons_on_an_untouched_node_do_not_make_it_broken() {
    assertThat(scores(node(8, 20, 1), node(7, 1, 2))).containsExactly(9, 10);
  }

  @Test
  void one_of_equal_nodes_is_always_the_same() {
    assertThat(scores(node(8, 0, 7), node(8, 0, 3), node(8, 0, 5))).containsExactly(9, 10, 9);
    assertThat(scores(node(8, 0, 5), node(8, 0, 7), node(8, 0, 3))).containsExactly(9, 9, 10);
  }

  @Test
  void a_pod_without_devices_takes_any_node_without_or_else_is_packed() {
    NodeHeadroom without = new NodeHeadroom(0, 0, 3, 100, 1);
    NodeHeadroom other = new NodeHeadroom(0, 0, 5, 300, 2);

    assertThat(wholeNodes.scores(List.of(node(0, 8, 3), without, other), false))
        .containsExactly(0, 10, 10);
    assertThat(wholeNodes.scores(List.of(node(8, 0, 3), node(0, 8, 4)), false))
        .containsExactly(9, 10);
  }

  @Test
  void no_nodes_have_no_scores() {
    assertThat(wholeNodes.scores(List.of(), true)).isEmpty();
  }
}
