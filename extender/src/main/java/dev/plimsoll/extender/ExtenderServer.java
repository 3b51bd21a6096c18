package dev.plimsoll.extender;

import dev.plimsoll.extender.http.HttpService;
import dev.plimsoll.extender.http.HttpSettings;
import dev.plimsoll.extender.http.Reply;
import dev.plimsoll.extender.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The extender as a service over HTTP. */
public final class ExtenderServer implements AutoCloseable {
  private final HttpService http;

  private ExtenderServer(HttpService http) {
    this.http = http;
  }

  /**
   * Starts the service.
   *
   * @param version what {@code /version} says
   */
  public static ExtenderServer start(
      Extender extender, HttpSettings settings, Readiness readiness, String version) {
    ServiceMetrics metrics = new ServiceMetrics(extender);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new ExtenderRoutes(extender, metrics).all());
    routes.addAll(new HttpApi(extender).all());
    routes.add(Route.get("/healthz", c -> Reply.text(200, "ok")));
    routes.add(
        Route.get(
            "/readyz",
            c ->
                readiness
                    .problem()
                    .map(p -> Reply.text(503, p))
                    .orElseGet(() -> Reply.text(200, "ok"))));
    routes.add(
        Route.get("/metrics", c -> new Reply(200, ServiceMetrics.contentType(), metrics.text())));
    routes.add(
        Route.get(
            "/version",
            c ->
                Reply.json(
                    ("{\"version\":\"" + version + "\"}").getBytes(StandardCharsets.UTF_8))));
    extender.warmUp();
    return new ExtenderServer(HttpService.start(settings, routes));
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
