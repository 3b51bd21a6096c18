package dev.plimsoll.kube.hours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.hours.DeviceSeries;
import dev.plimsoll.model.hours.DeviceState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoursFileTest {
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");
  private static final DeviceSeries ALLOCATED = series(DeviceState.ALLOCATED, "a \"b\", c");
  private static final DeviceSeries FREE = series(DeviceState.FREE, "");

  @TempDir private Path folder;

  private static DeviceSeries series(DeviceState state, String tenant) {
    return new DeviceSeries(ResourceName.of("nvidia.com/gpu"), "A100", state, tenant);
  }

  private static Instant at(double hours) {
    return NOON.plusSeconds(Math.round(hours * 3600));
  }

  /** Three of eight devices are allocated from one time to the other. */
  private static String line(double begin, double end) {
    double seconds = Duration.between(at(begin), at(end)).toSeconds();
    return HoursEntry.of(
            at(begin), at(end), seconds, Map.of(ALLOCATED, 3 * seconds, FREE, 5 * seconds))
        .toLine();
  }

  private Path file(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  private static double hours(RecordedHours recorded, DeviceState state) {
    return recorded.hours().entrySet().stream()
        .filter(e -> e.getKey().user().state() == state)
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  @Test
  void lines_of_several_files_add_up() throws IOException {
    HoursFile hours =
        HoursFile.read(List.of(file("a", line(0, 1), line(1, 2)), file("b", line(2, 3.5))));
    RecordedHours recorded = hours.between(at(0), at(3.5));

    assertThat(hours.end(Instant.EPOCH)).isEqualTo(at(3.5));
    assertThat(hours(recorded, DeviceState.ALLOCATED)).isCloseTo(10.5, within(1e-6));
    assertThat(hours(recorded, DeviceState.FREE)).isCloseTo(17.5, within(1e-6));
    assertThat(recorded.isWhole()).isTrue();
    assertThat(recorded.begin()).contains(at(0));
  }

  @Test
  void of_a_line_that_is_partly_in_the_period_this_part_counts() throws IOException {
    RecordedHours recorded =
        HoursFile.read(List.of(file("a", line(0, 1), line(1, 2)))).between(at(0.75), at(1.25));

    assertThat(hours(recorded, DeviceState.ALLOCATED)).isCloseTo(1.5, within(1e-6));
    assertThat(recorded.isWhole()).isTrue();
  }

  @Test
  void hours_without_a_line_are_unknown() throws IOException {
    RecordedHours recorded =
        HoursFile.read(List.of(file("a", line(0, 1), line(3, 4)))).between(at(0), at(4));

    assertThat(hours(recorded, DeviceState.UNKNOWN)).isCloseTo(16, within(1e-6));
    assertThat(recorded.notes()).singleElement().asString().startsWith("2.0 of 4.0 hours");
  }

  @Test
  void hours_that_two_files_have_are_an_error() throws IOException {
    HoursFile hours = HoursFile.read(List.of(file("a", line(0, 1)), file("b", line(0, 1))));

    assertThatThrownBy(() -> hours.between(at(0), at(1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("2.0 observed hours in a period of 1.0 hours");
  }

  @Test
  void a_line_whose_writer_was_stopped_is_not_read() throws IOException {
    String whole = line(0, 1);
    Path cut = Files.writeString(folder.resolve("cut"), whole + "\n" + whole.substring(0, 90));

    assertThat(HoursFile.read(List.of(cut)).end(Instant.EPOCH)).isEqualTo(at(1));
  }

  @Test
  void a_packed_file_is_read_by_its_name() throws IOException {
    Path packed = folder.resolve("hours.jsonl.gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write((line(0, 1) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    assertThat(HoursFile.read(List.of(packed)).between(at(0), at(1)).isWhole()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense} | is not JSON",
        "[1] | is not a JSON object",
        "{\"end\":\"2026-11-01T00:00:00Z\"} | has no text begin",
        "{\"begin\":\"soon\"} | has a begin that is not a time such as 2026-11-01T00:00:00Z",
        "{\"begin\":\"2026-11-01T00:00:00Z\",\"end\":\"2026-11-01T00:00:00Z\",\"observedSeconds\":0}"
            + " | has an end that is not after its begin",
        "{\"begin\":\"2026-11-01T00:00:00Z\",\"end\":\"2026-11-01T00:00:01Z\",\"observedSeconds\":-1}"
            + " | has no number observedSeconds of 0 or more",
        "{\"begin\":\"2026-11-01T00:00:00Z\",\"end\":\"2026-11-01T00:00:01Z\",\"observedSeconds\":9}"
            + " | has more observedSeconds than its time is long",
        "{\"begin\":\"2026-11-01T00:00:00Z\",\"end\":\"2026-11-01T00:00:01Z\",\"observedSeconds\":1,"
            + "\"devices\":[{\"resource\":\"nvidia.com/gpu\",\"product\":\"\",\"state\":\"lost\"}]} | has the unknown state lost"
      })
  void a_mistake_is_told_with_its_line(String line, String mistake) throws IOException {
    Path file = file("hours", line(0, 1), line);

    assertThatThrownBy(() -> HoursFile.read(List.of(file)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("hours: line 2 " + mistake);
  }
}
