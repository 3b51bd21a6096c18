package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.RelatedKinds;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kind of which nothing changes, and no bookmark comes since nothing ever did. */
class QuietKindTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final InformerOptions QUICK =
      new InformerOptions(
          Duration.ofMillis(1), Duration.ofMillis(10), Duration.ofDays(1), Duration.ofDays(1));

  private final AtomicLong nanos = new AtomicLong();

  private Duration silence(Informer informer) {
    return informer.health().health().silence().orElseThrow();
  }

  private void watch(Path folder, InformerOptions options, Watching test) throws Exception {
    WatchedKind kind = WatchedKind.ALL.get(0);
    try (KubeApiServer server = KubeApiServer.start();
        Connection connection =
            Connection.open(
                new ClusterAccess(Optional.of(kubeconfig(server, folder)), Optional.empty()));
        Informer informer =
            new Informer(
                connection,
                kind,
                new ClusterStore(List.of(kind), Clock.systemUTC()),
                new PolicyStore(),
                new RelatedKinds(),
                options,
                nanos::get,
                () -> {})) {
      server.faults().withoutBookmarks();
      informer.start();
      test.run(server, informer);
    }
  }

  private interface Watching {
    void run(KubeApiServer server, Informer informer) throws Exception;
  }

  @Test
  void a_server_that_accepts_a_watch_again_has_been_heard(@TempDir Path folder) throws Exception {
    watch(
        folder,
        QUICK,
        (server, informer) -> {
          Await.until("it is watched", () -> watches(server) == 1);

          nanos.addAndGet(Duration.ofMinutes(3).toNanos());
          assertThat(silence(informer)).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
          server.faults().cutWatches();
          Await.until("it is watched again", () -> watches(server) == 2);

          Await.until("the silence is over", () -> silence(informer).compareTo(SECOND) < 0);
        });
  }

  @Test
  void silence_is_no_failure_that_the_next_watch_would_have_to_wait_for(@TempDir Path folder)
      throws Exception {
    Duration day = Duration.ofDays(1);
    watch(
        folder,
        new InformerOptions(day, day, day, day, SECOND),
        (server, informer) -> {
          Await.until("it is watched a third time", () -> watches(server) >= 3);

          assertThat(informer.health().health().failures()).isZero();
        });
  }

  private static Path kubeconfig(KubeApiServer server, Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("kubeconfig"),
        """
        current-context: here
        contexts: [{name: here, context: {cluster: c}}]
        clusters: [{name: c, cluster: {server: "%s"}}]
        """
            .formatted(server.url()));
  }

  private static long watches(KubeApiServer server) {
    return server.calls().stream().filter(c -> c.contains("watch=true")).count();
  }
}
