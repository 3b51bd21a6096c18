package dev.plimsoll.kube.hours;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.InputFiles;
import dev.plimsoll.kube.file.GunzipStream;
import dev.plimsoll.model.hours.DeviceSeries;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The records in files that {@code plimsoll serve} wrote: a line for each hour, as {@link
 * HoursEntry}. Files whose names end with {@code .gz} are gzip.
 *
 * <p>Of a line that is partly in a period, this part of the time counts.
 */
public final class HoursFile implements DeviceRecords {
  private static final double MILLIS = 1e3;

  private final String name;
  private final List<HoursEntry> entries;

  private HoursFile(String name, List<HoursEntry> entries) {
    this.name = name;
    this.entries = List.copyOf(entries);
  }

  /**
   * Reads files, in any order. A last line without an end is not read: its writer was stopped.
   *
   * @throws InputException if a file can't be read, or a line has a mistake
   */
  public static HoursFile read(List<Path> files) {
    List<HoursEntry> entries = new ArrayList<>();
    for (Path file : files) {
      InputFiles.require(file);
      try (BufferedReader lines = open(file)) {
        read(file, lines, entries);
      } catch (IOException e) {
        throw new InputException(file + " can't be read: " + e.getMessage());
      }
    }
    return new HoursFile(String.join(", ", files.stream().map(Path::toString).toList()), entries);
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    boolean isPacked = file.toString().endsWith(".gz");
    return new BufferedReader(
        new InputStreamReader(isPacked ? new GunzipStream(in) : in, StandardCharsets.UTF_8));
  }

  private static void read(Path file, BufferedReader lines, List<HoursEntry> entries)
      throws IOException {
    StringBuilder line = new StringBuilder();
    int number = 1;
    for (int next = lines.read(); next >= 0; next = lines.read()) {
      if (next == '\n') {
        add(file, number, line.toString(), entries);
        line.setLength(0);
        number++;
      } else {
        line.append((char) next);
      }
    }
  }

  private static void add(Path file, int number, String line, List<HoursEntry> entries) {
    if (line.isBlank()) {
      return;
    }
    try {
      entries.add(HoursEntry.ofLine(line));
    } catch (IllegalArgumentException e) {
      throw new InputException(
          file + ": line " + number + " " + e.getMessage() + ". Is it a file of device-hours?");
    }
  }

  @Override
  public String name() {
    return name;
  }

  /** Returns the end of the last line, or {@code now} without a line. */
  @Override
  public Instant end(Instant now) {
    return entries.stream().map(HoursEntry::end).max(Instant::compareTo).orElse(now);
  }

  @Override
  public RecordedHours between(Instant from, Instant to) {
    Map<DeviceSeries, Double> seconds = new HashMap<>();
    double observed = 0;
    Optional<Instant> first = Optional.empty();
    for (HoursEntry entry : entries) {
      double part = part(entry, from, to);
      if (part > 0) {
        observed += part * entry.observed();
        entry.devices().forEach((series, s) -> seconds.merge(series, part * s, Double::sum));
        Instant begin = entry.begin();
        first = Optional.of(first.filter(f -> f.isBefore(begin)).orElse(begin));
      }
    }
    if (RecordedHours.isCountedTwice(observed, from, to)) {
      throw new InputException(
          String.format(
              Locale.ROOT,
              "%s: %.1f observed hours in a period of %.1f hours. Several files have the same hours,"
                  + " or hours of several clusters; leave out all but one.",
              name,
              observed / RecordedHours.SECONDS,
              Duration.between(from, to).toSeconds() / RecordedHours.SECONDS));
    }
    return RecordedHours.of(from, to, seconds, observed, first);
  }

  /** Returns the part of an entry's time that is in a period. */
  private static double part(HoursEntry entry, Instant from, Instant to) {
    Instant begin = entry.begin().isAfter(from) ? entry.begin() : from;
    Instant end = entry.end().isBefore(to) ? entry.end() : to;
    return begin.isBefore(end) ? millis(begin, end) / millis(entry.begin(), entry.end()) : 0;
  }

  private static double millis(Instant begin, Instant end) {
    return Duration.between(begin, end).toMillis() / MILLIS;
  }
}
