package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.monitoring.MonitoringServer;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Metrics of a run, pushed to a Pushgateway that Prometheus scrapes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PushgatewayEndToEndTest {
  private static final String POLICY = "--policy=" + CliRun.ROOT.resolve("examples/policy.yaml");
  private static final String PROPOSED = "plimsoll_advisor_quota_proposed";

  private MonitoringServer pushgateway;
  private MonitoringServer prometheus;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    MonitoringServer.missing().ifPresent(m -> System.err.println("skipped: " + m));
    assumeTrue(MonitoringServer.missing().isEmpty(), () -> MonitoringServer.missing().orElse(""));
    pushgateway = MonitoringServer.pushgateway(Files.createDirectory(folder.resolve("gateway")));
    prometheus =
        MonitoringServer.prometheus(
            Files.createDirectory(folder.resolve("prometheus")), List.of(pushgateway.address()));
  }

  @AfterAll
  void stop() {
    for (MonitoringServer each : new MonitoringServer[] {prometheus, pushgateway}) {
      if (each != null) {
        each.close();
      }
    }
  }

  private CliRun push(String... more) {
    List<String> arguments = new ArrayList<>(List.of("advise", POLICY));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--pushgateway", pushgateway.url()));
    return CliRun.onExample(arguments.toArray(String[]::new));
  }

  /** Returns the proposed ceilings in JSON, by namespace, quota and key. */
  private static Map<String, Double> advised(CliRun cliRun) {
    Map<String, Double> advised = new TreeMap<>();
    JsonArray all =
        JsonParser.parseString(cliRun.out()).getAsJsonObject().getAsJsonArray("recommendations");
    for (JsonElement each : all) {
      for (JsonElement key : each.getAsJsonObject().getAsJsonArray("keys")) {
        advised.put(
            each.getAsJsonObject().get("namespace").getAsString()
                + "/"
                + each.getAsJsonObject().get("name").getAsString()
                + " "
                + key.getAsJsonObject().get("key").getAsString(),
            key.getAsJsonObject().get("proposed").getAsDouble());
      }
    }
    return advised;
  }

  /** Returns the proposed ceilings that Prometheus has scraped. */
  private Map<String, Double> scraped() throws IOException, InterruptedException {
    String query = PROPOSED + "{job=\"plimsoll-advisor\"}";
    String answer =
        prometheus.page("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    Map<String, Double> scraped = new TreeMap<>();
    JsonParser.parseString(answer)
        .getAsJsonObject()
        .getAsJsonObject("data")
        .getAsJsonArray("result")
        .forEach(
            s -> {
              JsonObject labels = s.getAsJsonObject().getAsJsonObject("metric");
              scraped.put(
                  labels.get("namespace").getAsString()
                      + "/"
                      + labels.get("resourcequota").getAsString()
                      + " "
                      + labels.get("resource").getAsString(),
                  s.getAsJsonObject().getAsJsonArray("value").get(1).getAsDouble());
            });
    return scraped;
  }

  @Test
  void what_is_advised_reaches_prometheus() throws Exception {
    CliRun cliRun = push("-o", "json");

    assertThat(cliRun.exitCode()).isZero();
    assertThat(pushgateway.page("/metrics"))
        .containsPattern(
            PROPOSED
                + "\\{instance=\"\",job=\"plimsoll-advisor\",namespace=\"research\","
                + "policy=\"gpus\",resource=\"requests.nvidia.com/gpu\",resourcequota=\"gpu\","
                + "tenant=\"research\",unit=\"integer\"\\} 11\n")
        .contains("plimsoll_advisor_gaps{instance=\"\",job=\"plimsoll-advisor\",kind=");
    Map<String, Double> advised = advised(cliRun);
    assertThat(advised).hasSizeGreaterThan(9);
    Await.until("Prometheus has scraped them", () -> scraped().equals(advised));
  }

  @Test
  void the_next_run_replaces_what_the_former_pushed() throws Exception {
    assertThat(push().exitCode()).isZero();

    assertThat(push("-n", "nlp").exitCode()).isZero();

    assertThat(pushgateway.page("/metrics"))
        .contains("namespace=\"nlp\"")
        .doesNotContain("namespace=\"research\"");
  }

  @Test
  void what_is_no_pushgateway_is_an_error() {
    CliRun cliRun = CliRun.onExample("advise", POLICY, "--pushgateway", prometheus.url());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err())
        .contains("error: the Pushgateway at " + prometheus.url() + " rejected the metrics (40")
        .doesNotContain("\tat ");
  }

  @Test
  void what_is_no_prometheus_is_an_error() {
    CliRun cliRun = CliRun.onExample("advise", POLICY, "--prometheus", pushgateway.url());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err())
        .contains("error: unexpected response from Prometheus at " + pushgateway.url())
        .doesNotContain("\tat ");
  }
}
