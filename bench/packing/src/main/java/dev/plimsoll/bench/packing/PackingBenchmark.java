package dev.plimsoll.bench.packing;

import dev.plimsoll.bench.packing.PackedNodes.WholeNodesLeft;
import dev.plimsoll.bench.packing.TraceReplay.Growth;
import dev.plimsoll.bench.packing.TraceReplay.Steady;
import dev.plimsoll.extender.scoring.BestFit;
import dev.plimsoll.extender.scoring.FragmentationGradient;
import dev.plimsoll.extender.scoring.WholeNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Prints a table of what each policy makes of the traces in a folder: {@code FOLDER [SEEDS]}. */
public final class PackingBenchmark {
  private static final List<ScoringPolicy> POLICIES =
      List.of(
          ScoringPolicy.alone("default scores", DefaultScores.LEAST_ALLOCATED),
          ScoringPolicy.alone("MostAllocated", DefaultScores.MOST_ALLOCATED),
          ScoringPolicy.extended("best fit", new BestFit()),
          ScoringPolicy.extended("FGD", new FragmentationGradient()),
          ScoringPolicy.extended("**whole nodes**", new WholeNodes()));

  private PackingBenchmark() {}

  /** Runs all policies on all traces. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    long seeds = args.length > 1 ? Long.parseLong(args[1]) : 10;
    System.out.println(
        "| trace | scores | (a) GPUs allocated | (b) whole nodes at 50 % | at 70 % | at 85 % | at 95 %"
            + " | (c) at a steady 90 % | GPUs rejected |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    for (String tasks : List.of("default", "multigpu20")) {
      WorkloadTrace workloadTrace =
          WorkloadTrace.read(
              folder.resolve("openb-nodes.csv.gz"),
              folder.resolve("openb-pods-%s.csv.gz".formatted(tasks)));
      for (ScoringPolicy scoringPolicy : POLICIES) {
        System.out.println(
            "| "
                + tasks
                + " | "
                + scoringPolicy.name()
                + row(workloadTrace, scoringPolicy, seeds)
                + " |");
      }
    }
  }

  private static String row(WorkloadTrace workloadTrace, ScoringPolicy scoringPolicy, long seeds) {
    List<Growth> growths =
        LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToObj(seed -> new TraceReplay(workloadTrace, scoringPolicy, seed).growth())
            .toList();
    List<Steady> steadies =
        LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToObj(seed -> new TraceReplay(workloadTrace, scoringPolicy, seed).steady())
            .toList();
    List<String> cells = new ArrayList<>();
    cells.add(percent(Means.of(growths, Growth::allocated), 2));
    for (int mark = 0; mark < growths.get(0).left().size(); mark++) {
      int at = mark;
      cells.add(whole(Means.of(growths.stream().map(growth -> growth.left().get(at)).toList())));
    }
    cells.add(whole(Means.of(steadies.stream().map(Steady::left).toList())));
    cells.add(percent(Means.of(steadies, Steady::rejected), 2));
    return " | " + String.join(" | ", cells);
  }

  private static String whole(WholeNodesLeft left) {
    return String.format(
        Locale.ROOT,
        "%.1f of %.1f: %s",
        left.free(),
        left.possible(),
        percent(100 * left.free() / left.possible(), 1));
  }

  private static String percent(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f %%", value);
  }
}
