package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two policies that change one quota themselves: quota {@code gpu} of namespace {@code red}. */
class DecisionRoundTest {
  private static final String KIND = "CapacityPolicy";
  private static final String VERSION = "plimsoll.dev/v1alpha1";
  private static final String GPUS = "requests.nvidia.com/gpu";
  private static final String OLDER = "2026-01-01T00:00:00Z";
  private static final String YOUNGER = "2026-02-01T00:00:00Z";

  @TempDir Path folder;
  private ControllerTestCluster cluster;

  @BeforeEach
  void start() {
    cluster = new ControllerTestCluster(folder);
    cluster.server().objects().remove(VERSION, KIND, "", "gpus");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void quota(String hard) {
    cluster.put(
        """
        {'apiVersion': 'v1', 'kind': 'ResourceQuota',
         'metadata': {'name': 'gpu', 'namespace': 'red'},
         'spec': {'hard': %1$s}, 'status': {'hard': %1$s, 'used': {}}}
        """
            .formatted(hard));
  }

  private void policy(String name, String created, String resource, int ceiling, String undivided) {
    cluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': '%s', 'creationTimestamp': '%s'},
         'spec': {'tenants': [{'name': 'red', 'namespaces': ['red'], 'ceiling': {'%3$s': %4$s}}],
           'resources': [{'name': '%3$s'}],
           'division': {'type': 'Proportional'},
           'changes': {'apply': 'Automatic', 'limits': {'units': 1000}, 'undivided': [%5$s]}}}
        """
            .formatted(name, created, resource, ceiling, undivided));
  }

  /** Decides all policies once, on one snapshot. */
  private void decide() {
    MetricsRegistry registry = new MetricsRegistry();
    try (Connection connection = Connection.open(cluster.access())) {
      DecisionRound round =
          new DecisionRound(
              connection,
              ControllerTestCluster.inputs(),
              ControllerTestCluster.run(),
              ControllerClock.startingAt(Instant.now(), 1),
              new ControllerMetrics(registry),
              new DecisionLog());
      assertThat(round.decide(LiveCluster.read(cluster.access(), n -> {}))).isPresent();
    }
  }

  private JsonObject stored(String name) {
    return cluster.server().objects().get(VERSION, KIND, "", name).orElseThrow();
  }

  private List<String> conditions(String policy, String status) {
    List<String> types = new ArrayList<>();
    stored(policy)
        .getAsJsonObject("status")
        .getAsJsonArray("conditions")
        .forEach(
            c -> {
              if (c.getAsJsonObject().get("status").getAsString().equals(status)) {
                types.add(c.getAsJsonObject().get("type").getAsString());
              }
            });
    return types;
  }

  private List<String> unapplied() {
    return cluster.server().objects().list(VERSION, "QuotaRecommendation").stream()
        .filter(r -> r.toString().contains("\"status\":\"False\""))
        .map(r -> r.getAsJsonObject("metadata").get("name") + ": " + r.get("status"))
        .toList();
  }

  private JsonObject hard() {
    return cluster
        .server()
        .objects()
        .get("v1", "ResourceQuota", "red", "gpu")
        .orElseThrow()
        .getAsJsonObject("spec")
        .getAsJsonObject("hard");
  }

  @ParameterizedTest
  @CsvSource({"a, b", "b, a"})
  void policies_of_two_resources_both_write_one_quota_in_one_round(String gpus, String cpus) {
    quota("{'requests.nvidia.com/gpu': '2', 'requests.cpu': '4'}");
    policy(gpus, OLDER, "nvidia.com/gpu", 9, "");
    policy(cpus, YOUNGER, "cpu", 40, "");

    decide();

    assertThat(hard().get(GPUS).getAsString()).isEqualTo("9");
    assertThat(hard().get("requests.cpu").getAsString()).isEqualTo("40");
    assertThat(unapplied()).isEmpty();
    assertThat(conditions(gpus, "False")).doesNotContain("OwnsNamespaces");
    assertThat(conditions(cpus, "False")).doesNotContain("OwnsNamespaces");

    List<String> calls = List.copyOf(cluster.server().calls());
    decide();

    assertThat(cluster.server().calls().stream().skip(calls.size()))
        .noneMatch(c -> !c.startsWith("GET ") && c.contains("resourcequotas"));
  }

  @Test
  void a_quota_that_the_first_policy_creates_is_extended_by_the_second() {
    cluster.server().objects().remove("v1", "ResourceQuota", "red", "gpu");
    policy("a", OLDER, "nvidia.com/gpu", 9, "");
    policy("b", YOUNGER, "cpu", 40, "");

    decide();

    JsonObject hard =
        cluster
            .server()
            .objects()
            .get("v1", "ResourceQuota", "red", "plimsoll")
            .orElseThrow()
            .getAsJsonObject("spec")
            .getAsJsonObject("hard");
    assertThat(hard.get(GPUS).getAsString()).isEqualTo("9");
    assertThat(hard.get("requests.cpu").getAsString()).isEqualTo("40");
    assertThat(unapplied()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_key_that_one_policy_divides_is_not_raised_by_the_other(boolean dividesFirst) {
    quota("{'requests.nvidia.com/gpu': '2', 'requests.cpu': '4'}");
    policy("a", dividesFirst ? OLDER : YOUNGER, "nvidia.com/gpu", 3, "");
    policy("b", dividesFirst ? YOUNGER : OLDER, "cpu", 40, "{'key': '" + GPUS + "', 'upTo': '16'}");

    decide();

    String younger = dividesFirst ? "b" : "a";
    assertThat(conditions(younger, "False")).contains("OwnsNamespaces");
    assertThat(hard().get(dividesFirst ? GPUS : "requests.cpu").getAsString())
        .isEqualTo(dividesFirst ? "3" : "40");
    assertThat(hard().get(dividesFirst ? "requests.cpu" : GPUS).getAsString())
        .isEqualTo(dividesFirst ? "4" : "2");
  }
}
