package dev.plimsoll.server;

import dev.plimsoll.server.health.Readiness;
import dev.plimsoll.server.http.Route;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a listening part needs besides its routes.
 *
 * @param readiness whether the cluster has been read and is current
 * @param guard lets only those call a route that may
 * @param registry what {@code /metrics} exposes
 * @param version what {@code /version} says
 */
public record ServerDependencies(
    Readiness readiness, UnaryOperator<Route> guard, PrometheusRegistry registry, String version) {

  /** Returns those of a cluster that doesn't change, open to everybody. */
  public static ServerDependencies ofSnapshot(String version) {
    return new ServerDependencies(
        Optional::empty, UnaryOperator.identity(), new PrometheusRegistry(), version);
  }
}
