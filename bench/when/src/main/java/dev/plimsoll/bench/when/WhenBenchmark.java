package dev.plimsoll.bench.when;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Compares estimates of start times with the starts of replays, and prints how right they were. */
public final class WhenBenchmark {
  private static final int LARGE_CLASS = 100;

  private WhenBenchmark() {}

  /** Runs with the folder of the shipped traces and the user's arguments. */
  public static void main(String[] args) {
    try {
      print(Arguments.parse(List.of(args)));
    } catch (IllegalArgumentException | IOException e) {
      System.err.println("bench/when/run: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void print(Arguments arguments) throws IOException {
    Map<String, List<Answer>> byScenario = new TreeMap<>();
    List<Answer> all = new ArrayList<>();
    System.out.println(Scores.heading());
    List<Scenarios.Seeded> scenarios = Scenarios.of(arguments);
    for (Scenarios.Seeded seeded : scenarios) {
      List<Answer> answers = ask(seeded, arguments.sample(), arguments.runs());
      byScenario.computeIfAbsent(seeded.scenario().name(), n -> new ArrayList<>()).addAll(answers);
      all.addAll(answers);
      System.out.println(
          Scores.of(answers).row(seeded.scenario().name() + ", seed " + seeded.seed()));
    }
    System.out.println(Scores.of(all).row("all"));
    printClasses(all, "size ", Answer::size);
    printClasses(all, "tenant ", a -> a.pod().namespace());
    printClasses(all, "tenant and size ", a -> a.pod().namespace() + ", " + a.size());
    if (arguments.each()) {
      all.forEach(a -> System.out.println(a.line()));
    }
    all.forEach(a -> a.wrongNeeds().ifPresent(w -> System.out.println(a.line() + ": " + w)));
    System.out.println(Scores.of(all).json());
  }

  private static List<Answer> ask(Scenarios.Seeded seeded, int sample, int runsOfAnswer) {
    Scenario scenario = seeded.scenario();
    List<Run> runs = new Replay(scenario).run();
    Map<String, Instant> starts = new HashMap<>();
    runs.forEach(r -> starts.put(r.pod().key(), r.started()));
    List<Question> all = Questions.all(scenario, runs);
    List<AskedQueue> queues =
        new Replay(scenario).ask(Questions.sample(all, sample, seeded.seed()));
    System.err.printf(
        Locale.ROOT,
        "%s, seed %d: %d pods, %.0f %% wait, %d start after demand ends; %d of %d questions asked%n",
        scenario.name(),
        seeded.seed(),
        runs.size(),
        100.0 * runs.stream().filter(r -> !r.waited().isZero()).count() / runs.size(),
        startsAfterDemand(scenario, runs),
        queues.size(),
        all.size());
    return queues.parallelStream()
        .map(
            m ->
                Answer.to(
                    m, scenario, starts.getOrDefault(m.pod().key(), Instant.MAX), runsOfAnswer))
        .toList();
  }

  private static long startsAfterDemand(Scenario scenario, List<Run> runs) {
    return runs.stream().filter(r -> r.started().isAfter(scenario.demandEnds())).count();
  }

  private static void printClasses(
      List<Answer> all, String kind, Function<Answer, String> classOf) {
    Map<String, List<Answer>> classes = new TreeMap<>();
    all.forEach(a -> classes.computeIfAbsent(classOf.apply(a), c -> new ArrayList<>()).add(a));
    classes.forEach(
        (name, answers) -> {
          if (answers.size() >= LARGE_CLASS) {
            System.out.println(Scores.of(answers).row(kind + name));
          }
        });
  }
}
