package dev.plimsoll.extender.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WholeNodesTest {
  private static final long GIB = 1L << 30;
  private static final PodRequest ONE = new PodRequest(1, 8000, 32 * GIB);
  private static final PodRequest NONE = new PodRequest(0, 8000, 32 * GIB);
  private static final WorkloadMix MIX =
      WorkloadMix.of(
          Map.of(
              ONE,
              100L,
              new PodRequest(4, 32_000, 128 * GIB),
              3L,
              new PodRequest(8, 64_000, GIB),
              2L));

  @Test
  void a_hole_that_the_pod_fills_comes_before_a_larger_one_and_a_whole_node_last() {
    NodeHeadroom whole = new NodeHeadroom(8, 8, 96_000, 512 * GIB);
    NodeHeadroom half = new NodeHeadroom(8, 4, 48_000, 256 * GIB);
    NodeHeadroom hole = new NodeHeadroom(8, 1, 12_000, 64 * GIB);

    int[] scores = new WholeNodes().scores(List.of(whole, half, hole), ONE, MIX);

    assertThat(scores[2]).isEqualTo(BinPacking.MAX_SCORE).isGreaterThan(scores[1]);
    assertThat(scores[1]).isGreaterThan(scores[0]);
  }

  @Test
  void a_small_node_is_broken_before_a_large_one() {
    NodeHeadroom large = new NodeHeadroom(8, 8, 96_000, 512 * GIB);
    NodeHeadroom small = new NodeHeadroom(2, 2, 24_000, 128 * GIB);

    int[] scores = new WholeNodes().scores(List.of(large, small), ONE, MIX);

    assertThat(scores[1]).isGreaterThan(scores[0]);
  }

  @Test
  void a_hole_in_a_large_node_comes_before_one_in_a_small_node() {
    NodeHeadroom large = new NodeHeadroom(8, 1, 12_000, 64 * GIB);
    NodeHeadroom small = new NodeHeadroom(2, 1, 12_000, 64 * GIB);

    int[] scores = new WholeNodes().scores(List.of(large, small), ONE, MIX);

    assertThat(scores[0]).isGreaterThan(scores[1]);
  }

  @Test
  void a_pod_avoids_the_node_where_it_would_leave_devices_without_cpus() {
    NodeHeadroom starved = new NodeHeadroom(8, 3, 8000, 192 * GIB);
    NodeHeadroom fed = new NodeHeadroom(8, 3, 36_000, 192 * GIB);

    int[] scores =
        new WholeNodes().scores(List.of(starved, fed), new PodRequest(2, 8000, GIB), MIX);

    assertThat(scores[1]).isGreaterThan(scores[0]);
  }

  @Test
  void a_pod_without_devices_takes_a_node_without_then_one_whose_devices_are_taken() {
    NodeHeadroom without = new NodeHeadroom(0, 0, 8000, 32 * GIB);
    NodeHeadroom taken = new NodeHeadroom(8, 0, 40_000, 128 * GIB);
    NodeHeadroom whole = new NodeHeadroom(8, 8, 96_000, 512 * GIB);
    WholeNodes packing = new WholeNodes();

    assertThat(packing.scores(List.of(whole, taken, without), NONE, MIX)).containsExactly(0, 0, 10);
    int[] scores = packing.scores(List.of(whole, taken), NONE, MIX);
    assertThat(scores[1]).isGreaterThan(scores[0]);
  }
}
