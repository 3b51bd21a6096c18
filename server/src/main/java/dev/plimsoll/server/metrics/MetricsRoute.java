package dev.plimsoll.server.metrics;

import dev.plimsoll.server.bulkhead.Bulkhead;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;

/**
 * A registry in Prometheus' text format under {@code /metrics}. Scrapes that come together share
 * one, so that nothing is counted twice at a time.
 */
public final class MetricsRoute {
  private static final int SCRAPERS = 4;
  private static final int REST_FACTOR = 9;

  private final MetricsRegistry registry;
  private final Bulkhead bulkhead = new Bulkhead("metrics", SCRAPERS, REST_FACTOR);

  /** Creates a route for a registry. */
  public MetricsRoute(MetricsRegistry registry) {
    this.registry = registry;
  }

  /** Returns the route, which several listeners may have. */
  public Route route() {
    return Route.get("/metrics", call -> bulkhead.answer("/metrics", this::scrape));
  }

  private Reply scrape() {
    return new Reply(200, PrometheusTextFormatWriter.CONTENT_TYPE, registry.text());
  }
}
