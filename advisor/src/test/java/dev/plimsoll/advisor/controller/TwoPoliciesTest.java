package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApplyOverrides;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two policies that change quotas themselves, and both have namespace {@code red}. */
class TwoPoliciesTest {
  private static final String OLDER = "2026-01-01T00:00:00Z";
  private static final String YOUNGER = "2026-02-01T00:00:00Z";

  @TempDir Path folder;
  private ControllerTestCluster cluster;

  @BeforeEach
  void start() {
    cluster = new ControllerTestCluster(folder);
    cluster.server().objects().remove("plimsoll.dev/v1alpha1", "CapacityPolicy", "", "gpus");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void policy(String name, String created, String apply, String ceiling) {
    cluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': '%s', 'creationTimestamp': '%s'},
         'spec': {'tenants': [{'name': 'red', 'namespaces': ['red'],
                               'ceiling': {'nvidia.com/gpu': %s}}],
           'resources': [{'name': 'nvidia.com/gpu'}],
           'division': {'type': 'Proportional'},
           'changes': {'apply': '%s', 'limits': {'units': 1000}}}}
        """
            .formatted(name, created, ceiling, apply));
  }

  private JsonObject stored(String name) {
    return cluster
        .server()
        .objects()
        .get("plimsoll.dev/v1alpha1", "CapacityPolicy", "", name)
        .orElseThrow();
  }

  private List<WriteOutcome> decide(String name) {
    AdviceRun run =
        new AdviceRun(
            new RunOptions(true, Optional.empty(), ApplyOverrides.NONE, false, "plimsoll"));
    Cluster seen = LiveCluster.read(cluster.access(), n -> {});
    try (Connection connection = Connection.open(cluster.access())) {
      DecidedAdvice decided =
          run.decide(
              Simulation.of(seen, AdmissionChain.standard(), DefaultPlugins.scheduler()),
              PolicyFile.of(stored(name), name).policy(),
              cluster.server().objects().list("plimsoll.dev/v1alpha1", "CapacityPolicy"),
              UsageHistory.NONE,
              StateStore.NONE,
              Optional.of(connection));
      return run.carryOut(decided, Optional.of(stored(name)), connection, Instant.now());
    }
  }

  private Optional<JsonObject> condition(String policy) {
    return stored(policy).getAsJsonObject("status").getAsJsonArray("conditions").asList().stream()
        .map(c -> c.getAsJsonObject())
        .filter(c -> c.get("type").getAsString().equals("OwnsNamespaces"))
        .findFirst();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void settle_in_one_round_whoever_comes_first(boolean olderFirst) {
    policy("a", YOUNGER, "Automatic", "5");
    policy("b", OLDER, "Automatic", "9");
    List<String> order = olderFirst ? List.of("b", "a") : List.of("a", "b");

    order.forEach(p -> assertThat(decide(p)).noneMatch(WriteOutcome::failed));
    assertThat(cluster.hard("red")).isEqualTo("9");
    order.forEach(p -> assertThat(decide(p)).noneMatch(WriteOutcome::failed));
    assertThat(cluster.hard("red")).isEqualTo("9");
    assertThat(cluster.server().objects().list("plimsoll.dev/v1alpha1", "QuotaRecommendation"))
        .extracting(r -> r.getAsJsonObject("spec").get("policy").getAsString())
        .containsOnly("b");
    assertThat(condition("b")).isEmpty();
    assertThat(condition("a").orElseThrow().get("message").getAsString())
        .isEqualTo(
            "policy b owns namespace red, since it is the older one; this policy only recommends"
                + " there");
  }

  @Test
  void of_the_same_age_the_first_by_name_owns() {
    policy("b", OLDER, "Automatic", "5");
    policy("a", OLDER, "Automatic", "9");

    assertThat(decide("b")).noneMatch(WriteOutcome::failed);

    assertThat(cluster.hard("red")).isEqualTo("2");
    assertThat(condition("b")).isPresent();
  }

  @Test
  void a_policy_that_changes_nothing_itself_owns_nothing() {
    policy("a", OLDER, "Never", "5");
    policy("b", YOUNGER, "Automatic", "9");

    assertThat(decide("b")).noneMatch(WriteOutcome::failed);

    assertThat(cluster.hard("red")).isEqualTo("9");
    assertThat(condition("b")).isEmpty();
  }

  @Test
  void a_policy_that_became_invalid_keeps_its_namespaces() {
    policy("a", OLDER, "Automatic", "-1");
    policy("b", YOUNGER, "Automatic", "9");

    assertThat(decide("b")).noneMatch(WriteOutcome::failed);

    assertThat(cluster.hard("red")).isEqualTo("2");
    assertThat(condition("b")).isPresent();
  }
}
