package dev.plimsoll.server;

import com.google.gson.JsonObject;
import dev.plimsoll.server.health.Readiness;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.metrics.MetricsRoute;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A listening part: its own routes beside {@code /healthz}, {@code /readyz}, {@code /metrics} and
 * {@code /version}, which every part answers alike.
 */
public final class Server implements AutoCloseable {
  private final HttpService http;

  private Server(HttpService http) {
    this.http = http;
  }

  /**
   * Starts to listen; returns once calls are answered.
   *
   * @throws dev.plimsoll.kube.InputException if the port can't be listened on, or the certificates
   *     can't be used
   */
  public static Server start(
      HttpSettings settings, ServerDependencies dependencies, List<Route> routes) {
    HttpService http = HttpService.start(settings, withCommon(routes, dependencies));
    http.certificateReload().ifPresent(dependencies.duties()::add);
    return new Server(http);
  }

  /** Returns the routes of a part with those that every part has. */
  public static List<Route> withCommon(List<Route> routes, ServerDependencies dependencies) {
    JsonObject version = new JsonObject();
    version.addProperty("version", dependencies.version());
    byte[] json = version.toString().getBytes(StandardCharsets.UTF_8);
    List<Route> common =
        List.of(
            Route.get("/healthz", call -> Reply.text(200, "ok")),
            Route.get("/readyz", call -> readiness(dependencies.readiness())),
            MetricsRoute.of(dependencies.registry()),
            Route.get("/version", call -> Reply.json(json)));
    return Stream.concat(routes.stream(), common.stream()).toList();
  }

  private static Reply readiness(Readiness readiness) {
    return readiness
        .problem()
        .map(problem -> Reply.text(503, problem))
        .orElseGet(() -> Reply.text(200, "ok"));
  }

  /** Returns the port that is listened on. */
  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    http.close();
  }
}
