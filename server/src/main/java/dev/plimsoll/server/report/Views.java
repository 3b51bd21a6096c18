package dev.plimsoll.server.report;

import com.google.gson.JsonObject;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.server.http.Route;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a console answers besides reports.
 *
 * @param routes the routes
 * @param openApiPaths those of the API among them, as OpenAPI describes {@code paths}
 */
public record Views(List<Route> routes, JsonObject openApiPaths) {

  /** Makes views. */
  @FunctionalInterface
  public interface Factory {
    /** No views, where there is no page. */
    Factory NONE = (reports, policies) -> new Views(List.of(), new JsonObject());

    /**
     * Returns the views of a cluster.
     *
     * @param reports makes routes by what callers may see
     * @param policies returns the policies in force
     */
    Views of(Reports reports, Supplier<? extends Collection<CapacityPolicy>> policies);
  }

  /** Makes the list unmodifiable. */
  public Views {
    routes = List.copyOf(routes);
  }
}
