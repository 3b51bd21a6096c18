package dev.plimsoll.server.report;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The routes of every console, and their description. */
public final class ConsoleApi {
  private ConsoleApi() {}

  /**
   * Returns the routes.
   *
   * @param guard who may ask what
   * @param placement those of what the extender alone knows, which are described as the others are
   * @param views what else there is
   * @param furtherPaths what the same service answers elsewhere, as OpenAPI describes {@code paths}
   */
  public static List<Route> routes(
      Reports reports,
      AccessGuard guard,
      ServerDependencies dependencies,
      List<Route> placement,
      Views views,
      JsonObject furtherPaths) {
    List<Route> routes = new ArrayList<>(new ReportRoutes(reports).all());
    routes.add(guard.admitting(Route.get("/api/v1/health", call -> health(dependencies))));
    routes.addAll(placement);
    routes.add(Server.metrics(dependencies, guard));
    routes.addAll(views.routes());
    JsonObject description = resource(ConsoleApi.class, "openapi.json");
    JsonObject paths = description.getAsJsonObject("paths");
    furtherPaths.entrySet().forEach(p -> paths.add(p.getKey(), p.getValue()));
    views.openApiPaths().entrySet().forEach(p -> paths.add(p.getKey(), p.getValue()));
    byte[] json = description.toString().getBytes(StandardCharsets.UTF_8);
    routes.add(Route.get("/openapi.json", call -> Reply.json(json)));
    return routes;
  }

  private static Reply health(ServerDependencies dependencies) {
    JsonObject health = new JsonObject();
    dependencies.news().interruption().ifPresent(why -> health.addProperty("interruption", why));
    return Reports.json(health);
  }

  /** Returns the object in a file of the program that lies where a class does. */
  public static JsonObject resource(Class<?> owner, String file) {
    try (InputStream in = owner.getResourceAsStream(file)) {
      byte[] json = Objects.requireNonNull(in, file).readAllBytes();
      return JsonParser.parseString(new String(json, StandardCharsets.UTF_8)).getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
