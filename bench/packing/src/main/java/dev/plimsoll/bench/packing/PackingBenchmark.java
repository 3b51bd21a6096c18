package dev.plimsoll.bench.packing;

import dev.plimsoll.bench.packing.Fleet.WholeNodesLeft;
import dev.plimsoll.bench.packing.Simulation.Growth;
import dev.plimsoll.bench.packing.Simulation.Steady;
import dev.plimsoll.model.packing.BestFit;
import dev.plimsoll.model.packing.FragmentationGradient;
import dev.plimsoll.model.packing.WholeNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Prints a table of what each policy makes of the traces in a folder: {@code FOLDER [SEEDS]}. */
public final class PackingBenchmark {
  private static final List<Policy> POLICIES =
      List.of(
          Policy.alone("default scores", Scheduler.LEAST_ALLOCATED),
          Policy.alone("MostAllocated", Scheduler.MOST_ALLOCATED),
          Policy.extended("best fit", new BestFit()),
          Policy.extended("FGD", new FragmentationGradient()),
          Policy.extended("**whole nodes**", new WholeNodes()));

  private PackingBenchmark() {}

  /** Runs all policies on all traces. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    long seeds = args.length > 1 ? Long.parseLong(args[1]) : 10;
    System.out.println(
        "| trace | scores | (a) GPUs allocated | (b) whole nodes at 50 % | at 70 % | at 85 % | at 95 %"
            + " | (c) at a steady 90 % | GPUs refused |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    for (String tasks : List.of("default", "multigpu20")) {
      Trace trace =
          Trace.read(
              folder.resolve("openb-nodes.csv.gz"),
              folder.resolve("openb-pods-%s.csv.gz".formatted(tasks)));
      for (Policy policy : POLICIES) {
        System.out.println("| " + tasks + " | " + policy.name() + row(trace, policy, seeds) + " |");
      }
    }
  }

  private static String row(Trace trace, Policy policy, long seeds) {
    List<Growth> growths =
        LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToObj(seed -> new Simulation(trace, policy, seed).growth())
            .toList();
    List<Steady> steadies =
        LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToObj(seed -> new Simulation(trace, policy, seed).steady())
            .toList();
    List<String> cells = new ArrayList<>();
    cells.add(percent(Means.of(growths, Growth::allocated), 2));
    for (int mark = 0; mark < growths.get(0).left().size(); mark++) {
      int at = mark;
      cells.add(whole(Means.of(growths.stream().map(growth -> growth.left().get(at)).toList())));
    }
    cells.add(whole(Means.of(steadies.stream().map(Steady::left).toList())));
    cells.add(percent(Means.of(steadies, Steady::refused), 2));
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
