package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.monitoring.MonitoringServer;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes all roles as the PodMonitor says, with a token that a real API server
 * has issued to the account of the manifests. Roles run with the rights of theirs.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScrapeEndToEndTest {
  private static final String ACCOUNTS = "/api/v1/namespaces/plimsoll/serviceaccounts";
  private static final List<String> MANIFESTS =
      List.of(
          "crds/capacitypolicies.yaml",
          "crds/quotaledgers.yaml",
          "crds/quotarecommendations.yaml",
          "crds/quotarequests.yaml",
          "control-plane/role.yaml",
          "leader-election/role.yaml",
          "control-plane/rbac.yaml",
          "admission/rbac.yaml",
          "admission/certificates-rbac.yaml",
          "admission/webhook.yaml",
          "admission/gates.yaml",
          "console/rbac.yaml",
          "advisor/base/rbac.yaml",
          "advisor/posting/base/rbac.yaml",
          "advisor/watch/base/rbac.yaml",
          "monitoring/metrics-reader.yaml",
          "monitoring/reader-account.yaml");
  private static final Set<String> CONFIGURATIONS =
      Set.of(
          "control-plane/serve.yaml",
          "admission/serve.yaml",
          "console/serve.yaml",
          "advisor/watch/base/advisor.yaml");

  private final Map<ShippedRole, ShippedRole.Running> roles = new LinkedHashMap<>();
  private final JsonObject endpoint = ShippedMetricsTest.endpoint();
  private Path folder = Path.of("");
  private ControlPlane plane;
  private String reader = "";

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    Assumptions.assumeTrue(
        MonitoringServer.missing().isEmpty(), MonitoringServer.missing().orElse(""));
    folder = temporary;
    plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
    create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"plimsoll\"}}");
    for (String manifest : MANIFESTS) {
      for (JsonObject object : ManifestFiles.read(ManifestFiles.FOLDER.resolve(manifest))) {
        create(collection(object), object.toString());
      }
    }
    String policies = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";
    Await.until("policies can be created", () -> plane.api().isThere(policies));
    create(
        policies,
        ManifestFiles.read(ManifestFiles.FOLDER.resolve("capacity-policies/gpus.yaml"))
            .get(0)
            .toString());
    create(ACCOUNTS, "{\"metadata\": {\"name\": \"stranger\"}}");
    reader = token("plimsoll-metrics-reader");
    for (ShippedRole role : ShippedRole.ALL) {
      if (CONFIGURATIONS.contains(role.configuration())) {
        roles.put(role, role.start(folder, plane.kubeconfig(role.account())));
      }
    }
    for (Map.Entry<ShippedRole, ShippedRole.Running> role : roles.entrySet()) {
      Await.until(
          role.getKey() + " answers",
          () -> Scraper.status(url(role.getKey(), role.getValue()), "") == 401);
    }
  }

  private void create(String path, String object) throws IOException {
    JsonObject unused = plane.api().create(path, object);
  }

  private static String collection(JsonObject object) {
    String group = JsonPaths.text(object, "apiVersion");
    String namespace = JsonPaths.text(object, "metadata", "namespace");
    return (group.equals("v1") ? "/api/v1/" : "/apis/" + group + "/")
        + (namespace.isEmpty() ? "" : "namespaces/" + namespace + "/")
        + JsonPaths.text(object, "kind").toLowerCase(Locale.ROOT)
        + "s";
  }

  private String token(String account) throws IOException {
    return JsonPaths.text(
        plane
            .api()
            .create(
                ACCOUNTS + "/" + account + "/token",
                "{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"TokenRequest\"}"),
        "status",
        "token");
  }

  private String url(ShippedRole role, ShippedRole.Running running) {
    return "https://127.0.0.1:"
        + running.ports().get(role.port(JsonPaths.text(endpoint, "port")))
        + JsonPaths.text(endpoint, "path");
  }

  @AfterAll
  void stop() {
    roles.values().forEach(ShippedRole.Running::close);
    plane.close();
  }

  @Test
  void each_role_asks_the_api_server_who_may_read_metrics() throws Exception {
    String stranger = token("stranger");
    for (Map.Entry<ShippedRole, ShippedRole.Running> role : roles.entrySet()) {
      String url = url(role.getKey(), role.getValue());

      assertThat(Scraper.status(url, "")).as(url).isEqualTo(401);
      assertThat(Scraper.status(url, reader + "x")).as(url).isEqualTo(401);
      assertThat(Scraper.status(url, stranger)).as(url).isEqualTo(403);
      assertThat(Scraper.status(url, reader)).as(role.getValue().process().err()).isEqualTo(200);
    }
  }

  @Test
  void prometheus_scrapes_all_roles_as_the_pod_monitor_says() throws Exception {
    Path rules =
        Files.writeString(
            folder.resolve("rules.yaml"),
            JsonPaths.object(
                    ManifestFiles.read(
                            ManifestFiles.FOLDER.resolve("monitoring/prometheusrule.yaml"))
                        .get(0),
                    "spec")
                .orElseThrow()
                .toString());
    Path configuration =
        Files.writeString(folder.resolve("prometheus.yml"), configuration(rules).toString());
    Path data = Files.createDirectory(folder.resolve("prometheus"));
    try (MonitoringServer prometheus = MonitoringServer.prometheus(data, configuration)) {
      Await.until("all roles are up", () -> query(prometheus, "up == 1").size() == roles.size());

      Set<String> jobs = new TreeSet<>();
      query(prometheus, "plimsoll_informer_synced")
          .forEach(s -> jobs.add(JsonPaths.text(s.getAsJsonObject(), "metric", "job")));
      assertThat(jobs).hasSize(roles.size());
      assertThat(query(prometheus, "plimsoll_metric_failures_total")).isEmpty();
      for (String expression : expressions()) {
        assertThat(query(prometheus, expression)).as(expression).isNotNull();
      }
      Await.until(
          "all alerts are evaluated",
          () -> {
            String health = prometheus.page("/api/v1/rules");
            return health.contains("PlimsollMetricBroken") && !health.contains("\"unknown\"");
          });
      assertThat(prometheus.page("/api/v1/rules")).doesNotContain("\"health\":\"err\"");
    }
  }

  /** What Prometheus' operator makes of the PodMonitor, with targets that are not pods. */
  private JsonObject configuration(Path rules) throws IOException {
    JsonObject endpointsTls = JsonPaths.object(endpoint, "tlsConfig").orElseThrow();
    JsonArray jobs = new JsonArray();
    for (Map.Entry<ShippedRole, ShippedRole.Running> role : roles.entrySet()) {
      String address = url(role.getKey(), role.getValue()).replaceAll("^https://|/metrics$", "");
      JsonObject job =
          JsonParser.parseString(
                  """
                  {"job_name": "%s", "scheme": "%s", "metrics_path": "%s", "honor_labels": %b,
                   "tls_config": {"insecure_skip_verify": %b},
                   "authorization": {"type": "%s", "credentials_file": "%s"},
                   "static_configs": [{"targets": ["%s"]}]}
                  """
                      .formatted(
                          role.getKey(),
                          JsonPaths.text(endpoint, "scheme"),
                          JsonPaths.text(endpoint, "path"),
                          endpoint.get("honorLabels").getAsBoolean(),
                          endpointsTls.get("insecureSkipVerify").getAsBoolean(),
                          JsonPaths.text(endpoint, "authorization", "type"),
                          Files.writeString(folder.resolve("token"), reader),
                          address))
              .getAsJsonObject();
      jobs.add(job);
    }
    JsonObject all =
        JsonParser.parseString(
                "{\"global\": {\"scrape_interval\": \"1s\", \"evaluation_interval\": \"1s\"},"
                    + " \"rule_files\": [\""
                    + rules
                    + "\"]}")
            .getAsJsonObject();
    all.add("scrape_configs", jobs);
    return all;
  }

  private static List<String> expressions() {
    List<String> all = new ArrayList<>(MonitoringMetricsTest.expressions());
    return all.stream()
        .map(e -> e.replaceAll("\\$__rate_interval|\\$__range|\\$__interval", "5m"))
        .map(e -> e.replaceAll("\\$[a-z]+", ".*"))
        .collect(Collectors.toList());
  }

  private static JsonArray query(MonitoringServer prometheus, String expression)
      throws IOException, InterruptedException {
    return JsonParser.parseString(
            prometheus.page(
                "/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8)))
        .getAsJsonObject()
        .getAsJsonObject("data")
        .getAsJsonArray("result");
  }
}
