package dev.plimsoll.extender.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.hours.HoursEntry;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.model.hours.DeviceSeries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Appends the device-seconds of each hour to a file, a line at a time. A replica that doesn't count
 * writes nothing. A line that can't be written waits: the next line is then longer.
 */
public final class HoursWriter implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HoursWriter.class.getName());
  private static final RunInterval INTERVAL = RunInterval.every(Duration.ofMinutes(1)).resting(9);
  private static final double MILLIS = 1e3;

  private final Path file;
  private final Supplier<DeviceTime.Sums> sums;
  private final InstantSource clock;

  @GuardedBy("this")
  private final Map<DeviceSeries, Double> devices = new HashMap<>();

  @GuardedBy("this")
  private double observed;

  @GuardedBy("this")
  private Instant begin;

  @GuardedBy("this")
  private DeviceTime.Sums last;

  HoursWriter(Path file, Supplier<DeviceTime.Sums> sums, InstantSource clock) {
    this.file = file;
    this.sums = sums;
    this.clock = clock;
    this.begin = now();
    this.last = sums.get();
  }

  /** Creates a writer of the seconds from now on. */
  public static HoursWriter of(Path file, DeviceTime time, InstantSource clock) {
    return new HoursWriter(file, time::sums, clock);
  }

  /** Starts to write, on a thread of its own. */
  public PeriodicTask start() {
    return PeriodicTask.start("hours-file", INTERVAL, this::look);
  }

  /** Adds the seconds since the last look, and writes the line of an hour that is over. */
  synchronized void look() {
    add();
    if (now().truncatedTo(ChronoUnit.HOURS).isAfter(begin)) {
      write();
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  @GuardedBy("this")
  private void add() {
    DeviceTime.Sums next = sums.get();
    next.devices()
        .forEach(
            (series, seconds) -> {
              double more = seconds - last.devices().getOrDefault(series, 0.0);
              if (more > 0) {
                devices.merge(series, more, Double::sum);
              }
            });
    observed += next.observed() - last.observed();
    last = next;
  }

  @GuardedBy("this")
  private void write() {
    Instant end = now();
    if (!end.isAfter(begin)) {
      return;
    }
    if (observed > 0) {
      try {
        Files.writeString(
            file,
            entry(end).toLine() + "\n",
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, "device-hours can't be written to {0}: {1}", file, e);
        return;
      }
    }
    begin = end;
    observed = 0;
    devices.clear();
  }

  /** A clock that was set back makes the time shorter than the counted seconds. */
  @GuardedBy("this")
  private HoursEntry entry(Instant end) {
    double part = Math.min(1, Duration.between(begin, end).toMillis() / MILLIS / observed);
    Map<DeviceSeries, Double> counted = new HashMap<>();
    devices.forEach((series, seconds) -> counted.put(series, part * seconds));
    return HoursEntry.of(begin, end, part * observed, counted);
  }

  /** Writes the seconds of the hour that is not over. */
  @Override
  public synchronized void close() {
    add();
    write();
  }
}
