package dev.plimsoll.bench.when;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Makes the scenarios that are asked about. */
final class Scenarios {
  static final String ALIBABA = "Alibaba";
  private static final int EVERY = 8;

  /** Alibaba's arrivals need at least so much; this only saves replays. */
  private static final long LEAST_CONDENSED = 128;

  private static final double WAITING = 0.25;
  private static final long WAITS_SECONDS = 60;
  private static final long MOST_CONDENSED = 1L << 20;

  private Scenarios() {}

  /** A scenario and the seed that its questions are sampled with. */
  record Seeded(Scenario scenario, long seed) {}

  static List<Seeded> of(Arguments arguments) throws IOException {
    List<Seeded> scenarios = new ArrayList<>();
    if (arguments.trace().isPresent()) {
      Path folder = arguments.trace().get();
      List<Path> nodes = files(folder, "nodes");
      if (nodes.size() != 1) {
        throw new IllegalArgumentException(
            "--trace " + folder + " has " + nodes.size() + " files *nodes*.csv, must have one");
      }
      List<Path> pods = files(folder, "pods");
      if (pods.isEmpty()) {
        throw new IllegalArgumentException("--trace " + folder + " has no file *pods*.csv");
      }
      for (Path file : pods) {
        String name = String.valueOf(file.getFileName());
        scenarios.add(
            new Seeded(condensed(name, nodes.get(0), file, 1, 1), arguments.seeds().get(0)));
      }
      return scenarios;
    }
    if (arguments.includes(ALIBABA)) {
      Path nodes = arguments.traces().resolve("openb-nodes.csv.gz");
      Path pods = arguments.traces().resolve("openb-pods-default.csv.gz");
      scenarios.add(
          new Seeded(
              condensed(ALIBABA, nodes, pods, EVERY, LEAST_CONDENSED), arguments.seeds().get(0)));
    }
    for (DrawnScenario drawn : DrawnScenarios.ALL) {
      if (arguments.includes(drawn.name())) {
        for (long seed : arguments.seeds()) {
          scenarios.add(new Seeded(drawn.draw(new Random(seed)), seed));
        }
      }
    }
    return scenarios;
  }

  /** Halves the time between arrivals until a quarter of the pods wait for a minute or more. */
  private static Scenario condensed(String name, Path nodes, Path pods, int every, long least)
      throws IOException {
    Scenario scenario = TraceScenario.read(name, nodes, pods, every, least);
    for (long factor = 2 * least; !hasQueues(scenario) && factor <= MOST_CONDENSED; factor *= 2) {
      scenario = TraceScenario.read(name, nodes, pods, every, factor);
    }
    return scenario;
  }

  private static boolean hasQueues(Scenario scenario) {
    List<Run> runs = new Replay(scenario).run();
    long waiting = runs.stream().filter(r -> r.waited().toSeconds() >= WAITS_SECONDS).count();
    return waiting >= WAITING * runs.size();
  }

  private static List<Path> files(Path folder, String kind) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              f -> {
                String name = String.valueOf(f.getFileName());
                return name.contains(kind) && (name.endsWith(".csv") || name.endsWith(".csv.gz"));
              })
          .sorted()
          .toList();
    }
  }
}
