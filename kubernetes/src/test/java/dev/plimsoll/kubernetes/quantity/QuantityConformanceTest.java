package dev.plimsoll.kubernetes.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Replays what API servers of Kubernetes 1.31 to 1.36 kept, printed and rejected; they don't
 * differ. {@code -Dplimsoll.vectors=DIR} replays {@code DIR/quantities.jsonl}, or the same with
 * {@code .gz}, if it is there, instead of the recordings kept here.
 */
class QuantityConformanceTest {
  /** Where the recordings of each version are; those of the newest stand beside the folders. */
  private static final List<String> FOLDERS =
      List.of("1.31.14/", "1.33.13/", "1.34.9/", "1.35.6/", "");

  private static final String NAMED_FOLDER = System.getProperty("plimsoll.vectors", "");

  @Test
  void every_recorded_spelling_is_kept_printed_or_rejected_as_recorded() throws IOException {
    List<RecordedQuantity> recorded = new ArrayList<>();
    for (InputStream file : NAMED_FOLDER.isEmpty() ? bundled() : named()) {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
        lines.lines().map(RecordedQuantity::parse).forEach(recorded::add);
      }
    }

    List<RecordedQuantity> replayed = recorded.stream().map(RecordedQuantity::replay).toList();

    assertThat(!recorded.isEmpty() || !NAMED_FOLDER.isEmpty()).as("has recordings").isTrue();
    if (!recorded.isEmpty()) {
      long passed = recorded.stream().filter(each -> each.equals(each.replay())).count();
      System.out.printf("quantities: %d of %d%n", passed, recorded.size());
    }
    assertThat(replayed).containsExactlyElementsOf(recorded);
  }

  private static List<InputStream> bundled() throws IOException {
    List<InputStream> files = new ArrayList<>();
    for (String folder : FOLDERS) {
      String name = "/dev/plimsoll/kubernetes/vectors/" + folder + "quantities.jsonl.gz";
      files.add(
          new GZIPInputStream(
              Objects.requireNonNull(
                  QuantityConformanceTest.class.getResourceAsStream(name), name)));
    }
    return files;
  }

  private static List<InputStream> named() throws IOException {
    Path folder = Path.of(System.getProperty("plimsoll.root", "")).resolve(NAMED_FOLDER);
    Path plain = folder.resolve("quantities.jsonl");
    Path zipped = folder.resolve("quantities.jsonl.gz");
    if (Files.exists(plain)) {
      return List.of(Files.newInputStream(plain));
    }
    return Files.exists(zipped)
        ? List.of(new GZIPInputStream(Files.newInputStream(zipped)))
        : List.of();
  }
}
