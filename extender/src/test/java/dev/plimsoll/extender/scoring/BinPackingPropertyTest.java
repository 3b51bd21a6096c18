package dev.plimsoll.extender.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class BinPackingPropertyTest {
  private static final long GIB = 1L << 30;
  private static final long CPUS_OF_A_DEVICE = 12_000;
  private static final long MEMORY_OF_A_DEVICE = 64 * GIB;

  @Property
  void each_node_has_a_score_from_0_to_10_and_the_best_one_has_10(
      @ForAll("packings") BinPacking binPacking,
      @ForAll("headrooms") List<NodeHeadroom> nodeHeadrooms,
      @ForAll("asks") PodRequest podRequest,
      @ForAll("mixes") WorkloadMix workloadMix) {
    int[] scores = binPacking.scores(nodeHeadrooms, podRequest, workloadMix);

    assertThat(scores).hasSameSizeAs(nodeHeadrooms);
    for (int score : scores) {
      assertThat(score).isBetween(0, BinPacking.MAX_SCORE);
    }
    assertThat(scores).contains(BinPacking.MAX_SCORE);
  }

  @Property
  void the_largest_numbers_there_are_keep_the_scores_in_bounds(
      @ForAll("packings") BinPacking binPacking,
      @ForAll("extremeRooms") List<NodeHeadroom> nodeHeadrooms,
      @ForAll("extremeAsks") PodRequest podRequest,
      @ForAll("extremeAsks") PodRequest other) {
    int[] scores =
        binPacking.scores(nodeHeadrooms, podRequest, WorkloadMix.of(Map.of(other, Long.MAX_VALUE)));

    assertThat(scores).contains(BinPacking.MAX_SCORE);
    for (int score : scores) {
      assertThat(score).isBetween(0, BinPacking.MAX_SCORE);
    }
  }

  @Property
  void the_order_of_the_nodes_changes_no_score(
      @ForAll("packings") BinPacking binPacking,
      @ForAll("headrooms") List<NodeHeadroom> nodeHeadrooms,
      @ForAll("asks") PodRequest podRequest,
      @ForAll("mixes") WorkloadMix workloadMix) {
    List<NodeHeadroom> backwards = new ArrayList<>(nodeHeadrooms);
    Collections.reverse(backwards);

    int[] scores = binPacking.scores(nodeHeadrooms, podRequest, workloadMix);
    int[] backwardsScores = binPacking.scores(backwards, podRequest, workloadMix);

    for (int i = 0; i < scores.length; i++) {
      assertThat(backwardsScores[scores.length - 1 - i]).isEqualTo(scores[i]);
    }
  }

  @Property
  void a_pod_without_devices_likes_a_node_without_devices_at_least_as_well_as_any(
      @ForAll("packings") BinPacking binPacking,
      @ForAll("headrooms") List<NodeHeadroom> nodeHeadrooms,
      @ForAll("asksWithoutDevices") PodRequest podRequest,
      @ForAll("mixes") WorkloadMix workloadMix) {
    List<NodeHeadroom> all = new ArrayList<>(nodeHeadrooms);
    all.add(new NodeHeadroom(0, 0, podRequest.milliCpu(), podRequest.memory()));

    int[] scores = binPacking.scores(all, podRequest, workloadMix);

    assertThat(scores[nodeHeadrooms.size()]).isEqualTo(BinPacking.MAX_SCORE);
  }

  @Property
  void by_default_a_pod_without_devices_leaves_the_nodes_with_devices_alone(
      @ForAll("deviceRooms") List<NodeHeadroom> nodeHeadrooms,
      @ForAll("asksWithoutDevices") PodRequest podRequest,
      @ForAll("mixes") WorkloadMix workloadMix) {
    List<NodeHeadroom> all = new ArrayList<>(nodeHeadrooms);
    all.add(new NodeHeadroom(0, 0, podRequest.milliCpu(), podRequest.memory()));

    int[] scores = new WholeNodes().scores(all, podRequest, workloadMix);

    for (int i = 0; i < nodeHeadrooms.size(); i++) {
      assertThat(scores[i]).isZero();
    }
  }

  @Property
  void where_pods_want_one_device_or_a_whole_node_a_broken_node_is_taken_before_a_whole_one(
      @ForAll("packings") BinPacking binPacking,
      @ForAll("sizes") long size,
      @ForAll @LongRange(min = 1, max = 1000) long ones,
      @ForAll @LongRange(min = 1, max = 1000) long wholes) {
    PodRequest podRequest = new PodRequest(1, CPUS_OF_A_DEVICE, MEMORY_OF_A_DEVICE);
    PodRequest whole = new PodRequest(size, size * CPUS_OF_A_DEVICE, size * MEMORY_OF_A_DEVICE);
    WorkloadMix workloadMix = WorkloadMix.of(Map.of(podRequest, ones, whole, wholes));
    for (long free = 1; free < size; free++) {
      int[] scores =
          binPacking.scores(List.of(even(size, free), even(size, size)), podRequest, workloadMix);

      assertThat(scores[0]).isEqualTo(BinPacking.MAX_SCORE);
      assertThat(scores[1]).isLessThanOrEqualTo(scores[0]);
    }
  }

  @Property
  void by_default_a_broken_node_is_taken_before_a_whole_one_though_nobody_wanted_one_lately(
      @ForAll("sizes") long size) {
    PodRequest podRequest = new PodRequest(1, CPUS_OF_A_DEVICE, MEMORY_OF_A_DEVICE);
    for (WorkloadMix workloadMix :
        List.of(WorkloadMix.EMPTY, WorkloadMix.of(Map.of(podRequest, 1000L)))) {
      for (long free = 1; free < size; free++) {
        List<NodeHeadroom> nodeHeadrooms = List.of(even(size, free), even(size, size));

        assertThat(new WholeNodes().scores(nodeHeadrooms, podRequest, workloadMix)[1])
            .isLessThan(BinPacking.MAX_SCORE);
      }
    }
  }

  /** A node whose free devices have their part of the CPUs and the memory left. */
  private static NodeHeadroom even(long devices, long free) {
    return new NodeHeadroom(devices, free, free * CPUS_OF_A_DEVICE, free * MEMORY_OF_A_DEVICE);
  }

  @Provide
  Arbitrary<BinPacking> packings() {
    return Arbitraries.of(new BestFit(), new FragmentationGradient(), new WholeNodes());
  }

  @Provide
  Arbitrary<Long> sizes() {
    return Arbitraries.of(2L, 4L, 8L, 16L);
  }

  @Provide
  Arbitrary<PodRequest> asks() {
    return Combinators.combine(
            Arbitraries.of(0L, 1L, 2L, 4L, 8L),
            Arbitraries.longs().between(0, 128_000),
            Arbitraries.longs().between(0, 1024).map(gib -> gib * GIB))
        .as(PodRequest::new);
  }

  @Provide
  Arbitrary<PodRequest> asksWithoutDevices() {
    return asks().map(podRequest -> new PodRequest(0, podRequest.milliCpu(), podRequest.memory()));
  }

  @Provide
  Arbitrary<WorkloadMix> mixes() {
    return Arbitraries.maps(asks(), Arbitraries.longs().between(1, 1000))
        .ofMaxSize(100)
        .map(WorkloadMix::of);
  }

  @Provide
  Arbitrary<List<NodeHeadroom>> headrooms() {
    return headroom(0).list().ofMinSize(1).ofMaxSize(20);
  }

  @Provide
  Arbitrary<List<NodeHeadroom>> deviceRooms() {
    return headroom(1).list().ofMinSize(1).ofMaxSize(20);
  }

  private static Arbitrary<NodeHeadroom> headroom(long leastDevices) {
    return Arbitraries.longs()
        .between(leastDevices, 16)
        .flatMap(
            devices ->
                Combinators.combine(
                        Arbitraries.longs().between(0, devices),
                        Arbitraries.longs().between(0, 256_000),
                        Arbitraries.longs().between(0, 2048).map(gib -> gib * GIB))
                    .as((free, cpu, memory) -> new NodeHeadroom(devices, free, cpu, memory)));
  }

  @Provide
  Arbitrary<List<NodeHeadroom>> extremeRooms() {
    Arbitrary<Long> any = Arbitraries.longs();
    return Combinators.combine(Arbitraries.longs().greaterOrEqual(0), any, any, any)
        .as(NodeHeadroom::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<PodRequest> extremeAsks() {
    Arbitrary<Long> any = Arbitraries.longs().greaterOrEqual(0);
    return Combinators.combine(any, any, any).as(PodRequest::new);
  }
}
