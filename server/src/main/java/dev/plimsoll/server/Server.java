package dev.plimsoll.server;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.AccessRequest;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.http.TlsSettings;
import dev.plimsoll.server.tls.SelfSigned;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A role's listener, with threads and a queue of its own: the role's routes beside {@code
 * /healthz}, {@code /readyz} and {@code /version}, which every role answers alike.
 */
public final class Server implements AutoCloseable {
  private final HttpService http;
  private final List<PeriodicTask> duties;

  private Server(HttpService http) {
    this(http, List.of());
  }

  private Server(HttpService http, List<PeriodicTask> duties) {
    this.http = http;
    this.duties = List.copyOf(duties);
  }

  /**
   * Starts to listen; returns once calls are answered.
   *
   * @param role after which threads are named
   * @throws dev.plimsoll.kube.InputException if the port can't be listened on, or the certificates
   *     can't be used
   */
  public static Server start(
      String role, HttpSettings settings, ServerDependencies dependencies, List<Route> routes) {
    HttpService http = HttpService.start(role, settings, withCommon(routes, dependencies));
    http.certificateReload().ifPresent(dependencies::addDuty);
    http.certificateExpiry().ifPresent(notAfter -> dependencies.addCertificate(role, notAfter));
    dependencies.liveness().add(http::problem);
    return new Server(http);
  }

  /**
   * Starts to listen for probes, where that is wanted.
   *
   * @throws dev.plimsoll.kube.InputException if the port can't be listened on
   */
  public static Optional<Server> startManagement(
      Optional<HttpSettings> settings, ServerDependencies dependencies) {
    return settings.map(
        http -> new Server(HttpService.start("management", http, health(dependencies))));
  }

  /**
   * Starts to listen for scrapers, who need the right to {@code get} the path {@code /metrics}. A
   * listener that others can reach speaks TLS, with a certificate of its own making if it has none.
   *
   * @param guard whom it asks about tokens
   * @throws dev.plimsoll.kube.InputException if the port can't be listened on, or the certificates
   *     can't be used
   */
  public static Server startMetrics(
      HttpSettings settings, ServerDependencies dependencies, AccessGuard guard) {
    TlsSettings tls = settings.tls();
    boolean isPlain = tls.isOn() || settings.open();
    return start(
        "metrics",
        isPlain ? settings : settings.withTls(tls.withSource(SelfSigned.create())),
        dependencies,
        List.of(metrics(dependencies, guard.with(settings))));
  }

  /** Returns the route of metrics, for callers with the right to it. */
  public static Route metrics(ServerDependencies dependencies, AccessGuard guard) {
    return guard.requiring(AccessRequest.getPath("/metrics"), dependencies.metrics().route());
  }

  private static List<Route> health(ServerDependencies dependencies) {
    return List.of(
        Route.get("/healthz", call -> health(dependencies.liveness().problem())),
        Route.get("/readyz", call -> health(dependencies.readiness().problem())));
  }

  /** Returns the routes of a role and the routes of every role. */
  public static List<Route> withCommon(List<Route> routes, ServerDependencies dependencies) {
    JsonObject version = new JsonObject();
    version.addProperty("version", dependencies.version());
    byte[] json = version.toString().getBytes(StandardCharsets.UTF_8);
    List<Route> common = List.of(Route.get("/version", call -> Reply.json(json)));
    return Stream.of(routes, health(dependencies), common).flatMap(List::stream).toList();
  }

  private static Reply health(Optional<String> why) {
    return why.map(problem -> Reply.text(503, problem)).orElseGet(() -> Reply.text(200, "ok"));
  }

  /** Returns this server with further duties, which end when it is closed. */
  public Server with(List<PeriodicTask> others) {
    return new Server(http, others);
  }

  /** Returns the port that is listened on. */
  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    http.close();
    duties.forEach(PeriodicTask::close);
  }
}
