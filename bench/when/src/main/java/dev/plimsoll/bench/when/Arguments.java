package dev.plimsoll.bench.when;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the command is called with.
 *
 * @param traces the folder with the recorded lists that the project ships
 * @param trace a folder with other lists, instead of all scenarios
 * @param seeds the seeds of the drawn scenarios and of the samples
 * @param sample how many questions are asked in each scenario
 * @param runs how often the estimator simulates for an answer
 * @param scenarios the names of the scenarios; all if none
 * @param each whether each answer is printed
 */
record Arguments(
    Path traces,
    Optional<Path> trace,
    List<Long> seeds,
    int sample,
    int runs,
    Set<String> scenarios,
    boolean each) {
  private static final int SAMPLE = 120;
  private static final int RUNS = 100;
  private static final String USAGE =
      "must be --trace DIR, --seed N, --sample N, --runs N, --scenario NAME or --each";

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  static Arguments parse(List<String> args) {
    Optional<Path> trace = Optional.empty();
    List<Long> seeds = new ArrayList<>();
    int sample = SAMPLE;
    int runs = RUNS;
    Set<String> scenarios = new TreeSet<>();
    List<String> valued = args.stream().filter(a -> !a.equals("--each")).toList();
    for (int i = 1; i < valued.size(); i += 2) {
      String option = valued.get(i);
      switch (option) {
        case "--trace" -> trace = Optional.of(folder(value(valued, i)));
        case "--seed" -> seeds.add(number(option, value(valued, i), 0, Long.MAX_VALUE));
        case "--sample" -> sample = (int) number(option, value(valued, i), 1, 1_000_000);
        case "--runs" -> runs = (int) number(option, value(valued, i), 10, 10_000);
        case "--scenario" -> scenarios.add(scenario(value(valued, i)));
        default ->
            throw new IllegalArgumentException("unknown argument \"" + option + "\": " + USAGE);
      }
    }
    return new Arguments(
        Path.of(args.get(0)),
        trace,
        seeds.isEmpty() ? List.of(1L) : seeds,
        sample,
        runs,
        scenarios,
        valued.size() < args.size());
  }

  boolean includes(String scenario) {
    return scenarios.isEmpty() || scenarios.contains(scenario);
  }

  private static String value(List<String> args, int option) {
    if (option + 1 >= args.size()) {
      throw new IllegalArgumentException(args.get(option) + " needs a value: " + USAGE);
    }
    return args.get(option + 1);
  }

  private static Path folder(String value) {
    Path folder = Path.of(value);
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("--trace " + value + " is not a folder");
    }
    return folder;
  }

  private static String scenario(String name) {
    List<String> names = new ArrayList<>();
    names.add(Scenarios.ALIBABA);
    DrawnScenarios.ALL.forEach(w -> names.add(w.name()));
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          "unknown scenario \"" + name + "\": must be one of " + String.join(", ", names));
    }
    return name;
  }

  private static long number(String option, String value, long least, long most) {
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The sentence below says what is wrong.
    }
    throw new IllegalArgumentException(
        option
            + " "
            + value
            + " must be a whole number of "
            + least
            + " or more"
            + (most == Long.MAX_VALUE ? "" : ", at most " + most));
  }
}
