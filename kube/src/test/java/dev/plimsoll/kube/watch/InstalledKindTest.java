package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.RelatedKinds;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.faults.FailureMode;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kind that is installed while it is asked for again and again, ever more seldom. */
class InstalledKindTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final WatchedKind KIND =
      WatchedKind.POD_GROUPS.stream()
          .filter(k -> k.resource().resource().equals(PodGroupApi.SCHEDULER_PLUGINS.resource()))
          .findFirst()
          .orElseThrow();

  private static final WatchedKind QUEUE = WatchedKind.QUEUES.get(0);

  private final HealthLog health = new HealthLog("podgroups", System::nanoTime);
  private final Backoff backoff = new Backoff(Duration.ofMillis(1), DAY);

  /** Else what happens just after the installation would be seen half a minute later. */
  @Test
  void it_is_watched_once_it_is_listed_however_long_it_was_missing(@TempDir Path folder)
      throws Exception {
    try (KubeApiServer server = KubeApiServer.start();
        Connection connection =
            Connection.open(
                new ClusterAccess(Optional.of(kubeconfig(server, folder)), Optional.empty()));
        ListWatch listWatch = listWatch(connection, KIND)) {
      server.faults().withoutBookmarks();
      Thread thread = new Thread(listWatch::run, "watching");
      thread.setDaemon(true);
      thread.start();
      Await.until("it was missed again and again", () -> backoff.failures() > 3);
      assertThat(health.health().lists()).isZero();

      install(server);
      Await.until("it is watched", () -> isWatched(server));

      assertThat(backoff.failures()).isZero();
    }
  }

  @Test
  void what_an_outage_hides_is_no_longer_said_once_the_kind_is_missed_again(@TempDir Path folder)
      throws Exception {
    try (KubeApiServer server = KubeApiServer.start();
        Connection connection =
            Connection.open(
                new ClusterAccess(Optional.of(kubeconfig(server, folder)), Optional.empty()));
        ListWatch listWatch = listWatch(connection, QUEUE)) {
      Thread thread = new Thread(listWatch::run, "watching");
      thread.setDaemon(true);
      thread.start();
      Await.until("it was missed again and again", () -> backoff.failures() > 3);
      server.faults().fail(Integer.MAX_VALUE, FailureMode.UNAVAILABLE);
      Await.until("it can't be listed", () -> listWatch.unknown().isPresent());

      server.faults().reset();
      int failures = backoff.failures();
      Await.until("it is missed again", () -> listWatch.unknown().isEmpty());

      assertThat(backoff.failures()).isLessThan(failures + 4);
      assertThat(health.health().state()).isEqualTo(InformerHealth.State.SYNCED);
    }
  }

  private ListWatch listWatch(Connection connection, WatchedKind kind) {
    return new ListWatch(
        connection,
        kind,
        new ClusterStore(List.of(kind), Clock.systemUTC()),
        new ObjectDecoder(kind, health, new PolicyStore(), new RelatedKinds()),
        health,
        backoff,
        DAY,
        () -> {});
  }

  private static void install(KubeApiServer server) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "podgroups.scheduling.x-k8s.io"},
             "spec": {"group": "scheduling.x-k8s.io", "scope": "Namespaced",
               "names": {"kind": "PodGroup", "plural": "podgroups", "singular": "podgroup",
                 "listKind": "PodGroupList"},
               "versions": [{"name": "v1alpha1", "served": true, "storage": true,
                 "schema": {"openAPIV3Schema": {"type": "object",
                   "x-kubernetes-preserve-unknown-fields": true}}}]}}
            """);
  }

  private static boolean isWatched(KubeApiServer server) {
    return server.calls().stream().anyMatch(c -> c.contains("watch=true"));
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
}
