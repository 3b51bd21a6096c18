package dev.plimsoll.kube;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.AdmissionConfiguration;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.report.RecordedGaps;
import dev.plimsoll.kubernetes.fixtures.FuzzedInput;
import dev.plimsoll.kubernetes.fixtures.Mutations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is in a file, it is read, or one sentence says why not. */
class FuzzedFilesPropertyTest {
  private static final int TRIES = 300;

  private static void assertReadOrDenied(byte[] bytes, Consumer<Path> reader) throws IOException {
    FuzzedInput.assertReadOrDenied(bytes, InputException.class, reader);
  }

  private static void readDump(Path file) {
    assertThat(SnapshotReader.read(List.of(file), n -> {}).omissions()).isNotNull();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write(bytes);
    }
    return gzip.toByteArray();
  }

  private static void assertMutationsAreReadOrDenied(
      String seed, long mutation, Consumer<Path> reader) throws IOException {
    assertReadOrDenied(Mutations.of(FuzzedInput.seed(seed), new Random(mutation)), reader);
  }

  @Property(tries = TRIES)
  void dumps_in_JSON_are_read_or_denied(@ForAll long mutation) throws IOException {
    assertMutationsAreReadOrDenied("dump.json", mutation, FuzzedFilesPropertyTest::readDump);
  }

  @Property(tries = TRIES)
  void dumps_in_YAML_are_read_or_denied(@ForAll long mutation) throws IOException {
    assertMutationsAreReadOrDenied("dump.yaml", mutation, FuzzedFilesPropertyTest::readDump);
  }

  @Property(tries = TRIES)
  void dumps_in_JSON_lines_are_read_or_denied(@ForAll long mutation) throws IOException {
    byte[] lines =
        new String(FuzzedInput.seed("dump.json"), UTF_8).replace("\n", "").getBytes(UTF_8);
    ByteArrayOutputStream repeated = new ByteArrayOutputStream();
    for (int i = 0; i < 3; i++) {
      repeated.writeBytes(Mutations.of(lines, new Random(mutation + i)));
      repeated.write('\n');
    }
    assertReadOrDenied(repeated.toByteArray(), FuzzedFilesPropertyTest::readDump);
  }

  @Property(tries = TRIES)
  void damaged_gzip_is_read_or_denied(@ForAll long mutation) throws IOException {
    byte[] damaged = Mutations.of(gzip(FuzzedInput.seed("dump.json")), new Random(mutation));
    assertReadOrDenied(damaged, FuzzedFilesPropertyTest::readDump);
  }

  @Property(tries = TRIES)
  void gzip_of_what_is_damaged_is_read_or_denied(@ForAll long mutation) throws IOException {
    byte[] damaged = gzip(Mutations.of(FuzzedInput.seed("dump.yaml"), new Random(mutation)));
    assertReadOrDenied(damaged, FuzzedFilesPropertyTest::readDump);
  }

  @Property(tries = TRIES)
  void manifests_are_read_or_denied(@ForAll long mutation) throws IOException {
    assertMutationsAreReadOrDenied(
        "dump.yaml", mutation, file -> assertThat(Manifests.read(file)).isNotEmpty());
  }

  @Property(tries = TRIES)
  void policies_are_read_or_denied(@ForAll long mutation) throws IOException {
    assertMutationsAreReadOrDenied(
        "policy.yaml", mutation, file -> assertThat(PolicyFile.read(file)).isNotNull());
  }

  @Property(tries = TRIES)
  void admission_configurations_are_read_or_denied(@ForAll long mutation) throws IOException {
    assertMutationsAreReadOrDenied(
        "admission.yaml",
        mutation,
        file -> assertThat(AdmissionConfiguration.read(file)).isNotNull());
  }

  @Property(tries = TRIES)
  void admission_configurations_with_a_path_are_read_or_denied(@ForAll long mutation)
      throws IOException {
    assertMutationsAreReadOrDenied(
        "admission-path.yaml",
        mutation,
        file -> assertThat(AdmissionConfiguration.read(file)).isNotNull());
  }

  @Property(tries = TRIES)
  void recorded_gaps_are_read_or_denied(@ForAll long mutation) throws IOException {
    assertMutationsAreReadOrDenied(
        "gaps.json", mutation, file -> assertThat(RecordedGaps.read(file)).isNotNull());
  }
}
