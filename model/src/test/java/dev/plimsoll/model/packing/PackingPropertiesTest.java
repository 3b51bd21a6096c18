package dev.plimsoll.model.packing;

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

class PackingPropertiesTest {
  private static final long GIB = 1L << 30;
  private static final long CPUS_OF_A_DEVICE = 12_000;
  private static final long MEMORY_OF_A_DEVICE = 64 * GIB;

  @Property
  void each_node_has_a_score_from_0_to_10_and_the_best_one_has_10(
      @ForAll("packings") Packing packing,
      @ForAll("rooms") List<Room> rooms,
      @ForAll("asks") Ask ask,
      @ForAll("mixes") Mix mix) {
    int[] scores = packing.scores(rooms, ask, mix);

    assertThat(scores).hasSameSizeAs(rooms);
    for (int score : scores) {
      assertThat(score).isBetween(0, Packing.MAX_SCORE);
    }
    assertThat(scores).contains(Packing.MAX_SCORE);
  }

  @Property
  void the_largest_numbers_there_are_keep_the_scores_in_bounds(
      @ForAll("packings") Packing packing,
      @ForAll("extremeRooms") List<Room> rooms,
      @ForAll("extremeAsks") Ask ask,
      @ForAll("extremeAsks") Ask other) {
    int[] scores = packing.scores(rooms, ask, Mix.of(Map.of(other, Long.MAX_VALUE)));

    assertThat(scores).contains(Packing.MAX_SCORE);
    for (int score : scores) {
      assertThat(score).isBetween(0, Packing.MAX_SCORE);
    }
  }

  @Property
  void the_order_of_the_nodes_changes_no_score(
      @ForAll("packings") Packing packing,
      @ForAll("rooms") List<Room> rooms,
      @ForAll("asks") Ask ask,
      @ForAll("mixes") Mix mix) {
    List<Room> backwards = new ArrayList<>(rooms);
    Collections.reverse(backwards);

    int[] scores = packing.scores(rooms, ask, mix);
    int[] backwardsScores = packing.scores(backwards, ask, mix);

    for (int i = 0; i < scores.length; i++) {
      assertThat(backwardsScores[scores.length - 1 - i]).isEqualTo(scores[i]);
    }
  }

  @Property
  void a_pod_without_devices_likes_a_node_without_devices_at_least_as_well_as_any(
      @ForAll("packings") Packing packing,
      @ForAll("rooms") List<Room> rooms,
      @ForAll("asksWithoutDevices") Ask ask,
      @ForAll("mixes") Mix mix) {
    List<Room> all = new ArrayList<>(rooms);
    all.add(new Room(0, 0, ask.milliCpu(), ask.memory()));

    int[] scores = packing.scores(all, ask, mix);

    assertThat(scores[rooms.size()]).isEqualTo(Packing.MAX_SCORE);
  }

  @Property
  void by_default_a_pod_without_devices_leaves_the_nodes_with_devices_alone(
      @ForAll("deviceRooms") List<Room> rooms,
      @ForAll("asksWithoutDevices") Ask ask,
      @ForAll("mixes") Mix mix) {
    List<Room> all = new ArrayList<>(rooms);
    all.add(new Room(0, 0, ask.milliCpu(), ask.memory()));

    int[] scores = new WholeNodes().scores(all, ask, mix);

    for (int i = 0; i < rooms.size(); i++) {
      assertThat(scores[i]).isZero();
    }
  }

  @Property
  void where_pods_want_one_device_or_a_whole_node_a_broken_node_is_taken_before_a_whole_one(
      @ForAll("packings") Packing packing,
      @ForAll("sizes") long size,
      @ForAll @LongRange(min = 1, max = 1000) long ones,
      @ForAll @LongRange(min = 1, max = 1000) long wholes) {
    Ask ask = new Ask(1, CPUS_OF_A_DEVICE, MEMORY_OF_A_DEVICE);
    Ask whole = new Ask(size, size * CPUS_OF_A_DEVICE, size * MEMORY_OF_A_DEVICE);
    Mix mix = Mix.of(Map.of(ask, ones, whole, wholes));
    for (long free = 1; free < size; free++) {
      int[] scores = packing.scores(List.of(even(size, free), even(size, size)), ask, mix);

      assertThat(scores[0]).isEqualTo(Packing.MAX_SCORE);
      assertThat(scores[1]).isLessThanOrEqualTo(scores[0]);
    }
  }

  @Property
  void by_default_a_broken_node_is_taken_before_a_whole_one_though_nobody_wanted_one_lately(
      @ForAll("sizes") long size) {
    Ask ask = new Ask(1, CPUS_OF_A_DEVICE, MEMORY_OF_A_DEVICE);
    for (Mix mix : List.of(Mix.EMPTY, Mix.of(Map.of(ask, 1000L)))) {
      for (long free = 1; free < size; free++) {
        List<Room> rooms = List.of(even(size, free), even(size, size));

        assertThat(new WholeNodes().scores(rooms, ask, mix)[1]).isLessThan(Packing.MAX_SCORE);
      }
    }
  }

  /** A node whose free devices have their part of the CPUs and the memory left. */
  private static Room even(long devices, long free) {
    return new Room(devices, free, free * CPUS_OF_A_DEVICE, free * MEMORY_OF_A_DEVICE);
  }

  @Provide
  Arbitrary<Packing> packings() {
    return Arbitraries.of(new BestFit(), new FragmentationGradient(), new WholeNodes());
  }

  @Provide
  Arbitrary<Long> sizes() {
    return Arbitraries.of(2L, 4L, 8L, 16L);
  }

  @Provide
  Arbitrary<Ask> asks() {
    return Combinators.combine(
            Arbitraries.of(0L, 1L, 2L, 4L, 8L),
            Arbitraries.longs().between(0, 128_000),
            Arbitraries.longs().between(0, 1024).map(gib -> gib * GIB))
        .as(Ask::new);
  }

  @Provide
  Arbitrary<Ask> asksWithoutDevices() {
    return asks().map(ask -> new Ask(0, ask.milliCpu(), ask.memory()));
  }

  @Provide
  Arbitrary<Mix> mixes() {
    return Arbitraries.maps(asks(), Arbitraries.longs().between(1, 1000))
        .ofMaxSize(100)
        .map(Mix::of);
  }

  @Provide
  Arbitrary<List<Room>> rooms() {
    return room(0).list().ofMinSize(1).ofMaxSize(20);
  }

  @Provide
  Arbitrary<List<Room>> deviceRooms() {
    return room(1).list().ofMinSize(1).ofMaxSize(20);
  }

  private static Arbitrary<Room> room(long leastDevices) {
    return Arbitraries.longs()
        .between(leastDevices, 16)
        .flatMap(
            devices ->
                Combinators.combine(
                        Arbitraries.longs().between(0, devices),
                        Arbitraries.longs().between(0, 256_000),
                        Arbitraries.longs().between(0, 2048).map(gib -> gib * GIB))
                    .as((free, cpu, memory) -> new Room(devices, free, cpu, memory)));
  }

  @Provide
  Arbitrary<List<Room>> extremeRooms() {
    Arbitrary<Long> any = Arbitraries.longs();
    return Combinators.combine(Arbitraries.longs().greaterOrEqual(0), any, any, any)
        .as(Room::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<Ask> extremeAsks() {
    Arbitrary<Long> any = Arbitraries.longs().greaterOrEqual(0);
    return Combinators.combine(any, any, any).as(Ask::new);
  }
}
