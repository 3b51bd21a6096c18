package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotReaderTest {
  private static final String SMALL =
      """
      {"apiVersion":"v1","items":[
        {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a","labels":{"a":"ä}\\"]"}}},
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"n"},"status":{"allocatable":{"cpu":2}}}
      ],"kind":"List"}
      """;

  @TempDir Path folder;

  @Test
  void a_dump_that_is_cut_off_anywhere_is_an_error_as_if_it_was_read_in_one_go()
      throws IOException {
    byte[] bytes = Files.readAllBytes(Files.writeString(folder.resolve("whole.json"), SMALL));
    Path file = folder.resolve("cut.json");
    int last = SMALL.strip().getBytes(StandardCharsets.UTF_8).length - 1;
    for (int end = 1; end <= last; end++) {
      Files.write(file, Arrays.copyOf(bytes, end));

      assertThat(errorMessage(() -> SnapshotReader.read(List.of(file), n -> {})))
          .isEqualTo(errorMessage(() -> inOneGo(file)));
    }
  }

  @Test
  void what_is_wrong_is_said_as_if_it_was_read_in_one_go() throws IOException {
    for (String wrong : List.of("{\"cpu\":\"x\"}", "{\"cpu\":{}}", "[]", "{\"a\":1 2}")) {
      Path file =
          Files.writeString(folder.resolve("wrong.json"), SMALL.replace("{\"cpu\":2}", wrong));

      assertThat(errorMessage(() -> SnapshotReader.read(List.of(file), n -> {})))
          .isEqualTo(errorMessage(() -> inOneGo(file)));
    }
  }

  @Test
  void a_pod_template_is_found_whatever_a_custom_resource_calls_it() throws IOException {
    String template =
        """
        {"replicas":1,"template":{"spec":{"containers":[{"name":"c","image":"i"}]}}}""";
    for (String role : List.of("worker", "image", "state", "serviceAccount")) {
      String job =
          """
          {"apiVersion":"example.com/v1","kind":"Training","metadata":{"name":"t","namespace":"a"},
           "spec":{"roles":{"%s":%s}}}"""
              .formatted(role, template);
      Path file = Files.writeString(folder.resolve("job.json"), job);

      assertThat(SnapshotReader.read(List.of(file), n -> {}).list(Workload.class))
          .as(role)
          .singleElement()
          .satisfies(w -> assertThat(w.templates()).hasSize(1));
    }
  }

  @Test
  void the_first_of_two_with_the_same_uid_stays_however_many_pieces_there_are() throws IOException {
    Path file = Files.writeString(folder.resolve("many.json"), pods(9000));
    List<Long> progress = new ArrayList<>();

    Cluster cluster = SnapshotReader.read(List.of(file), progress::add);

    assertThat(cluster.list(Pod.class)).hasSize(3000);
    assertThat(cluster.list(Pod.class)).allMatch(p -> p.spec().nodeName().equals("node-0"));
    assertThat(progress).containsExactly(1000L, 2000L, 3000L);
  }

  @Test
  void a_pipe_is_read_too() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(pipe));

    Cluster cluster = SnapshotReader.read(List.of(pipe), n -> {});

    writing.join();
    assertThat(cluster.list(Namespace.class))
        .extracting(n -> n.metadata().labels().get("a"))
        .containsExactly("ä}\"]");
    assertThat(cluster.nodes()).hasSize(1);
  }

  private static void write(Path pipe) {
    try (OutputStream out = new FileOutputStream(pipe.toFile())) {
      out.write(SMALL.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a list in which each pod stands three times. */
  private static String pods(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p%1$d","namespace":"ns","uid":"%1$d"},
                "spec":{"nodeName":"node-%2$d","containers":[{"name":"c","image":"%3$s"}]}}
                """
                    .formatted(i % 3000, i / 3000, "x".repeat(100)))
        .collect(Collectors.joining(",", "{\"kind\":\"List\",\"items\":[", "]}"));
  }

  private static void inOneGo(Path file) {
    ParallelSink.fill(
        new SnapshotCollector(Unlisted.UNKNOWN, n -> {}, p -> {}),
        0,
        sink -> DocumentReader.read(file, sink));
  }

  private static String errorMessage(Runnable reading) {
    return String.valueOf(catchThrowableOfType(InputException.class, reading::run).getMessage());
  }
}
