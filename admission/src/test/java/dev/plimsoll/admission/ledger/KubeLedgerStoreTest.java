package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeLedgerStoreTest {
  @TempDir private Path folder;

  private final KubeApiServer server = KubeApiServer.start();
  private final List<Connection> connections = new ArrayList<>();

  @BeforeEach
  void define() {
    define("{\"type\": \"object\", \"x-kubernetes-preserve-unknown-fields\": true}");
    put("{}");
  }

  private void define(String schema) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "quotaledgers.plimsoll.dev"},
             "spec": {"group": "plimsoll.dev", "scope": "Cluster",
               "names": {"kind": "QuotaLedger", "plural": "quotaledgers"},
               "versions": [{"name": "v1alpha1", "served": true, "storage": true,
                 "subresources": {"status": {}},
                 "schema": {"openAPIV3Schema": %s}}]}}"""
                .formatted(schema));
  }

  @AfterEach
  void close() {
    connections.forEach(Connection::close);
    server.close();
  }

  private void put(String status) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "QuotaLedger",
             "metadata": {"name": "l"}, "status": %s,
             "spec": {"quota": "gpu", "hard": {"requests.nvidia.com/gpu": "100"}}}"""
                .formatted(status));
  }

  private LedgerStore store() {
    server.access().token("secret", User.ADMIN);
    Connection connection =
        Connection.open(
            new ClusterAccess(
                Optional.of(server.kubeconfig(folder, "secret", "default")), Optional.empty()));
    connections.add(connection);
    return new KubeLedgerStore(connection);
  }

  @Test
  void what_is_replaced_is_read() throws Exception {
    LedgerStore store = store();
    QuotaLedger empty = store.read("l").orElseThrow();
    Ledger counted = Ledgers.ledger(100, 3).withReservation(Ledgers.reservation("p", 2));

    QuotaLedger written = store.replace(empty.withLedger(counted)).orElseThrow();

    assertThat(written.ledger()).isEqualTo(counted);
    assertThat(store().read("l")).contains(written);
  }

  /** As a definition of an older version does, which knows no reservations. */
  @Test
  void what_the_server_has_dropped_is_not_taken_for_stored() throws Exception {
    define(
        """
        {"type": "object", "properties": {
          "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
          "status": {"type": "object", "properties": {
            "formatVersion": {"type": "string"},
            "namespaces": {"type": "array", "items":
              {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}}}""");
    LedgerStore store = store();
    QuotaLedger empty = store.read("l").orElseThrow();
    Ledger counted = Ledgers.ledger(100, 3).withReservation(Ledgers.reservation("p", 2));

    QuotaLedger written = store.replace(empty.withLedger(counted)).orElseThrow();

    assertThat(written.ledger().reservations()).isEmpty();
    assertThat(store.read("l")).contains(written);
  }

  @Test
  void whoever_is_slower_replaces_nothing() throws Exception {
    LedgerStore store = store();
    QuotaLedger empty = store.read("l").orElseThrow();
    store().replace(empty.withLedger(Ledgers.ledger(100, 3)));

    assertThat(store.replace(empty.withLedger(Ledgers.ledger(100, 4)))).isEmpty();
    assertThat(store.read("l").orElseThrow().ledger()).isEqualTo(Ledgers.ledger(100, 3));
  }

  @Test
  void a_change_of_the_limit_is_not_overlooked() throws Exception {
    LedgerStore store = store();
    QuotaLedger before = store.read("l").orElseThrow();
    JsonObject object =
        server.objects().get("plimsoll.dev/v1alpha1", "QuotaLedger", "", "l").orElseThrow();
    object
        .getAsJsonObject("spec")
        .getAsJsonObject("hard")
        .addProperty("requests.nvidia.com/gpu", "1");
    server.objects().put(object);

    assertThat(store.replace(before.withLedger(Ledgers.ledger(100, 4)))).isEmpty();
  }

  @Test
  void what_is_not_there_is_neither_read_nor_made() throws Exception {
    LedgerStore store = store();
    QuotaLedger empty = store.read("l").orElseThrow();
    server.objects().remove("plimsoll.dev/v1alpha1", "QuotaLedger", "", "l");

    assertThat(store.read("l")).isEmpty();
    assertThat(store.replace(empty.withLedger(Ledgers.ledger(100, 4)))).isEmpty();
  }

  @Test
  void nonsense_and_silence_are_told_apart() {
    LedgerStore store = store();
    put("{\"formatVersion\": \"9\"}");

    assertThatThrownBy(() -> store.read("l"))
        .isInstanceOf(InvalidLedgerException.class)
        .hasMessage("QuotaLedger l: status.formatVersion: is \"9\", not \"1\"");
    server.stop();
    assertThatThrownBy(() -> store.read("l")).isInstanceOf(UnreachableException.class);
  }

  @Test
  void three_replicas_never_reserve_more_than_the_limit() throws Exception {
    LedgerStore store = store();
    store.replace(store.read("l").orElseThrow().withLedger(Ledgers.ledger(100, 0)));
    List<Reserver> replicas =
        List.of(
            new Reserver(store(), Ticker.SYSTEM),
            new Reserver(store(), Ticker.SYSTEM),
            new Reserver(store(), Ticker.SYSTEM));
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      int index = i;
      calls.add(
          () ->
              replicas
                      .get(index % 3)
                      .reserve(
                          ClusterFixture.cluster(),
                          Ledgers.pod("p" + index, 1),
                          new TreeSet<>(List.of("l")),
                          Ledgers.EXPIRY,
                          Duration.ofSeconds(60))
                  instanceof Admitted);
    }
    ExecutorService clients = Executors.newFixedThreadPool(16);
    int admitted = 0;
    try {
      for (Future<Boolean> call : clients.invokeAll(calls)) {
        admitted += call.get() ? 1 : 0;
      }
    } finally {
      clients.shutdownNow();
    }

    assertThat(admitted).isEqualTo(100);
    assertThat(store.read("l").orElseThrow().ledger().reservations()).hasSize(100);
    assertThat(server.calls()).filteredOn(c -> c.startsWith("PUT ")).hasSizeLessThan(100 * 3);
  }
}
