package dev.plimsoll.bench.packing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Prints what each policy makes of each cluster: {@code EXAMPLES [--tuning | --domains | --traces
 * FOLDER] [SEEDS]}, where EXAMPLES is the folder of the traces that belong to Plimsoll.
 */
public final class PackingBenchmark {
  private static final String USAGE =
      "usage: bench/packing/run [--tuning | --domains | --traces DIR] [SEEDS]";
  private static final long SEEDS = 3;

  /** Constants are chosen by what comes of other seeds than those that are reported. */
  private static final long FIRST_TUNING_SEED = 1001;

  private PackingBenchmark() {}

  /** Runs all policies on all clusters. */
  public static void main(String[] args) throws IOException {
    try {
      run(new ArrayDeque<>(List.of(args)));
    } catch (IllegalArgumentException e) {
      System.err.println("error: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void run(Queue<String> args) throws IOException {
    Path examples = Path.of(args.remove());
    long firstSeed = 1;
    List<PackedCluster> clusters = List.of();
    boolean isByDomains = "--domains".equals(args.peek());
    if (isByDomains) {
      args.remove();
    } else if ("--tuning".equals(args.peek())) {
      args.remove();
      firstSeed = FIRST_TUNING_SEED;
      clusters = TestClusters.tuning();
    } else if ("--traces".equals(args.peek()) && args.size() > 1) {
      args.remove();
      clusters = TestClusters.of(Path.of(args.remove()));
    } else {
      clusters = TestClusters.reported(examples);
    }
    long seeds = args.isEmpty() ? SEEDS : seeds(args.remove());
    if (!args.isEmpty()) {
      throw new IllegalArgumentException(USAGE);
    }
    if (isByDomains) {
      DomainsBenchmark.print(seeds);
    } else {
      print(clusters, firstSeed, seeds);
    }
  }

  private static long seeds(String text) {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException(USAGE);
    }
    return Long.parseLong(text);
  }

  private static void print(List<PackedCluster> clusters, long firstSeed, long seeds) {
    List<List<PackingResult>> results = new ArrayList<>();
    System.out.println("| cluster | scores | " + PackingResult.HEADER + " |");
    System.out.println("|" + "---|".repeat(2 + PackingResult.COLUMNS));
    for (PackedCluster cluster : clusters) {
      List<PackingResult> row = new ArrayList<>();
      for (ScoringPolicy policy : ScoringPolicy.ALL) {
        PackingResult result = PackingResult.of(cluster, policy, firstSeed, seeds);
        System.out.printf("| %s | %s | %s |%n", cluster.name(), policy.name(), result.cells());
        row.add(result);
      }
      results.add(row);
    }
    for (int i = 0; i < ScoringPolicy.ALL.size(); i++) {
      int policy = i;
      PackingResult mean = PackingResult.mean(results.stream().map(r -> r.get(policy)).toList());
      System.out.printf(
          "| mean of the clusters | %s | %s |%n", ScoringPolicy.ALL.get(i).name(), mean.cells());
    }
  }
}
