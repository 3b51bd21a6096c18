package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The service as the image and the manifests run it, out of memory and hanging. */
class DrillsTest {
  /** The exit code of a Java VM that ends on a lack of memory. */
  private static final int OUT_OF_MEMORY = 3;

  private static final long SECONDS = 240;
  private static final Duration BETWEEN_PROBES = Duration.ofMillis(200);

  @TempDir private Path folder;

  /** When the kubelet takes the process for dead, by the manifest of the service. */
  private record Probe(String path, int port, int timeoutSeconds, int failureThreshold) {
    static Probe ofManifest() throws IOException {
      Object deployment =
          new Yaml(new SafeConstructor(new LoaderOptions()))
              .load(
                  Files.readString(CliRun.ROOT.resolve("manifests/control-plane/deployment.yaml")));
      Map<?, ?> container =
          (Map<?, ?>) list(at(deployment, "spec", "template", "spec", "containers")).get(0);
      Map<?, ?> probe = (Map<?, ?>) at(container, "livenessProbe");
      Object named = at(probe, "httpGet", "port");
      int port =
          list(at(container, "ports")).stream()
              .filter(p -> at(p, "name").equals(named))
              .mapToInt(p -> (Integer) at(p, "containerPort"))
              .findFirst()
              .orElseThrow();
      return new Probe(
          (String) at(probe, "httpGet", "path"),
          port,
          (Integer) at(probe, "timeoutSeconds"),
          (Integer) at(probe, "failureThreshold"));
    }

    private static Object at(Object value, String... path) {
      Object at = value;
      for (String name : path) {
        at = Objects.requireNonNull(((Map<?, ?>) at).get(name));
      }
      return at;
    }

    private static List<?> list(Object value) {
      return (List<?>) value;
    }

    /** Returns whether the kubelet would get an answer that it takes for alive. */
    CompletableFuture<Boolean> succeeds(HttpClient client, int actual) {
      return client
          .sendAsync(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + actual + path))
                  .timeout(Duration.ofSeconds(timeoutSeconds))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .handle((answer, failure) -> failure == null && answer.statusCode() < 400);
    }

    boolean restarts(HttpClient client, int actual) {
      return Stream.generate(() -> succeeds(client, actual))
          .limit(failureThreshold)
          .toList()
          .stream()
          .noneMatch(CompletableFuture::join);
    }
  }

  /** Returns the flags that the image gives the Java VM. */
  private static List<String> imageFlags() throws IOException {
    return Files.readAllLines(CliRun.ROOT.resolve("release/options")).stream()
        .filter(line -> line.startsWith("-XX:"))
        .toList();
  }

  private PlimsollProcess serve(KubeApiServer server, int port, String... flags)
      throws IOException {
    Path configuration =
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {listen: {port: 0}}
            console: {listen: {port: 0}}
            management: {port: %d}
            cluster: {kubeconfig: %s}
            """
                .formatted(port, server.kubeconfig(folder, "secret", "plimsoll")));
    List<String> all = new ArrayList<>(imageFlags());
    all.addAll(List.of(flags));
    return PlimsollProcess.start(folder, all, "serve", "--config", configuration.toString());
  }

  private static KubeApiServer server(int pods) {
    KubeApiServer server = KubeApiServer.start();
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    IntStream.range(0, pods)
        .forEach(
            i ->
                server
                    .objects()
                    .put(
                        """
                        {"apiVersion": "v1", "kind": "Pod",
                         "metadata": {"name": "p%d", "namespace": "a", "labels": {"of": "%s"}},
                         "spec": {"containers": [{"name": "c", "image": "x"}]}}\
                        """
                            .formatted(i, ("l" + i + "-").repeat(2000))));
    return server;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void a_process_out_of_memory_ends_and_is_not_left_hanging() throws Exception {
    try (KubeApiServer server = server(8_000);
        PlimsollProcess process = serve(server, freePort(), "-Xmx64m")) {
      CliRun ended = process.await(SECONDS);

      assertThat(ended.exitCode()).isEqualTo(OUT_OF_MEMORY);
      assertThat(ended.out()).contains("OutOfMemoryError");
    }
  }

  @Test
  void a_process_that_hangs_is_one_that_the_manifests_probe_restarts() throws Exception {
    Probe probe = Probe.ofManifest();
    int port = freePort();
    HttpClient client = HttpClient.newHttpClient();
    try (KubeApiServer server = server(1);
        PlimsollProcess process = serve(server, port)) {
      awaitAlive(probe, client, port, process);

      process.signal("STOP");
      awaitHanging(probe, client, port);
      assertThat(probe.restarts(client, port)).isTrue();

      process.signal("CONT");
      awaitAlive(probe, client, port, process);
      assertThat(probe.restarts(client, port)).isFalse();
    }
  }

  @Test
  void the_probe_asks_where_the_manifests_configuration_answers_probes() throws IOException {
    Object configuration =
        new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Files.readString(CliRun.ROOT.resolve("manifests/control-plane/serve.yaml")));

    assertThat(Probe.at(configuration, "management", "port")).isEqualTo(Probe.ofManifest().port());
  }

  /** A signal has an effect some time after it was sent. */
  private static void awaitHanging(Probe probe, HttpClient client, int port) throws Exception {
    Await.until("the process hangs", () -> !probe.succeeds(client, port).join());
  }

  private static void awaitAlive(Probe probe, HttpClient client, int port, PlimsollProcess process)
      throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
    while (!probe.succeeds(client, port).join()) {
      assertThat(process.goesOnFor(BETWEEN_PROBES)).isTrue();
      assertThat(System.nanoTime() - end).isNegative();
    }
  }
}
