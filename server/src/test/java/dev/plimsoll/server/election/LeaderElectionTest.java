package dev.plimsoll.server.election;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.testkit.KubeApiServer;
import io.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas beside an API server. */
class LeaderElectionTest {
  private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(60);
  private static final LeaderElectionSettings SETTINGS =
      new LeaderElectionSettings(true, "plimsoll", "extender", Duration.ofSeconds(3));

  @TempDir Path folder;
  private final KubeApiServer server = KubeApiServer.start();
  private Connection connection;

  @BeforeEach
  void connect() throws IOException {
    server
        .objects()
        .put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'plimsoll'}}");
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            current-context: c
            contexts: [{name: c, context: {cluster: c}}]
            clusters: [{name: c, cluster: {server: "%s"}}]
            """
                .formatted(server.url()));
    connection = Connection.open(new ClusterAccess(Optional.of(kubeconfig), Optional.empty()));
  }

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private static void await(BooleanSupplier expected) {
    long until = System.nanoTime() + TIMEOUT;
    while (!expected.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private Optional<JsonObject> lease() {
    return server
        .objects()
        .get("coordination.k8s.io/v1", "Lease", "plimsoll", "extender")
        .map(lease -> lease.getAsJsonObject("spec"));
  }

  @Test
  void one_of_two_leads_and_the_other_takes_over_as_soon_as_it_ends() {
    LeaderElection first = LeaderElection.start(SETTINGS, connection, "first");
    await(first::isLeader);
    try (LeaderElection second = LeaderElection.start(SETTINGS, connection, "second")) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(4));
      assertThat(second.isLeader()).isFalse();
      assertThat(first.isLeader()).isTrue();

      first.close();

      assertThat(first.isLeader()).isFalse();
      await(second::isLeader);
      assertThat(lease().orElseThrow().get("holderIdentity").getAsString()).isEqualTo("second");
    }
  }

  /** Each look takes longer than the pause between two looks. */
  @Test
  void a_slow_api_server_elects_and_keeps_a_leader() {
    LeaderElectionSettings patient =
        new LeaderElectionSettings(true, "plimsoll", "extender", Duration.ofSeconds(9));
    server.faults().latency(Duration.ofMillis(300));
    try (LeaderElection leader = LeaderElection.start(patient, connection, "leader")) {
      await(leader::isLeader);
      await(() -> renewals() > 5);

      assertThat(leader.isLeader()).isTrue();
      assertThat(leader.term()).hasValue(1);
    }
  }

  private long renewals() {
    return server.calls().stream().filter(c -> c.startsWith("PUT") && c.contains("leases")).count();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void a_lease_is_given_back_though_renewals_are_under_way(int renewals) {
    LeaderElection first =
        new LeaderElection(SETTINGS, new RenewalInBetween(lock("first"), lock("first"), renewals));
    await(first::isLeader);

    first.close();

    assertThat(lease().orElseThrow().toString()).doesNotContain("first");
    assertThat(first.isLeader()).isFalse();
  }

  private LeaseLock lock(String identity) {
    return new LeaseLock("plimsoll", "extender", identity, connection.client());
  }

  @Test
  void the_lease_of_a_leader_that_died_is_taken_once_it_has_expired() {
    String now = Instant.now().toString().replaceAll("\\.[0-9]+Z", ".000000Z");
    server
        .objects()
        .put(
            """
            {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
             "metadata": {"namespace": "plimsoll", "name": "extender"},
             "spec": {"holderIdentity": "dead", "leaseDurationSeconds": 3, "leaseTransitions": 1,
               "acquireTime": "%1$s", "renewTime": "%1$s"}}
            """
                .formatted(now));
    long start = System.nanoTime();
    try (LeaderElection heir = LeaderElection.start(SETTINGS, connection, "heir")) {
      await(heir::isLeader);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(3));
  }

  @Test
  void a_leader_that_lost_its_lease_stands_again() {
    try (LeaderElection leader = LeaderElection.start(SETTINGS, connection, "leader")) {
      await(leader::isLeader);
      server
          .objects()
          .put(
              """
              {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
               "metadata": {"namespace": "plimsoll", "name": "extender"},
               "spec": {"holderIdentity": "thief", "leaseDurationSeconds": 3,
                 "leaseTransitions": 2, "acquireTime": "2026-01-01T00:00:00.000000Z",
                 "renewTime": "2026-01-01T00:00:00.000000Z"}}
              """);
      await(() -> !leader.isLeader());
      await(leader::isLeader);
      assertThat(leader.status().failures()).isPositive();
    }
  }
}
