package dev.plimsoll.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Replays what a Kubernetes 1.36 API server kept, printed and rejected. {@code
 * -Dplimsoll.vectors=DIR} replays {@code DIR/quantities.jsonl}, or the same with {@code .gz},
 * instead of the recording kept here.
 */
class QuantityConformanceTest {
  @Test
  void every_recorded_spelling_is_kept_printed_or_rejected_as_recorded() throws IOException {
    List<RecordedQuantity> recorded;
    try (BufferedReader lines = open()) {
      recorded = lines.lines().map(RecordedQuantity::parse).toList();
    }

    List<RecordedQuantity> replayed = recorded.stream().map(RecordedQuantity::replay).toList();

    long passed = recorded.stream().filter(each -> each.equals(each.replay())).count();
    System.out.printf("quantities: %d of %d as recorded%n", passed, recorded.size());
    assertThat(recorded).isNotEmpty();
    assertThat(replayed).containsExactlyElementsOf(recorded);
  }

  private static BufferedReader open() throws IOException {
    String directory = System.getProperty("plimsoll.vectors", "");
    if (directory.isEmpty()) {
      return unzip(
          Objects.requireNonNull(
              QuantityConformanceTest.class.getResourceAsStream(
                  "/dev/plimsoll/model/vectors/quantities.jsonl.gz")));
    }
    Path folder = Path.of(System.getProperty("plimsoll.root", "")).resolve(directory);
    Path plain = folder.resolve("quantities.jsonl");
    return Files.exists(plain)
        ? Files.newBufferedReader(plain)
        : unzip(Files.newInputStream(folder.resolve("quantities.jsonl.gz")));
  }

  private static BufferedReader unzip(InputStream in) throws IOException {
    return new BufferedReader(
        new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8));
  }
}
