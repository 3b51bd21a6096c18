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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
              if (path.endsWith("denied")) {
                throw new StatusException(403, "not allowed");
              }
              if (path.endsWith("events") && object.has("metadata")) {
                throw new StatusException(409, "events \"a\" already exists");
              }
            },
            registry);
    writer.write("PATCH", "/api/v1/namespaces/team/pods/a", new JsonObject());
    writer.write("PATCH", "/api/v1/namespaces/team/pods/a/status", new JsonObject());
    writer.write("POST", "/apis/events.k8s.io/v1/namespaces/team/events", new JsonObject());
    JsonObject known = new JsonObject();
    known.add("metadata", new JsonObject());
    assertThatThrownBy(
            () -> writer.write("POST", "/apis/events.k8s.io/v1/namespaces/team/events", known))
        .isInstanceOf(StatusException.class);
    assertThatThrownBy(
            () -> writer.write("PATCH", "/api/v1/namespaces/team/pods/denied", new JsonObject()))
        .isInstanceOf(StatusException.class);

    assertThat(values())
        .containsOnly(
            Map.entry("pods written", 1.0),
            Map.entry("pods/status written", 1.0),
            Map.entry("events written", 1.0),
            Map.entry("events exists", 1.0),
            Map.entry("pods failed", 1.0));
  }

  @ParameterizedTest
  @CsvSource({
    "404, pods \"a\" not found",
    "403, namespace team is forbidden: because it is being terminated",
    "409, Operation cannot be fulfilled on pods \"a\"",
    "422, 'Pod \"a\" is invalid: metadata.uid: Invalid value: \"1\": field is immutable'"
  })
  void a_write_to_an_object_that_is_gone_is_no_failure(int code, String message) {
    WriteMetrics writer =
        new WriteMetrics(
            (method, path, object) -> {
              throw new StatusException(code, message);
            },
            registry);

    assertThatThrownBy(
            () -> writer.write("PATCH", "/api/v1/namespaces/team/pods/a", new JsonObject()))
        .isInstanceOf(StatusException.class);

    assertThat(values()).containsOnly(Map.entry("pods gone", 1.0));
  }
}
