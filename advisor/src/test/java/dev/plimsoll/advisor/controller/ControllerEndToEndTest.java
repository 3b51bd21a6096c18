package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.AdvisorEndToEndCluster;
import dev.plimsoll.advisor.live.ApplyOverrides;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.election.LeaderElection;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.metrics.MetricsRegistry;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Controllers on a real API server: one leads, and what it leaves undone the next one does. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerEndToEndTest {
  private static final LeaderElectionSettings ELECTION =
      new LeaderElectionSettings(true, "plimsoll", "plimsoll-advisor", Duration.ofSeconds(15));
  private static final DecisionSettings SETTINGS =
      new DecisionSettings(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofDays(1));
  private static final double SPEED = 20;

  private AdvisorEndToEndCluster cluster;

  @BeforeAll
  void startControlPlane(@TempDir Path folder) throws Exception {
    cluster = new AdvisorEndToEndCluster(folder);
  }

  @AfterAll
  void stopControlPlane() {
    cluster.close();
  }

  @BeforeEach
  void setQuotas() throws Exception {
    setCapacity("16");
    cluster.setQuotas();
  }

  private void setCapacity(String gpus) throws IOException {
    JsonObject unused =
        cluster
            .api()
            .patch(
                "/api/v1/nodes/n1/status",
                "{\"status\": {\"allocatable\": {\"nvidia.com/gpu\": \"%s\"}}}".formatted(gpus));
  }

  /** One that decides if it may. */
  private final class Replica implements AutoCloseable {
    private final Deque<Runnable> closers = new ArrayDeque<>();
    private final Connection connection = Connection.open(cluster.admin());

    Replica() {
      closers.push(connection::close);
    }

    void decideWhile(BooleanSupplier isLeader) throws InterruptedException {
      ClusterInformers informers =
          ClusterInformers.startWhole(cluster.admin(), InformerOptions.DEFAULT);
      closers.push(informers::close);
      assertThat(informers.awaitSynced(Duration.ofSeconds(30))).isTrue();
      AdvisorController controller =
          AdvisorController.start(
              informers,
              connection,
              isLeader,
              new AdvisorController.Inputs(
                  new FixedPolicy(),
                  (snapshot, policy, notes) -> UsageHistory.NONE,
                  (policy, writer) -> StateStore.NONE,
                  snapshot ->
                      Simulation.of(
                          snapshot, AdmissionChain.standard(), DefaultPlugins.scheduler())),
              new AdviceRun(
                  new RunOptions(
                      false, Optional.of(true), new ApplyOverrides(false, true), false, "")),
              SETTINGS,
              ControllerClock.startingAt(Instant.now(), SPEED),
              new MetricsRegistry());
      closers.push(controller::close);
    }

    LeaderElection candidate(String name) {
      LeaderElection election = LeaderElection.start(ELECTION, connection, name);
      closers.push(election::close);
      return election;
    }

    @Override
    public void close() {
      while (!closers.isEmpty()) {
        closers.pop().run();
      }
    }
  }

  /** The policy of the tests, whatever the cluster has. */
  private static final class FixedPolicy implements PolicySource {
    @Override
    public List<JsonObject> chosen(List<JsonObject> stored) {
      return List.of();
    }

    @Override
    public Set<SuspendedDemand> suspendedDemand() {
      return Set.of();
    }

    @Override
    public CapacityPolicy read(
        Optional<JsonObject> chosen, Cluster snapshot, Consumer<String> notes) {
      return AdvisorEndToEndCluster.POLICY;
    }
  }

  private boolean has(String vision, String nlp) {
    try {
      return cluster.hard("vision").endsWith("gpu=" + vision)
          && cluster.hard("nlp").endsWith("gpu=" + nlp);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_leader_that_ends_after_its_reductions_leaves_the_raises_to_the_next() throws Exception {
    try (Replica first = new Replica()) {
      first.decideWhile(() -> has("4", "32"));
      Await.until("the reduction is made", () -> has("4", "4"));
      Await.stays("nothing is raised", Duration.ofSeconds(1), () -> cluster.sum() == 8);
    }

    try (Replica second = new Replica()) {
      second.decideWhile(() -> true);
      Await.until("the raise is made", () -> has("12", "4"));
    }
  }

  @Test
  void of_two_at_once_one_decides_and_the_other_takes_over() throws Exception {
    try (Replica one = new Replica();
        Replica other = new Replica()) {
      LeaderElection ofOne = one.candidate("one");
      LeaderElection ofOther = other.candidate("other");
      one.decideWhile(ofOne::isLeader);
      other.decideWhile(ofOther::isLeader);
      Await.until("quotas are as decided", () -> has("12", "4"));
      assertThat(ofOne.isLeader()).isNotEqualTo(ofOther.isLeader());

      (ofOne.isLeader() ? one : other).close();
      setCapacity("8");

      Await.until("quotas follow the capacity", () -> has("6", "2"));
    }
  }
}
