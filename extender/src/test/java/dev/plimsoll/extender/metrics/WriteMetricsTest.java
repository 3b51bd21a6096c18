package dev.plimsoll.extender.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WriteMetricsTest {
  private final MetricsRegistry registry = new MetricsRegistry();

  private Map<String, Double> values() {
    return registry.scrape().stream()
        .flatMap(s -> s.getDataPoints().stream())
        .collect(
            Collectors.toMap(
                p -> p.getLabels().get("resource") + " " + p.getLabels().get("outcome"),
                p -> ((CounterDataPointSnapshot) p).getValue()));
  }

  @Test
  void writes_are_counted_by_resource_and_outcome() throws StatusException {
    WriteMetrics writer =
        new WriteMetrics(
            (method, path, object) -> {
              if (path.endsWith("gone")) {
                throw new StatusException(404, "not found");
              }
            },
            registry);
    writer.write("PATCH", "/api/v1/namespaces/team/pods/a", new JsonObject());
    writer.write("PATCH", "/api/v1/namespaces/team/pods/a/status", new JsonObject());
    writer.write("POST", "/apis/events.k8s.io/v1/namespaces/team/events", new JsonObject());
    assertThatThrownBy(
            () -> writer.write("PATCH", "/api/v1/namespaces/team/pods/gone", new JsonObject()))
        .isInstanceOf(StatusException.class);

    assertThat(values())
        .containsOnly(
            Map.entry("pods written", 1.0),
            Map.entry("pods/status written", 1.0),
            Map.entry("events written", 1.0),
            Map.entry("pods failed", 1.0));
  }
}
