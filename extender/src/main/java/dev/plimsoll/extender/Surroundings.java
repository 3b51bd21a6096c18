package dev.plimsoll.extender;

import dev.plimsoll.extender.http.Route;
import dev.plimsoll.kube.watch.Health;
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
public record Surroundings(
    Readiness readiness, Supplier<Health> health, UnaryOperator<Route> guard, String version) {

  /** Returns those of a picture that doesn't change, open to everybody. */
  public static Surroundings still(String version) {
    Health health = new Health(Map.of(), 0);
    return new Surroundings(Optional::empty, () -> health, UnaryOperator.identity(), version);
  }
}
