package dev.plimsoll.extender;

import dev.plimsoll.extender.api.ExtenderRoutes;
import dev.plimsoll.extender.api.ReportRoutes;
import dev.plimsoll.extender.metrics.ExtenderMetrics;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The extender as a service over HTTP. */
public final class ExtenderServer {
  private ExtenderServer() {}

  /**
   * Starts the service, after a rehearsal.
   *
   * @throws dev.plimsoll.kube.InputException if the port can't be listened on
   */
  public static Server start(
      Extender extender, HttpSettings settings, ServerDependencies dependencies) {
    HttpService.check(settings);
    List<Route> routes = routes(extender, dependencies);
    WarmUp.run(extender, settings);
    return Server.start(settings, dependencies, routes);
  }

  /** Returns what the extender answers; what reads the cluster is behind the guard. */
  static List<Route> routes(Extender extender, ServerDependencies dependencies) {
    ExtenderMetrics metrics = new ExtenderMetrics(extender.decisions(), dependencies.registry());
    List<Route> routes =
        new ArrayList<>(new ExtenderRoutes(extender, metrics, dependencies.readiness()).all());
    new ReportRoutes(extender).all().stream().map(dependencies.guard()).forEach(routes::add);
    routes.add(Route.get("/openapi.json", call -> Reply.json(openApi())));
    return routes;
  }

  private static byte[] openApi() {
    try (InputStream in = ExtenderServer.class.getResourceAsStream("openapi.json")) {
      return Objects.requireNonNull(in).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
