package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.controller.AdviceRun;
import dev.plimsoll.advisor.controller.AdvisorController;
import dev.plimsoll.advisor.controller.ControllerClock;
import dev.plimsoll.advisor.controller.DecisionSettings;
import dev.plimsoll.advisor.controller.PolicySource;
import dev.plimsoll.advisor.controller.RunOptions;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.state.PolicyStateStore;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.metrics.MetricsRegistry;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** One controller with two policies on a real API server, with the rights of the manifests. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeveralPoliciesEndToEndTest {
  private static final String POLICIES = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";
  private static final DecisionSettings SETTINGS =
      new DecisionSettings(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofDays(1));
  private static final double SPEED = 20;

  private AdvisorEndToEndCluster cluster;

  @BeforeAll
  void startControlPlane(@TempDir Path folder) throws Exception {
    cluster = new AdvisorEndToEndCluster(folder);
    cluster.setQuotas();
  }

  @AfterAll
  void stopControlPlane() {
    cluster.close();
  }

  /** The policies of the cluster. */
  private static final class AllPolicies implements PolicySource {
    @Override
    public List<JsonObject> chosen(List<JsonObject> stored) {
      return stored;
    }

    @Override
    public Set<SuspendedDemand> suspendedDemand() {
      return Set.of();
    }

    @Override
    public CapacityPolicy read(
        Optional<JsonObject> chosen, Cluster snapshot, Consumer<String> notes) {
      return PolicyFile.of(chosen.orElseThrow(), "a policy").policy();
    }
  }

  private void addPolicy(String name, String namespace, int ceiling) throws IOException {
    JsonObject unused =
        cluster
            .api()
            .create(
                POLICIES,
                """
                {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
                 "metadata": {"name": "%s"},
                 "spec": {"tenants": [{"name": "%2$s", "namespaces": ["%2$s"],
                                       "ceiling": {"nvidia.com/gpu": %3$d}}],
                   "resources": [{"name": "nvidia.com/gpu"}],
                   "division": {"type": "Proportional"},
                   "changes": {"apply": "Automatic", "step": "100%%", "limits": {"units": 1000}}}}
                """
                    .formatted(name, namespace, ceiling));
  }

  private boolean has(String namespace, String gpus) throws IOException {
    return cluster.hard(namespace).endsWith("gpu=" + gpus);
  }

  private boolean isReady(String policy) throws IOException {
    JsonObject stored = cluster.api().get(POLICIES + "/" + policy);
    return JsonFields.objects(stored, "status", "conditions").stream()
            .anyMatch(
                c ->
                    JsonFields.text(c, "type").equals("Ready")
                        && JsonFields.text(c, "status").equals("True"))
        && !JsonFields.objects(stored, "status", "shares").isEmpty()
        && JsonFields.object(stored, "status", "state").size() > 0;
  }

  private Set<String> reports() throws IOException {
    String path = "/api/v1/namespaces/plimsoll/configmaps/plimsoll-advice";
    return cluster.api().isThere(path)
        ? JsonFields.object(cluster.api().get(path), "data").keySet()
        : Set.of();
  }

  @Test
  void each_is_decided_and_both_can_be_undone() throws Exception {
    addPolicy("cold", "nlp", 7);
    addPolicy("warm", "vision", 5);
    try (Connection connection = Connection.open(cluster.advisor());
        ClusterInformers informers =
            ClusterInformers.startWhole(cluster.advisor(), InformerOptions.DEFAULT)) {
      assertThat(informers.awaitSynced(Duration.ofSeconds(30))).isTrue();
      try (AdvisorController controller =
          AdvisorController.start(
              informers,
              connection,
              () -> true,
              new AdvisorController.Inputs(
                  new AllPolicies(),
                  (snapshot, policy, notes) -> UsageHistory.NONE,
                  (policy, writer) -> new PolicyStateStore(writer, policy.orElseThrow()),
                  snapshot ->
                      Simulation.of(
                          snapshot, AdmissionChain.standard(), DefaultPlugins.scheduler())),
              new AdviceRun(
                  new RunOptions(true, Optional.empty(), ApplyOverrides.NONE, false, "plimsoll")),
              SETTINGS,
              ControllerClock.startingAt(Instant.now(), SPEED),
              new MetricsRegistry())) {
        Await.until("quotas are as decided", () -> has("vision", "5") && has("nlp", "7"));
        Await.until("both policies are ready", () -> isReady("cold") && isReady("warm"));
        Await.until(
            "both reports are there",
            () -> reports().containsAll(Set.of("cold.md", "cold.json", "warm.md", "warm.json")));
        assertThat(controller.status()).isNotNull();
      }
    }

    try (Connection connection = Connection.open(cluster.advisor())) {
      assertThat(new QuotaReverter(connection).undo(Optional.empty()))
          .hasSize(2)
          .allSatisfy(o -> assertThat(o.result()).isEqualTo(Result.DONE));
    }
    assertThat(has("vision", "4")).isTrue();
    assertThat(has("nlp", "32")).isTrue();
  }
}
