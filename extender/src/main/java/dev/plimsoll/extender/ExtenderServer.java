package dev.plimsoll.extender;

import dev.plimsoll.extender.api.DecisionRoutes;
import dev.plimsoll.extender.api.ExtenderHolds;
import dev.plimsoll.extender.api.ExtenderRoutes;
import dev.plimsoll.extender.api.PlacementRoutes;
import dev.plimsoll.extender.config.JournalSettings;
import dev.plimsoll.extender.journal.DecisionJournal;
import dev.plimsoll.extender.metrics.ExtenderMetrics;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.ConsoleApi;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The extender's roles: what kube-scheduler asks, and what people and scrapers ask. */
public final class ExtenderServer {
  private final Extender extender;
  private final ServerDependencies dependencies;
  private final AccessGuard guard;
  private final DecisionJournal journal;
  private final Views.Factory views;
  private final UnaryOperator<Cluster> measured;

  /**
   * Makes the roles of an extender of a cluster that doesn't change.
   *
   * @param guard who may ask the console what
   */
  public ExtenderServer(Extender extender, ServerDependencies dependencies, AccessGuard guard) {
    this(
        extender,
        dependencies,
        guard,
        new DecisionJournal(JournalSettings.DEFAULT, Clock.systemUTC(), Optional::empty),
        Views.Factory.NONE,
        UnaryOperator.identity());
  }

  /**
   * Makes the roles of an extender whose decisions are recorded in a journal.
   *
   * @param measured gives a cluster the usage of its devices and the moment up to which the cluster
   *     is current, as far as both are known
   */
  ExtenderServer(
      Extender extender,
      ServerDependencies dependencies,
      AccessGuard guard,
      DecisionJournal journal,
      Views.Factory views,
      UnaryOperator<Cluster> measured) {
    this.views = views;
    this.measured = measured;
    this.journal = journal;
    this.extender = extender;
    this.dependencies = dependencies;
    this.guard = guard;
  }

  /** Returns the same roles with a console that has views. */
  public ExtenderServer withViews(Views.Factory factory) {
    return new ExtenderServer(extender, dependencies, guard, journal, factory, measured);
  }

  /**
   * Starts to answer kube-scheduler, after a rehearsal.
   *
   * @throws dev.plimsoll.kube.InputException if the port can't be listened on
   */
  public Server startScheduler(HttpSettings settings) {
    HttpService.check(settings);
    List<Route> routes = schedulerRoutes();
    WarmUp.run(extender);
    return Server.start("scheduler", settings, dependencies, routes);
  }

  /**
   * Starts to answer people and scrapers.
   *
   * @throws dev.plimsoll.kube.InputException if the port can't be listened on
   */
  public Server startConsole(HttpSettings settings) {
    Reports reports = reports();
    Views shown = views(reports);
    return Server.start("console", settings, dependencies, consoleRoutes(reports, shown))
        .with(shown.start(dependencies));
  }

  /**
   * Starts to answer everybody at one address, without a rehearsal. This suits the demo, where
   * people wait for the first page and no kube-scheduler asks.
   *
   * @throws dev.plimsoll.kube.InputException if the port can't be listened on
   */
  public Server startTogether(HttpSettings settings) {
    Reports reports = Reports.withoutScheduler(extender::cluster, guard).withHolds(this::holds);
    Views shown = views(reports);
    return Server.start("all", settings, dependencies, routes(reports, shown))
        .with(shown.start(dependencies));
  }

  /** Returns the routes of both roles. */
  List<Route> routes() {
    Reports reports = reports();
    return routes(reports, views(reports));
  }

  private List<Route> routes(Reports reports, Views shown) {
    List<Route> routes = new ArrayList<>(schedulerRoutes());
    routes.addAll(consoleRoutes(reports, shown));
    return routes;
  }

  private Reports reports() {
    return new Reports(() -> measured.apply(extender.cluster()), guard).withHolds(this::holds);
  }

  private PodHolds holds() {
    return new ExtenderHolds(extender.decisions());
  }

  private Views views(Reports reports) {
    return views.of(reports, extender.decisions()::policies);
  }

  private List<Route> schedulerRoutes() {
    ExtenderMetrics metrics = new ExtenderMetrics(extender.decisions(), dependencies.registry());
    return new ExtenderRoutes(extender, metrics, dependencies.readiness(), journal).all();
  }

  private List<Route> consoleRoutes(Reports reports, Views shown) {
    List<Route> placement = new ArrayList<>(new PlacementRoutes(extender, reports).all());
    placement.add(new DecisionRoutes(extender, journal, guard).route());
    return ConsoleApi.routes(
        reports,
        guard,
        dependencies,
        placement,
        shown,
        ConsoleApi.resource(ExtenderServer.class, "openapi-paths.json"));
  }
}
