package dev.plimsoll.bench.idle;

import dev.plimsoll.kubernetes.usage.IdleRule;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Asks which pods are idle and compares the answers with the hour after. */
public final class IdleBenchmark {
  private static final List<Integer> WINDOWS = List.of(30, 60, 120, 180, 240, 360, 480, 720);
  private static final int CLUSTERS = 200;

  private IdleBenchmark() {}

  /** Runs with the user's arguments. */
  public static void main(String[] args) {
    try {
      print(Arguments.parse(List.of(args)));
    } catch (IllegalArgumentException | IOException e) {
      System.err.println("bench/idle/run: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void print(Arguments arguments) throws IOException {
    IdleRule rule = new IdleRule(arguments.threshold(), IdleRule.DEFAULT.window());
    List<Series> all =
        arguments.series().isPresent()
            ? SeriesFile.read(arguments.series().get(), arguments.full(), rule.threshold())
            : DrawnSeries.of(arguments.seed(), arguments.pods(), rule.threshold());
    Map<String, List<Series>> laws =
        all.stream().collect(Collectors.groupingBy(Series::law, TreeMap::new, Collectors.toList()));
    List<Series> total = all.stream().filter(s -> !s.law().equals(DrawnSeries.NIGHTS)).toList();
    System.out.println(Evaluation.heading());
    for (int minutes : WINDOWS) {
      Evaluation evaluation = Evaluation.of(total, rule.withWindow(Duration.ofMinutes(minutes)));
      System.out.println(evaluation.row("window " + text(minutes)));
    }
    String window = "window " + text((int) rule.window().toMinutes()) + ", ";
    laws.forEach((law, some) -> System.out.println(Evaluation.of(some, rule).row(window + law)));
    Evaluation chosen = Evaluation.of(total, rule);
    System.out.println(
        chosen.row(window + (arguments.series().isPresent() ? "all" : "all but nights")));
    WaitingCheck check = WaitingCheck.of(arguments.seed(), CLUSTERS);
    System.out.println(check.text());
    System.out.printf(
        Locale.ROOT,
        "{\"precision\":%s,\"found\":%s,\"pods\":%d,\"windowMinutes\":%d,\"waitingPlaced\":%s}%n",
        number(chosen.precision()),
        number(chosen.foundShare()),
        chosen.pods(),
        rule.window().toMinutes(),
        number(check.share()));
  }

  private static String text(int minutes) {
    return minutes % Series.HOUR == 0 ? minutes / Series.HOUR + "h" : minutes + "m";
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "null" : String.format(Locale.ROOT, "%.4f", value);
  }
}
