package dev.plimsoll.extender;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.api.ExtenderRoutes;
import dev.plimsoll.extender.api.ReportRoutes;
import dev.plimsoll.extender.metrics.ExtenderMetrics;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.health.Readiness;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The extender as a service over HTTP. */
public final class ExtenderServer implements AutoCloseable {
  private final HttpService http;

  private ExtenderServer(HttpService http) {
    this.http = http;
  }

  /** Starts the service on a picture that is whole and open to everybody. */
  public static ExtenderServer start(
      Extender extender, HttpSettings settings, Readiness readiness, String version) {
    ServerDependencies still = ServerDependencies.ofSnapshot(version);
    return start(
        extender,
        settings,
        new ServerDependencies(readiness, still.health(), still.guard(), version));
  }

  /**
   * Starts the service.
   *
   * @throws dev.plimsoll.kube.InputException if the port can't be listened on
   */
  public static ExtenderServer start(
      Extender extender, HttpSettings settings, ServerDependencies serverDependencies) {
    HttpService.check(settings);
    List<Route> routes = routes(extender, serverDependencies);
    WarmUp.run(extender, settings);
    return new ExtenderServer(HttpService.start(settings, routes));
  }

  /** Returns everything that is answered. */
  static List<Route> routes(Extender extender, ServerDependencies serverDependencies) {
    ExtenderMetrics metrics = new ExtenderMetrics(extender, serverDependencies.health());
    List<Route> routes = new ArrayList<>();
    routes.addAll(new ExtenderRoutes(extender, metrics).all());
    new ReportRoutes(extender).all().stream().map(serverDependencies.guard()).forEach(routes::add);
    routes.add(Route.get("/openapi.json", c -> Reply.json(openApi())));
    routes.add(Route.get("/healthz", c -> Reply.text(200, "ok")));
    routes.add(
        Route.get(
            "/readyz",
            c ->
                serverDependencies
                    .readiness()
                    .problem()
                    .map(p -> Reply.text(503, p))
                    .orElseGet(() -> Reply.text(200, "ok"))));
    routes.add(
        Route.get("/metrics", c -> new Reply(200, ExtenderMetrics.contentType(), metrics.text())));
    JsonObject version = new JsonObject();
    version.addProperty("version", serverDependencies.version());
    byte[] said = version.toString().getBytes(StandardCharsets.UTF_8);
    routes.add(Route.get("/version", c -> Reply.json(said)));
    return routes;
  }

  private static byte[] openApi() {
    try (InputStream in = ExtenderServer.class.getResourceAsStream("openapi.json")) {
      return Objects.requireNonNull(in).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
