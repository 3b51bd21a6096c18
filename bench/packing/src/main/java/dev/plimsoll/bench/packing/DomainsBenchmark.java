package dev.plimsoll.bench.packing;

import dev.plimsoll.bench.packing.DomainReplay.Measured;
import dev.plimsoll.bench.packing.SimulatedNodes.WholeNodesLeft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Prints how many racks each policy keeps whole, and how long jobs of 64 devices wait. */
final class DomainsBenchmark {
  private static final List<Double> LOADS = List.of(0.7, 0.85, 0.9);

  private DomainsBenchmark() {}

  /**
   * What a policy makes of a cluster, at each load.
   *
   * @param racks percentage of possible whole racks that are whole
   * @param nodes percentage of possible whole nodes that are whole
   * @param waiting how long jobs of 64 devices wait, in percent of the mean run time
   */
  private record Row(List<Double> racks, List<Double> nodes, List<Double> waiting) {

    String cells() {
      return Stream.of(racks, nodes, waiting)
          .flatMap(List::stream)
          .map(DomainsBenchmark::number)
          .collect(Collectors.joining(" | "));
    }

    static Row mean(List<Row> rows) {
      return new Row(mean(rows, Row::racks), mean(rows, Row::nodes), mean(rows, Row::waiting));
    }

    private static List<Double> mean(List<Row> rows, Function<Row, List<Double>> part) {
      return IntStream.range(0, LOADS.size())
          .mapToObj(i -> Means.of(rows, r -> part.apply(r).get(i)))
          .toList();
    }
  }

  static void print(long seeds) {
    System.out.println(
        "| cluster | scores | whole racks at a steady 70 % | 85 % | 90 %"
            + " | whole nodes at 70 % | 85 % | 90 %"
            + " | waiting of 64 GPUs at 70 % | 85 % | 90 % |");
    System.out.println("|" + "---|".repeat(2 + 3 * LOADS.size()));
    Map<String, List<Row>> rows = new LinkedHashMap<>();
    for (DomainCluster cluster : DomainCluster.REPORTED) {
      for (ScoringPolicy policy : ScoringPolicy.BY_DOMAINS) {
        Row row = row(cluster, policy, seeds);
        System.out.printf("| %s | %s | %s |%n", cluster.name(), policy.name(), row.cells());
        rows.computeIfAbsent(policy.name(), n -> new ArrayList<>()).add(row);
      }
    }
    Map<String, Row> means = new LinkedHashMap<>();
    rows.forEach((name, some) -> means.put(name, Row.mean(some)));
    means.forEach(
        (name, mean) ->
            System.out.printf("| mean of the clusters | %s | %s |%n", name, mean.cells()));
    System.out.println(
        means.entrySet().stream()
            .map(e -> json(e.getKey(), e.getValue()))
            .collect(Collectors.joining(",", "{\"loads\":" + LOADS + ",\"means\":{", "}}")));
  }

  private static String json(String name, Row row) {
    return "\"%s\":{\"wholeRacks\":%s,\"wholeNodes\":%s,\"waitingOf64\":%s}"
        .formatted(
            name.replace("*", ""), array(row.racks()), array(row.nodes()), array(row.waiting()));
  }

  private static String array(List<Double> values) {
    return values.stream().map(DomainsBenchmark::number).collect(Collectors.joining(",", "[", "]"));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static Row row(DomainCluster cluster, ScoringPolicy policy, long seeds) {
    List<Double> racks = new ArrayList<>();
    List<Double> nodes = new ArrayList<>();
    List<Double> waiting = new ArrayList<>();
    for (double load : LOADS) {
      List<Measured> all =
          LongStream.rangeClosed(1, seeds)
              .parallel()
              .mapToObj(seed -> new DomainReplay(cluster, policy, seed).steady(load))
              .toList();
      racks.add(percent(all, Measured::racks));
      nodes.add(percent(all, Measured::nodes));
      waiting.add(Means.of(all, Measured::waiting));
    }
    return new Row(racks, nodes, waiting);
  }

  private static double percent(List<Measured> all, Function<Measured, WholeNodesLeft> part) {
    WholeNodesLeft left = Means.of(all.stream().map(part).toList());
    return 100 * left.free() / left.possible();
  }
}
