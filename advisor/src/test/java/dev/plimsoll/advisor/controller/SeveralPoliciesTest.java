package dev.plimsoll.advisor.controller;

import static dev.plimsoll.advisor.controller.ControllerTestCluster.await;
import static dev.plimsoll.advisor.controller.ControllerTestCluster.decisions;
import static dev.plimsoll.advisor.controller.ControllerTestCluster.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One advisor, and a cluster with a policy for {@code red} and another for {@code blue}. */
class SeveralPoliciesTest {
  private static final String KIND = "CapacityPolicy";
  private static final String VERSION = "plimsoll.dev/v1alpha1";

  @TempDir Path folder;
  private ControllerTestCluster cluster;

  @BeforeEach
  void start() {
    cluster = new ControllerTestCluster(folder);
    cluster.server().objects().remove(VERSION, KIND, "", "gpus");
    policy("warm", "red", "5");
    policy("cold", "blue", "7");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void policy(String name, String namespace, String ceiling) {
    cluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': '%s', 'creationTimestamp': '2026-01-01T00:00:00Z'},
         'spec': {'tenants': [{'name': '%2$s', 'namespaces': ['%2$s'],
                               'ceiling': {'nvidia.com/gpu': %3$s}}],
           'resources': [{'name': 'nvidia.com/gpu'}],
           'division': {'type': 'Proportional'},
           'changes': {'apply': 'Automatic', 'step': '100%%', 'limits': {'units': 1000}}}}
        """
            .formatted(name, namespace, ceiling));
  }

  private boolean have(String red, String blue) {
    return cluster.hard("red").equals(red) && cluster.hard("blue").equals(blue);
  }

  private Optional<String> ready(String policy) {
    return cluster
        .server()
        .objects()
        .get(VERSION, KIND, "", policy)
        .map(p -> p.getAsJsonObject("status"))
        .stream()
        .flatMap(s -> s.getAsJsonArray("conditions").asList().stream())
        .map(c -> c.getAsJsonObject())
        .filter(c -> c.get("type").getAsString().equals("Ready"))
        .map(c -> c.get("status").getAsString())
        .findFirst();
  }

  private List<String> reports() {
    return cluster
        .server()
        .objects()
        .get("v1", "ConfigMap", "plimsoll", "plimsoll-advice")
        .map(m -> List.copyOf(m.getAsJsonObject("data").keySet()))
        .orElse(List.of());
  }

  private static boolean hasRun(MetricsRegistry registry, String policy) {
    return gauge(
            registry, "plimsoll_advisor_last_run_timestamp_seconds", Labels.of("policy", policy))
        > 0;
  }

  @Test
  void each_is_decided_and_reported() throws Exception {
    MetricsRegistry registry = cluster.start(() -> true);

    await(() -> have("5", "7"));
    await(() -> decisions(registry, "carried_out") >= 4);
    assertThat(ready("warm")).contains("True");
    assertThat(ready("cold")).contains("True");
    assertThat(hasRun(registry, "warm")).isTrue();
    assertThat(hasRun(registry, "cold")).isTrue();
    assertThat(reports())
        .containsExactlyInAnyOrder(
            "warm.md", "warm.json", "warm.asOf", "cold.md", "cold.json", "cold.asOf");
    assertThat(cluster.server().objects().list(VERSION, "QuotaRecommendation"))
        .extracting(r -> r.getAsJsonObject("spec").get("policy").getAsString())
        .containsExactlyInAnyOrder("warm", "cold");
  }

  @Test
  void an_invalid_policy_keeps_no_other_from_being_decided() throws Exception {
    JsonObject broken =
        cluster.server().objects().get(VERSION, KIND, "", "cold").orElseThrow().deepCopy();
    broken.getAsJsonObject("spec").remove("tenants");
    cluster.server().objects().put(broken);

    MetricsRegistry registry = cluster.start(() -> true);

    await(() -> have("5", "30"));
    await(() -> decisions(registry, "failed") >= 1);
    await(() -> ready("cold").equals(Optional.of("False")));
    await(() -> ready("warm").equals(Optional.of("True")));
  }

  @Test
  void a_deleted_policy_leaves_reports_and_metrics() throws Exception {
    MetricsRegistry registry = cluster.start(() -> true);
    await(() -> have("5", "7"));

    cluster.server().objects().remove(VERSION, KIND, "", "cold");
    cluster.node("n3");

    await(() -> !hasRun(registry, "cold"));
    await(() -> reports().stream().noneMatch(k -> k.startsWith("cold")));
    assertThat(hasRun(registry, "warm")).isTrue();
  }
}
