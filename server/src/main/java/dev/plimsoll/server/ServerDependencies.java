package dev.plimsoll.server;

import dev.plimsoll.kube.watch.WatchHealth;
import dev.plimsoll.server.health.Readiness;
import dev.plimsoll.server.http.Route;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What the server needs besides the extender.
 *
 * @param readiness whether the picture is whole and fresh
 * @param health how current it is, kind by kind
 * @param guard puts a route of {@code /api} out of reach for those who may not see it
 * @param version what {@code /version} says
 */
public record ServerDependencies(
    Readiness readiness, Supplier<WatchHealth> health, UnaryOperator<Route> guard, String version) {

  /** Returns those of a picture that doesn't change, open to everybody. */
  public static ServerDependencies ofSnapshot(String version) {
    WatchHealth watchHealth = new WatchHealth(Map.of(), 0);
    return new ServerDependencies(
        Optional::empty, () -> watchHealth, UnaryOperator.identity(), version);
  }
}
