package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the PodMonitor names is answered by each role with the configuration of the manifests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShippedMetricsTest {
  private SharedExampleServer cluster;
  private Path kubeconfig = Path.of("");

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    cluster = new SharedExampleServer(folder);
    cluster.server().access().token("stranger", new User("stranger", "3", List.of()));
    for (String file :
        List.of(
            "crds/capacitypolicies.yaml",
            "crds/quotaledgers.yaml",
            "crds/quotarecommendations.yaml",
            "capacity-policies/gpus.yaml",
            "admission/certificates-rbac.yaml",
            "admission/webhook.yaml",
            "admission/gates.yaml")) {
      ManifestFiles.read(ManifestFiles.FOLDER.resolve(file))
          .forEach(cluster.server().objects()::put);
    }
    cluster
        .server()
        .objects()
        .put(
            "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'plimsoll'}}"
                .replace('\'', '"'));
    kubeconfig = cluster.server().kubeconfig(folder, "admin", "plimsoll");
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  static List<ShippedRole> roles() {
    return ShippedRole.ALL;
  }

  static JsonObject endpoint() {
    JsonObject monitor =
        ManifestFiles.read(ManifestFiles.FOLDER.resolve("monitoring/podmonitor.yaml")).get(0);
    return JsonPaths.objects(JsonPaths.object(monitor, "spec").orElseThrow(), "podMetricsEndpoints")
        .get(0);
  }

  @ParameterizedTest
  @MethodSource("roles")
  void what_the_pod_monitor_names_answers_whoever_may_read_metrics(
      ShippedRole role, @TempDir Path folder) throws Exception {
    JsonObject endpoint = endpoint();
    String path = JsonPaths.text(endpoint, "path");
    try (ShippedRole.Running running = role.start(folder, kubeconfig)) {
      int port =
          Objects.requireNonNull(running.ports().get(role.port(JsonPaths.text(endpoint, "port"))));
      String url = JsonPaths.text(endpoint, "scheme") + "://127.0.0.1:" + port + path;
      String probes = "http://127.0.0.1:" + running.ports().get(role.port("management"));
      Await.until("it is ready", () -> Scraper.status(probes + "/readyz", "") == 200);
      Await.until("a scraper without a token isn't known", () -> Scraper.status(url, "") == 401);

      assertThat(Scraper.status(url, "made-up")).isEqualTo(401);
      assertThat(Scraper.status(url, "stranger")).isEqualTo(403);
      assertThat(Scraper.status(url, "admin")).isEqualTo(200);
      assertThat(Scraper.status(probes + path, "admin")).isEqualTo(404);
      assertThat(Scraper.body(url, "admin"))
          .contains("plimsoll_informer_synced{resource=\"nodes\"} 1.0")
          .contains("plimsoll_duty_failures_total{duty=\"metrics-certificates\"}")
          .contains("plimsoll_certificate_expiration_timestamp_seconds{certificate=\"metrics\"}")
          .doesNotContain("plimsoll_metric_failures_total{");
      assertThat(running.process().err()).doesNotContain("Exception", "\tat ");
    }
  }
}
