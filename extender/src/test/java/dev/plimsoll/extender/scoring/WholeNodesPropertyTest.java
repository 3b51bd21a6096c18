package dev.plimsoll.extender.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class WholeNodesPropertyTest {
  private static final BinPacking PACKING = new WholeNodes();

  @Property
  void each_node_has_a_score_from_0_to_10_and_the_best_one_has_10(
      @ForAll("headrooms") List<NodeHeadroom> nodeHeadrooms, @ForAll boolean wantsDevices) {
    int[] scores = PACKING.scores(nodeHeadrooms, wantsDevices);

    assertThat(scores).hasSameSizeAs(nodeHeadrooms).contains(BinPacking.MAX_SCORE);
    for (int score : scores) {
      assertThat(score).isBetween(0, BinPacking.MAX_SCORE);
    }
  }

  @Property
  void the_largest_numbers_there_are_keep_the_scores_in_bounds(
      @ForAll("extremes") List<NodeHeadroom> nodeHeadrooms, @ForAll boolean wantsDevices) {
    int[] scores = PACKING.scores(nodeHeadrooms, wantsDevices);

    assertThat(scores).contains(BinPacking.MAX_SCORE);
    for (int score : scores) {
      assertThat(score).isBetween(0, BinPacking.MAX_SCORE);
    }
  }

  @Property
  void the_order_of_the_nodes_changes_no_score(
      @ForAll("headrooms") List<NodeHeadroom> nodeHeadrooms, @ForAll boolean wantsDevices) {
    List<NodeHeadroom> backwards = new ArrayList<>(nodeHeadrooms);
    Collections.reverse(backwards);

    int[] scores = PACKING.scores(nodeHeadrooms, wantsDevices);
    int[] backwardsScores = PACKING.scores(backwards, wantsDevices);

    for (int i = 0; i < scores.length; i++) {
      assertThat(backwardsScores[scores.length - 1 - i]).isEqualTo(scores[i]);
    }
  }

  @Property
  void a_pod_for_devices_has_one_best_node(@ForAll("headrooms") List<NodeHeadroom> nodeHeadrooms) {
    assertThat(PACKING.scores(nodeHeadrooms, true)).containsOnlyOnce(BinPacking.MAX_SCORE);
  }

  @Property
  void a_pod_without_devices_leaves_the_nodes_with_devices_alone(
      @ForAll("deviceNodes") List<NodeHeadroom> nodeHeadrooms) {
    List<NodeHeadroom> all = new ArrayList<>(nodeHeadrooms);
    all.add(new NodeHeadroom(0, 0, 0, 0, 100));
    all.add(new NodeHeadroom(0, 0, 9, 900, 101));

    int[] scores = PACKING.scores(all, false);

    for (int i = 0; i < all.size(); i++) {
      assertThat(scores[i]).isEqualTo(i < nodeHeadrooms.size() ? 0 : BinPacking.MAX_SCORE);
    }
  }

  @Property
  void a_broken_node_is_taken_before_a_whole_one_of_its_size_and_never_scored_alike(
      @ForAll("headrooms") List<NodeHeadroom> nodeHeadrooms) {
    int[] scores = PACKING.scores(nodeHeadrooms, true);

    for (int i = 0; i < scores.length; i++) {
      for (int j = 0; j < scores.length; j++) {
        NodeHeadroom broken = nodeHeadrooms.get(i);
        NodeHeadroom whole = nodeHeadrooms.get(j);
        if (broken.devices() == whole.devices()
            && broken.freeDevices() < whole.freeDevices()
            && whole.freeDevices() == whole.devices()) {
          assertThat(scores[i]).isGreaterThan(scores[j]);
        }
      }
    }
  }

  @Provide
  Arbitrary<List<NodeHeadroom>> headrooms() {
    return nodes(Arbitraries.of(0L, 2L, 4L, 8L));
  }

  @Provide
  Arbitrary<List<NodeHeadroom>> deviceNodes() {
    return nodes(Arbitraries.of(1L, 4L, 8L, 16L));
  }

  private static Arbitrary<List<NodeHeadroom>> nodes(Arbitrary<Long> sizes) {
    return sizes
        .flatMap(WholeNodesPropertyTest::node)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40)
        .map(WholeNodesPropertyTest::numbered);
  }

  private static Arbitrary<NodeHeadroom> node(long devices) {
    return Combinators.combine(
            Arbitraries.longs().between(0, devices),
            Arbitraries.longs().between(0, 40),
            Arbitraries.longs().between(0, 1000))
        .as((free, pods, load) -> new NodeHeadroom(devices, free, pods, load, 0));
  }

  private static List<NodeHeadroom> numbered(List<NodeHeadroom> nodes) {
    List<NodeHeadroom> numbered = new ArrayList<>();
    for (NodeHeadroom node : nodes) {
      numbered.add(
          new NodeHeadroom(
              node.devices(), node.freeDevices(), node.pods(), node.load(), numbered.size()));
    }
    return numbered;
  }

  @Provide
  Arbitrary<List<NodeHeadroom>> extremes() {
    Arbitrary<Long> any = Arbitraries.longs();
    return Combinators.combine(any, any, any, any, any)
        .as(NodeHeadroom::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(20);
  }
}
