package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.testkit.monitoring.MonitoringServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole service beside a real Prometheus, which has the last six hours of two pods. One of them
 * uses its devices, the other doesn't.
 */
class DeviceUsageEndToEndTest {
  private static final String METRIC = "DCGM_FI_PROF_GR_ENGINE_ACTIVE";
  private static final int MINUTES = 6 * 60;

  /** Samples go on for a while after the start, so that the service finds new ones. */
  private static final int MINUTES_AHEAD = 10;

  private static Path samples(Path file) throws Exception {
    long now = Instant.now().getEpochSecond();
    try (PrintWriter out = new PrintWriter(file.toFile(), StandardCharsets.UTF_8)) {
      out.print("# TYPE " + METRIC + " gauge\n");
      for (String pod : List.of("busy", "idle")) {
        for (int device = 0; device < 2; device++) {
          for (int minute = -MINUTES; minute <= MINUTES_AHEAD; minute++) {
            out.printf(
                "%s{namespace=\"team\",pod=\"%s\",UUID=\"%s-%d\"} %s %d%n",
                METRIC, pod, pod, device, pod.equals("busy") ? "0.7" : "0", now + 60L * minute);
          }
        }
      }
      out.print("# EOF\n");
    }
    return file;
  }

  private static String pod(String name) {
    return """
        {"apiVersion": "v1", "kind": "Pod",
         "metadata": {"namespace": "team", "name": "%1$s", "uid": "uid-%1$s",
           "creationTimestamp": "%2$s"},
         "spec": {"nodeName": "a", "containers": [{"name": "c", "image": "i", "resources": {
           "requests": {"nvidia.com/gpu": "2"}, "limits": {"nvidia.com/gpu": "2"}}}]},
         "status": {"phase": "Running", "startTime": "%2$s"}}\
        """
        .formatted(name, Instant.now().minusSeconds(7 * 3600).toString());
  }

  @Test
  void busy_and_idle_devices_are_counted_and_the_idle_pod_is_a_gap(@TempDir Path folder)
      throws Exception {
    assumeTrue(MonitoringServer.missing().isEmpty(), () -> MonitoringServer.missing().orElse(""));
    Path data = Files.createDirectory(folder.resolve("prometheus"));
    MonitoringServer.backfill(data, samples(folder.resolve("samples.txt")));
    try (MonitoringServer prometheus = MonitoringServer.prometheus(data, List.of());
        LiveExtenderOverHttp live = new LiveExtenderOverHttp(folder)) {
      live.put(pod("busy"));
      live.put(pod("idle"));
      live.start("deviceUsage: {prometheus: {url: \"" + prometheus.url() + "\"}}");

      LiveExtenderOverHttp.await(
          "both are counted", () -> seconds(live, "busy") > 2 && seconds(live, "idle") > 2);
      LiveExtenderOverHttp.await(
          "the gap is told",
          () -> live.get("/api/v1/gaps").body().contains("\"kind\":\"IdleAllocated\""));
      String gaps = live.get("/api/v1/gaps").body();

      double busy = seconds(live, "busy");
      double allocated = seconds(live, "allocated");
      LiveExtenderOverHttp.await("the seconds go on", () -> seconds(live, "busy") > busy + 2);

      assertThat(gaps).contains("\"name\":\"idle\"");
      assertThat(seconds(live, "allocated")).isEqualTo(allocated);
      assertThat(live.get("/healthz").statusCode()).isEqualTo(200);
    }
  }

  private static double seconds(LiveExtenderOverHttp live, String state)
      throws IOException, InterruptedException {
    return live.get("/metrics")
        .body()
        .lines()
        .filter(l -> l.startsWith("plimsoll_device_seconds_total{"))
        .filter(l -> l.contains("state=\"" + state + "\",tenant=\"team\""))
        .mapToDouble(l -> Double.parseDouble(l.substring(l.lastIndexOf(' '))))
        .sum();
  }
}
