package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.admission.AdmissionManifests;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.plane.Await;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerWatchTest {
  @TempDir private Path folder;

  private final KubeApiServer server = KubeApiServer.start();
  private Optional<Runnable> closer = Optional.empty();

  @AfterEach
  void close() {
    closer.ifPresent(Runnable::run);
    server.close();
  }

  @BeforeEach
  void define() {
    server.objects().put(AdmissionManifests.read("crds/quotaledgers.yaml").get(0));
    server.access().token("secret", User.ADMIN);
    put("l");
  }

  private void put(String name) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "QuotaLedger",
             "metadata": {"name": "%s"},
             "spec": {"quota": "gpu", "hard": {"requests.nvidia.com/gpu": "100"}}}"""
                .formatted(name));
  }

  private Reserver watching() {
    Connection connection =
        Connection.open(
            new ClusterAccess(
                Optional.of(server.kubeconfig(folder, "secret", "default")), Optional.empty()));
    Reserver reserver = new Reserver(new KubeLedgerStore(connection), Ticker.SYSTEM);
    LedgerWatch watch = LedgerWatch.start(connection, reserver);
    closer =
        Optional.of(
            () -> {
              watch.close();
              connection.close();
            });
    return reserver;
  }

  /** Writes as another replica does. */
  private Ledger write(String name, int used) throws Exception {
    Connection connection =
        Connection.open(
            new ClusterAccess(
                Optional.of(server.kubeconfig(folder, "secret", "default")), Optional.empty()));
    try (connection) {
      KubeLedgerStore store = new KubeLedgerStore(connection);
      Ledger ledger = Ledgers.ledger(100, used);
      assertThat(store.replace(store.read(name).orElseThrow().withLedger(ledger))).isPresent();
      return ledger;
    }
  }

  private static void awaitKnown(Reserver reserver, String name, Ledger ledger) throws Exception {
    Await.until("it is told", () -> known(reserver, name).equals(Optional.of(ledger)));
  }

  private static Optional<Ledger> known(Reserver reserver, String name) {
    try {
      return Optional.of(reserver.known(name));
    } catch (LedgerUnavailableException e) {
      return Optional.empty();
    }
  }

  @Test
  void what_others_write_is_told() throws Exception {
    Reserver reserver = watching();

    awaitKnown(reserver, "l", write("l", 3));
    awaitKnown(reserver, "l", write("l", 4));
  }

  @Test
  void what_others_write_is_told_after_the_server_was_away() throws Exception {
    Reserver reserver = watching();
    awaitKnown(reserver, "l", write("l", 3));
    server.restart();

    awaitKnown(reserver, "l", write("l", 4));
  }

  @Test
  void what_others_write_is_told_after_the_server_has_forgotten_the_version() throws Exception {
    Reserver reserver = watching();
    awaitKnown(reserver, "l", write("l", 3));
    server.faults().expireWatches();

    awaitKnown(reserver, "l", write("l", 4));
  }

  @Test
  void what_can_not_be_used_is_no_news_and_hides_none() throws Exception {
    Reserver reserver = watching();
    Ledger before = write("l", 3);
    awaitKnown(reserver, "l", before);
    server
        .objects()
        .put(
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "QuotaLedger",
             "metadata": {"name": "l"}, "status": {"formatVersion": "9"},
             "spec": {"quota": "gpu", "hard": {"requests.nvidia.com/gpu": "100"}}}""");
    put("other");

    awaitKnown(reserver, "other", write("other", 5));
    awaitKnown(reserver, "other", write("other", 6));
    assertThat(reserver.known("l")).isEqualTo(before);
  }
}
