package dev.plimsoll.extender.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.kube.hours.HoursFile;
import dev.plimsoll.kube.hours.RecordedHours;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.hours.DeviceSeries;
import dev.plimsoll.model.hours.DeviceState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoursWriterTest {
  private static final Instant BEGIN = Instant.parse("2026-11-01T12:30:00Z");
  private static final DeviceSeries FREE =
      new DeviceSeries(ResourceName.of("nvidia.com/gpu"), "A100", DeviceState.FREE, "");

  @TempDir private Path folder;
  private Instant now = BEGIN;
  private Path file;
  private HoursWriter writer;
  private double observed;

  @BeforeEach
  void start() {
    file = folder.resolve("hours.jsonl");
    writer =
        new HoursWriter(
            file, () -> new DeviceTime.Sums(Map.of(FREE, 8 * observed), observed), () -> now);
  }

  private void pass(Duration time, boolean counts) {
    for (long minute = 0; minute < time.toMinutes(); minute++) {
      now = now.plus(Duration.ofMinutes(1));
      observed += counts ? 60 : 0;
      writer.look();
    }
  }

  private double hours(Instant from, Instant to) {
    RecordedHours recorded = HoursFile.read(List.of(file)).between(from, to);
    return recorded.hours().values().stream().mapToDouble(h -> h).sum();
  }

  @Test
  void an_hour_has_a_line_and_the_rest_is_written_at_the_end() throws Exception {
    pass(Duration.ofMinutes(150), true);
    int before = Files.readAllLines(file).size();
    now = now.plus(Duration.ofMinutes(7));
    observed += 7 * 60;
    writer.close();

    assertThat(before).isEqualTo(3);
    assertThat(Files.readAllLines(file)).hasSize(4);
    assertThat(hours(BEGIN, now)).isCloseTo(8 * 157 / 60.0, within(1e-6));
  }

  @Test
  void a_replica_that_does_not_count_writes_nothing() {
    pass(Duration.ofHours(3), false);
    writer.close();

    assertThat(file).doesNotExist();
  }

  @Test
  void a_line_that_cannot_be_written_waits() throws Exception {
    Files.createDirectory(file);
    pass(Duration.ofHours(2), true);
    Files.delete(file);
    pass(Duration.ofHours(1), true);
    writer.close();

    assertThat(hours(BEGIN, now)).isCloseTo(24, within(1e-6));
  }

  @Test
  void a_clock_that_is_set_back_makes_no_hour_count_twice() {
    pass(Duration.ofMinutes(30), true);
    now = now.minus(Duration.ofMinutes(10));
    pass(Duration.ofMinutes(90), true);
    writer.close();

    assertThat(hours(BEGIN, now)).isCloseTo(8 * 110 / 60.0, within(1e-6));
  }
}
