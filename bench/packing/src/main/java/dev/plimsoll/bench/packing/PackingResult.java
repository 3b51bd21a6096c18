package dev.plimsoll.bench.packing;

import dev.plimsoll.bench.packing.SimulatedNodes.WholeNodesLeft;
import dev.plimsoll.bench.packing.TaskReplay.Growth;
import dev.plimsoll.bench.packing.TaskReplay.Steady;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What a policy makes of a cluster, in percent; no number where no node could be whole.
 *
 * @param values allocated in the end and whole nodes on the way there, then whole nodes and
 *     rejected devices at each steady load
 */
record PackingResult(List<Double> values) {
  private static final List<Double> LOADS = List.of(0.85, 0.9, 0.95);

  private static final int LARGE = 500;

  /** Growing is quick to replay, and one node more or less is many percent of what is left then. */
  private static final int GROWTHS = 4;

  static final String HEADER =
      "(a) allocated | (b) whole nodes at 70 % | at 85 % | at 95 %"
          + " | (c) whole nodes at a steady 85 % | 90 % | 95 %"
          + " | (d) rejected at 85 % | 90 % | 95 %";

  static final int COLUMNS = 10;

  PackingResult {
    values = List.copyOf(values);
  }

  /**
   * Replays a cluster's tasks.
   *
   * @param most how many seeds are tried, four times as many while it grows; in clusters where
   *     chance has little to say, one
   */
  static PackingResult of(PackedCluster cluster, ScoringPolicy policy, long firstSeed, long most) {
    long seeds = cluster.nodes().size() < LARGE ? most : 1;
    List<Growth> growths =
        each(firstSeed, GROWTHS * seeds, seed -> new TaskReplay(cluster, policy, seed).growth());
    List<Double> values = new ArrayList<>();
    values.add(Means.of(growths, Growth::allocated));
    for (int i = 0; i < TaskReplay.MARKS.size(); i++) {
      int mark = i;
      values.add(percent(growths.stream().map(growth -> growth.left().get(mark)).toList()));
    }
    List<Double> rejected = new ArrayList<>();
    for (double load : LOADS) {
      List<Steady> steadies =
          each(firstSeed, seeds, seed -> new TaskReplay(cluster, policy, seed).steady(load));
      values.add(percent(steadies.stream().map(Steady::left).toList()));
      rejected.add(Means.of(steadies, Steady::rejected));
    }
    values.addAll(rejected);
    return new PackingResult(values);
  }

  private static <T> List<T> each(long firstSeed, long seeds, LongFunction<T> run) {
    return LongStream.range(firstSeed, firstSeed + seeds).parallel().mapToObj(run).toList();
  }

  private static double percent(List<WholeNodesLeft> left) {
    WholeNodesLeft mean = Means.of(left);
    return 100 * mean.free() / mean.possible();
  }

  static PackingResult mean(List<PackingResult> results) {
    return new PackingResult(
        IntStream.range(0, COLUMNS).mapToObj(i -> meanOf(results, i)).toList());
  }

  private static double meanOf(List<PackingResult> results, int at) {
    return results.stream()
        .mapToDouble(result -> result.values().get(at))
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }

  /** All values, as cells of a table. */
  String cells() {
    return values.stream()
        .map(value -> value.isNaN() ? "-" : String.format(Locale.ROOT, "%.1f", value))
        .collect(Collectors.joining(" | "));
  }
}
