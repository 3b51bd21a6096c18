package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.yaml.YamlFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Texts of up to 400,000 characters, wherever a text becomes something else. */
class HostileLengthsPropertyTest {
  /** What a terminal shows on a few lines. */
  private static final int LONGEST_SENTENCE = 1000;

  /** SnakeYAML takes time with the square of the length of a text. */
  private static final int LONGEST = 400_000;

  /** One object for each place where a text is read as a number, a time, a name or a selector. */
  private static final List<String> PLACES =
      List.of(
          "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: n},"
              + " spec: {containers: [{name: c, resources: {requests: {cpu: %s}}}]}}",
          "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: n, creationTimestamp: %s}}",
          "{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: n}}",
          "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: n, generation: %s}}",
          "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: n}, spec: {priority: %s,"
              + " nodeSelector: {a: %1$s}, tolerations: [{key: %1$s, tolerationSeconds: %1$s}]}}",
          "{apiVersion: v1, kind: ResourceQuota, metadata: {name: a, namespace: n},"
              + " spec: {hard: {pods: %s}}}",
          "{apiVersion: v1, kind: LimitRange, metadata: {name: a, namespace: n},"
              + " spec: {limits: [{type: Container, max: {cpu: %s}}]}}",
          "{apiVersion: v1, kind: Node, metadata: {name: a}, status: {allocatable: {cpu: %s}}}",
          "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: n,"
              + " annotations: {deployment.kubernetes.io/revision: %s}}, spec: {replicas: %1$s,"
              + " strategy: {rollingUpdate: {maxSurge: %1$s}}, selector: {matchLabels: {a: %1$s}}}}",
          "{apiVersion: batch/v1, kind: Job, metadata: {name: a, namespace: n},"
              + " spec: {completions: %s}, status: {failedIndexes: %1$s}}",
          "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: a, namespace: n},"
              + " spec: {maxUnavailable: %s}}",
          "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: a},"
              + " spec: {selectors: [{cel: {expression: %s}}]}}",
          "{apiVersion: v1, kind: %s, metadata: {name: a}}",
          "{apiVersion: %s, kind: Pod, metadata: {name: a}}");

  private static final List<String> UNITS =
      List.of("9", "0", "1.", "1:", "a.", "-", "1,", "e9", "(", "a-", "T", ":", "\\u0030");

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<Integer> lengths = Arbitraries.of(20, 1_001, 20_000, LONGEST);
    return Arbitraries.of(UNITS)
        .flatMap(unit -> lengths.map(length -> unit.repeat(length / unit.length())));
  }

  private static void read(byte[] document, String name) {
    try {
      Path folder = Files.createTempDirectory("lengths");
      Path file = Files.write(folder.resolve(name), document);
      try {
        SnapshotReader.read(List.of(file), n -> {});
      } catch (InputException e) {
        assertSentences(e);
      } finally {
        Files.delete(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertSentences(InputException e) {
    assertThat(e.sentences())
        .allSatisfy(s -> assertThat(s).doesNotContain("\n").hasSizeLessThan(LONGEST_SENTENCE));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Property(tries = 60)
  void a_long_text_is_read_or_is_one_short_sentence(
      @ForAll("texts") String text, @ForAll("places") String place) {
    read(bytes(place.formatted(quoted(text))), "dump.yaml");
  }

  @Property(tries = 30)
  void a_long_number_is_read_or_is_one_short_sentence(@ForAll("places") String place) {
    for (String number : List.of("9", "1e", "0.")) {
      for (int length : List.of(20, 1_001, 400_000)) {
        read(bytes(place.formatted(number + "9".repeat(length))), "dump.yaml");
      }
    }
  }

  @Provide
  Arbitrary<String> places() {
    return Arbitraries.of(PLACES);
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  @Property(tries = 12)
  void deep_nesting_is_one_short_sentence(@ForAll("nestings") String nesting) {
    for (String name : List.of("dump.yaml", "dump.json")) {
      read(bytes(nesting.repeat(100_000)), name);
      read(bytes("{\"kind\": \"List\", \"items\": [" + nesting.repeat(100_000)), name);
    }
  }

  @Provide
  Arbitrary<String> nestings() {
    return Arbitraries.of("[", "{\"a\":", "[{\"a\":", "- ", "? ", "&a [", "!!set {");
  }

  @Property(tries = 5)
  void gzip_members_without_content_end_the_reading_with_a_sentence(
      @ForAll("members") int members) {
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(member)) {
      out.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] packed = new byte[members * member.size()];
    for (int i = 0; i < members; i++) {
      System.arraycopy(member.toByteArray(), 0, packed, i * member.size(), member.size());
    }
    read(packed, "dump.json.gz");
  }

  @Provide
  Arbitrary<Integer> members() {
    return Arbitraries.of(1, 1_000, 50_000, 200_000);
  }

  @Property(tries = 20)
  void a_long_value_of_a_configuration_is_one_short_sentence(@ForAll("texts") String text)
      throws IOException {
    Path file = Files.createTempFile("lengths", ".yaml");
    try {
      Files.writeString(file, "a: " + quoted(text) + "\nb: " + text.replaceAll("[^0-9.e]", "9"));
      YamlFile.readOne(file);
    } catch (InputException e) {
      assertSentences(e);
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 1)
  void two_hundred_thousand_members_are_named_as_what_they_are() throws IOException {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 20_000; i++) {
      new GZIPOutputStream(members).finish();
    }
    Path file = Files.write(Files.createTempFile("lengths", ".json.gz"), members.toByteArray());
    try {
      assertThatThrownBy(() -> SnapshotReader.read(List.of(file), n -> {}))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("more than 1,000 empty gzip members follow one another");
    } finally {
      Files.delete(file);
    }
  }
}
