package dev.plimsoll.bench.idle;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the command is called with.
 *
 * @param series a file with recorded series, instead of drawn ones
 * @param full the value of a busy device in that file
 * @param seed the seed of the drawn series and clusters
 * @param pods how many pods are drawn for each law
 * @param threshold the threshold in percent
 */
record Arguments(
    Optional<Path> series, OptionalDouble full, long seed, int pods, double threshold) {
  private static final String USAGE =
      "must be --series FILE, --full N, --seed N, --pods N or --threshold PERCENT";

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  static Arguments parse(List<String> args) {
    Arguments parsed = new Arguments(Optional.empty(), OptionalDouble.empty(), 1, 100, 1);
    for (int i = 0; i < args.size(); i += 2) {
      if (i + 1 >= args.size()) {
        throw new IllegalArgumentException(args.get(i) + " needs a value: " + USAGE);
      }
      parsed = parsed.with(args.get(i), args.get(i + 1));
    }
    return parsed;
  }

  private Arguments with(String option, String value) {
    return switch (option) {
      case "--series" -> new Arguments(Optional.of(file(value)), full, seed, pods, threshold);
      case "--full" ->
          new Arguments(series, OptionalDouble.of(number(option, value)), seed, pods, threshold);
      case "--seed" -> new Arguments(series, full, (long) number(option, value), pods, threshold);
      case "--pods" -> new Arguments(series, full, seed, (int) number(option, value), threshold);
      case "--threshold" -> new Arguments(series, full, seed, pods, number(option, value));
      default ->
          throw new IllegalArgumentException("unknown argument \"" + option + "\": " + USAGE);
    };
  }

  private static Path file(String value) {
    Path file = Path.of(value);
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new IllegalArgumentException("--series " + value + " is not a file that can be read");
    }
    return file;
  }

  private static double number(String option, String value) {
    try {
      double number = Double.parseDouble(value);
      if (number > 0 && number <= 1e9) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The sentence below says what is wrong.
    }
    throw new IllegalArgumentException(option + " " + value + " must be a number above 0");
  }
}
