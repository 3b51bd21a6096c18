package dev.plimsoll.bench.idle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads series from a file with the columns value, timestamp and container. */
final class SeriesFile {
  private static final double MILLISECONDS = 1e11;
  private static final long LONGEST_DAYS = 400;

  private SeriesFile() {}

  /**
   * Reads a file. Of two samples of a minute the higher counts.
   *
   * @param full the value of a busy device; if absent, 1 if no value is higher, else 100
   * @throws IllegalArgumentException with the line that is wrong
   */
  static List<Series> read(Path file, OptionalDouble full, double threshold) throws IOException {
    Map<String, SortedMap<Long, Double>> containers = new TreeMap<>();
    try (Stream<String> lines = Files.lines(file)) {
      int[] number = {0};
      int[] columns = {0, 1, 2};
      lines.forEachOrdered(line -> add(containers, columns, file, ++number[0], line));
    } catch (UncheckedIOException e) {
      throw new IllegalArgumentException(file + " can't be read as text", e);
    }
    double highest =
        containers.values().stream()
            .flatMap(c -> c.values().stream())
            .mapToDouble(v -> v)
            .max()
            .orElseThrow(() -> new IllegalArgumentException(file + " has no samples"));
    double of = full.orElse(highest <= 1 ? 1 : 100);
    System.err.printf("%d containers; a value of %.0f is 100 %%%n", containers.size(), of);
    return containers.values().stream().map(c -> series(c, 100 / of, threshold)).toList();
  }

  private static void add(
      Map<String, SortedMap<Long, Double>> containers,
      int[] columns,
      Path file,
      int number,
      String line) {
    List<String> cells = Arrays.asList(line.trim().split(",", -1));
    if (number == 1 && cells.stream().anyMatch(c -> c.startsWith("value"))) {
      List<String> names = List.of("value", "timestamp", "container");
      for (int i = 0; i < columns.length; i++) {
        String name = names.get(i);
        int index =
            cells.indexOf(cells.stream().filter(c -> c.startsWith(name)).findFirst().orElse(""));
        if (index < 0) {
          throw new IllegalArgumentException(file + ":1 has no column " + name);
        }
        columns[i] = index;
      }
      return;
    }
    if (line.isBlank()) {
      return;
    }
    try {
      double value = Double.parseDouble(cells.get(columns[0]));
      long minute = Math.floorDiv((long) seconds(cells.get(columns[1])), 60);
      if (Double.isFinite(value)) {
        containers
            .computeIfAbsent(cells.get(columns[2]), c -> new TreeMap<>())
            .merge(minute, value, Math::max);
      }
    } catch (NumberFormatException | DateTimeParseException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          file + ":" + number + " must be value,timestamp,container, not \"" + line + "\"", e);
    }
  }

  private static double seconds(String text) {
    if (text.indexOf(':') >= 0) {
      return LocalDateTime.parse(text.replace(' ', 'T').replaceFirst("Z$", ""))
          .toEpochSecond(ZoneOffset.UTC);
    }
    double number = Double.parseDouble(text);
    return number >= MILLISECONDS ? number / 1000 : number;
  }

  private static Series series(SortedMap<Long, Double> samples, double scale, double threshold) {
    long first = samples.firstKey();
    long minutes = samples.lastKey() - first + 1;
    if (minutes > LONGEST_DAYS * 24 * Series.HOUR) {
      throw new IllegalArgumentException(
          "a container has samples over more than " + LONGEST_DAYS + " days");
    }
    double[] busy = new double[(int) minutes];
    Arrays.fill(busy, Double.NaN);
    samples.forEach((minute, value) -> busy[(int) (minute - first)] = value * scale);
    return Series.recorded(first, busy, threshold);
  }
}
