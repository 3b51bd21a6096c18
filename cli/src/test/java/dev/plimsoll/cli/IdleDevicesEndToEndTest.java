package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.monitoring.MonitoringServer;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.Program;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The extender with {@code deviceUsage} and {@code deviceHours} on a real API server, with the
 * rights of the manifests and a real Prometheus. Of four time-sliced cards, one pod holds two and
 * doesn't use them.
 */
@RealControlPlane
class IdleDevicesEndToEndTest {
  private static final int QUIET_MINUTES = 6 * 60;

  /** Samples go on for a while after the start, so that the service finds new ones. */
  private static final int MINUTES_AHEAD = 10;

  private static final List<String> MANIFESTS =
      List.of(
          "crds/capacitypolicies.yaml",
          "control-plane/role.yaml",
          "leader-election/role.yaml",
          "control-plane/rbac.yaml",
          "control-plane/rbac-write.yaml");

  @TempDir private Path folder;

  @Test
  void hours_and_events_tell_of_idle_devices() throws Exception {
    Assumptions.assumeTrue(
        MonitoringServer.missing().isEmpty(), MonitoringServer.missing().orElse(""));
    Path hours = folder.resolve("hours.jsonl");
    int metrics = Program.freePort();
    try (ControlPlane plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
        MonitoringServer prometheus = prometheus()) {
      prepare(plane);
      Path file =
          Files.writeString(
              folder.resolve("serve.yaml"),
              """
              apiVersion: config.plimsoll.dev/v1alpha1
              kind: ServiceConfiguration
              scheduler: {listen: {port: 0}}
              metrics: {listen: {port: %d}}
              cluster: {kubeconfig: "%s"}
              deviceUsage: {prometheus: {url: "%s"}}
              deviceHours: {file: "%s"}
              """
                  .formatted(
                      metrics, plane.kubeconfig("extender-account"), prometheus.url(), hours));
      try (PlimsollProcess process =
          PlimsollProcess.start(folder, List.of(), "serve", "--config", file.toString())) {
        await(process, "hours are idle", () -> seconds(scrape(metrics), "idle", "team-a") > 0);
        String page = scrape(metrics);
        assertThat(seconds(page, "idle", "team-a") + seconds(page, "allocated", "team-a"))
            .as("2 of 16 units of 4 cards: 1 of 8 parts")
            .isCloseTo(seconds(page, "free", "") / 7, withinPercentage(0.1));
        await(process, "an event tells of it", () -> events(plane).size() == 1);
        assertThat(JsonPaths.text(events(plane).get(0), "note"))
            .startsWith("pod lab holds 2 nvidia.com/gpu and has not used them for at least 6h");
        process.signal("TERM");
        CliRun ended = process.await(30);

        assertThat(ended.err()).doesNotContain("forbidden", "denied", "cannot export");
        assertThat(Files.readString(hours)).contains("\"state\":\"idle\",\"tenant\":\"team-a\"");
      }
    }
  }

  private static void await(PlimsollProcess process, String what, Await.Condition condition)
      throws Exception {
    try {
      Await.until(what, condition);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + " " + process.err(), e);
    }
  }

  /** Six hours without use, up to now, by DCGM's exporter. */
  private MonitoringServer prometheus() throws Exception {
    Path own = Files.createDirectory(folder.resolve("prometheus"));
    Instant end = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    StringBuilder samples = new StringBuilder("# TYPE DCGM_FI_DEV_GPU_UTIL gauge\n");
    for (int minute = QUIET_MINUTES; minute >= -MINUTES_AHEAD; minute--) {
      samples.append(
          String.format(
              Locale.ROOT,
              "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",namespace=\"monitoring\",pod=\"dcgm\",exported_namespace=\"team-a\",exported_pod=\"lab\"} 0 %d\n",
              end.minus(minute, ChronoUnit.MINUTES).getEpochSecond()));
    }
    Path file = Files.writeString(own.resolve("samples.txt"), samples.append("# EOF\n"));
    MonitoringServer.backfill(own, file);
    return MonitoringServer.prometheus(own, List.of());
  }

  private static void prepare(ControlPlane plane) throws Exception {
    for (String namespace : List.of("plimsoll", "team-a")) {
      create(
          plane, "/api/v1/namespaces", "{\"metadata\": {\"name\": \"%s\"}}".formatted(namespace));
    }
    for (String manifest : MANIFESTS) {
      for (JsonObject object : ManifestFiles.read(ManifestFiles.FOLDER.resolve(manifest))) {
        create(plane, collection(object), object.toString());
      }
    }
    create(
        plane,
        "/api/v1/nodes",
        """
        {"metadata": {"name": "n",
          "labels": {"nvidia.com/gpu.count": "4", "nvidia.com/gpu.replicas": "4"}}}""");
    patch(
        plane,
        "/api/v1/nodes/n/status",
        """
        {"status": {"capacity": {"nvidia.com/gpu": "16", "pods": "110"},
          "allocatable": {"nvidia.com/gpu": "16", "pods": "110"},
          "conditions": [{"type": "Ready", "status": "True"}]}}""");
    create(
        plane,
        "/api/v1/namespaces/team-a/pods",
        """
        {"metadata": {"name": "lab"}, "spec": {"nodeName": "n", "containers": [
          {"name": "c", "image": "i", "resources": {"limits": {"nvidia.com/gpu": "2"}}}]}}""");
    patch(
        plane,
        "/api/v1/namespaces/team-a/pods/lab/status",
        """
        {"status": {"phase": "Running", "startTime": "%s"}}"""
            .formatted(Instant.now().minus(2, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS)));
  }

  private static void create(ControlPlane plane, String path, String object) throws IOException {
    JsonObject unused = plane.api().create(path, object);
  }

  private static void patch(ControlPlane plane, String path, String patch) throws IOException {
    AdminApi.Answer answer =
        plane.api().exchange("PATCH", path, "application/merge-patch+json", patch);
    assertThat(answer.code()).as(answer.body().toString()).isEqualTo(200);
  }

  private static String collection(JsonObject object) {
    String group = JsonPaths.text(object, "apiVersion");
    String namespace = JsonPaths.text(object, "metadata", "namespace");
    return (group.equals("v1") ? "/api/v1/" : "/apis/" + group + "/")
        + (namespace.isEmpty() ? "" : "namespaces/" + namespace + "/")
        + JsonPaths.text(object, "kind").toLowerCase(Locale.ROOT)
        + "s";
  }

  private static List<JsonObject> events(ControlPlane plane) throws IOException {
    return JsonPaths.objects(
            plane.api().get("/apis/events.k8s.io/v1/namespaces/team-a/events"), "items")
        .stream()
        .filter(e -> JsonPaths.text(e, "reason").equals("IdleAllocated"))
        .filter(e -> JsonPaths.text(e, "regarding", "name").equals("lab"))
        .toList();
  }

  private static double seconds(String page, String state, String tenant) {
    return page.lines()
        .filter(l -> l.startsWith("plimsoll_device_seconds_total{"))
        .filter(l -> l.contains("state=\"" + state + "\""))
        .filter(l -> l.contains("tenant=\"" + tenant + "\""))
        .mapToDouble(l -> Double.parseDouble(l.substring(l.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static String scrape(int port) throws InterruptedException {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "";
    }
  }
}
