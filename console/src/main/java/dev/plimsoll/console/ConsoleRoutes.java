package dev.plimsoll.console;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.console.mcp.McpRoutes;
import dev.plimsoll.kube.report.BalanceReport;
import dev.plimsoll.kube.report.RecommendationReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import dev.plimsoll.server.report.Visibility;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The console's own routes: the page, and the data of its views. */
public final class ConsoleRoutes {
  private static final Duration HISTORY_INTERVAL = Duration.ofMinutes(1);

  private final Reports reports;
  private final Supplier<? extends Collection<CapacityPolicy>> policies;

  private ConsoleRoutes(Reports reports, Supplier<? extends Collection<CapacityPolicy>> policies) {
    this.reports = reports;
    this.policies = policies;
  }

  /** Returns the factory of the views with these sources. */
  public static Views.Factory with(ConsoleSources sources) {
    return (reports, policies) -> {
      List<Route> routes = new ArrayList<>(PageFiles.routes());
      routes.addAll(new ConsoleRoutes(reports, policies).views());
      routes.addAll(new AdviceRoutes(reports, policies, sources.advice()).all());
      routes.add(new WhatifRoutes(reports, sources.changes()).route());
      BalanceHistory history = new BalanceHistory(reports::cluster, Clock.systemUTC());
      routes.add(reports.getOfNodes("/api/v1/history", history::json));
      List<Views.Duty> duties = new ArrayList<>();
      duties.add(new Views.Duty("history", HISTORY_INTERVAL, true, history::look));
      StartRoutes starts = new StartRoutes(reports, policies, Clock.systemUTC());
      routes.add(starts.route());
      duties.add(starts.duty());
      sources
          .tools()
          .map(tools -> new McpRoutes(reports, policies, starts::current, tools).all())
          .ifPresent(routes::addAll);
      TenantHistoryRoute tenantHistory = new TenantHistoryRoute(reports, sources.prometheus());
      routes.add(tenantHistory.route());
      duties.addAll(tenantHistory.duties());
      HoursRoute hours = new HoursRoute(reports, sources.hours(), Clock.systemUTC());
      routes.add(hours.route());
      duties.addAll(hours.duties());
      BacktestRoutes backtest = new BacktestRoutes(reports, sources.backtest());
      routes.addAll(backtest.all());
      duties.addAll(backtest.duties());
      return new Views(
          routes, openApiPaths(), List.of(new BalanceMetrics(history::lastLook)), duties);
    };
  }

  private static JsonObject openApiPaths() {
    return JsonParser.parseString(
            new String(ProgramFiles.read("openapi-paths.json"), StandardCharsets.UTF_8))
        .getAsJsonObject();
  }

  private List<Route> views() {
    return List.of(
        reports.getOfNodes("/api/v1/overview", () -> BalanceReport.ofResources(reports.cluster())),
        reports.get(
            "/api/v1/tenants",
            (call, visibility) -> {
              Cluster cluster = reports.cluster(visibility);
              return Reports.json(BalanceReport.ofNamespaces(cluster, tenantOf(cluster)));
            }),
        reports.get("/api/v1/nodes", this::nodes),
        reports.get(
            "/api/v1/recommendations",
            (call, visibility) ->
                Reports.json(RecommendationReport.of(reports.cluster(visibility)))),
        reports.changes("/api/v1/events"));
  }

  private Reply nodes(Call call, Visibility visibility) {
    visibility.requireNodes();
    Cluster cluster = reports.cluster();
    return Reports.json(
        BalanceReport.ofNodes(
            cluster,
            call.parameter("resource").map(ResourceName::of),
            visibility.namespaces(),
            tenantOf(cluster)));
  }

  private Function<String, Optional<String>> tenantOf(Cluster cluster) {
    List<CapacityPolicy> current = List.copyOf(policies.get());
    Map<String, Optional<String>> tenants = new HashMap<>();
    return namespace ->
        tenants.computeIfAbsent(namespace, name -> tenantOf(name, cluster, current));
  }

  private static Optional<String> tenantOf(
      String namespace, Cluster cluster, List<CapacityPolicy> policies) {
    return policies.stream()
        .map(policy -> TenantNamespaces.tenantOf(namespace, cluster, policy))
        .flatMap(Optional::stream)
        .map(Tenant::name)
        .findFirst();
  }
}
