package dev.plimsoll.server.metrics;

import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A registry in Prometheus' text format under {@code /metrics}. */
public final class MetricsRoute {
  private MetricsRoute() {}

  /** Returns the route. */
  public static Route of(PrometheusRegistry registry) {
    return Route.get(
        "/metrics",
        call -> new Reply(200, PrometheusTextFormatWriter.CONTENT_TYPE, text(registry)));
  }

  private static byte[] text(PrometheusRegistry registry) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
