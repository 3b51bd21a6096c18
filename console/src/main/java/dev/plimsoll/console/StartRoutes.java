package dev.plimsoll.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.console.tool.Starts;
import dev.plimsoll.kube.report.StartReport;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.start.DeniedStart;
import dev.plimsoll.model.start.SoonerFinder;
import dev.plimsoll.model.start.StartEstimate;
import dev.plimsoll.model.start.StartQuestion;
import dev.plimsoll.model.start.StartText;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import dev.plimsoll.server.report.Visibility;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Start estimates over HTTP. An estimate rests on the whole cluster. The answer names pods of
 * namespaces that the caller may see; of others it has a number and a size.
 */
final class StartRoutes {
  private static final Duration LOOKS = Duration.ofSeconds(10);
  private static final Duration CURRENT = Duration.ofSeconds(10);
  private static final Reply PARAMETERS_MISSING =
      Reply.error(
          400, "missing parameter; expected ?namespace=NS, or ?kind=Job&namespace=NS&name=NAME");

  private final Reports reports;
  private final Supplier<? extends Collection<CapacityPolicy>> policies;
  private final LifetimeKeeper lifetimes;
  private final Clock clock;

  @GuardedBy("this")
  private Optional<Prepared> prepared = Optional.empty();

  private record Prepared(Instant at, Starts starts) {}

  StartRoutes(
      Reports reports, Supplier<? extends Collection<CapacityPolicy>> policies, Clock clock) {
    this.reports = reports;
    this.policies = policies;
    this.clock = clock;
    this.lifetimes = new LifetimeKeeper(reports::cluster, policies, clock);
  }

  Route route() {
    return reports.get("/api/v1/when", this::when);
  }

  Views.Duty duty() {
    return new Views.Duty("lifetimes", LOOKS, true, lifetimes::look);
  }

  private Reply when(Call call, Visibility visibility) {
    Optional<String> namespace = call.parameter("namespace");
    Optional<String> kind = call.parameter("kind");
    Optional<String> name = call.parameter("name");
    if (namespace.isEmpty() || kind.isPresent() != name.isPresent()) {
      return PARAMETERS_MISSING;
    }
    Starts current = current();
    Simulation simulation = current.question().simulation();
    List<Pod> pods =
        kind.isPresent()
            ? pods(simulation, kind.get(), namespace.get(), name.get())
            : waiting(simulation.cluster(), namespace.get());
    if (pods.isEmpty() && kind.isPresent()) {
      return Reply.error(
          404,
          "%s %s/%s not found, or without pods".formatted(kind.get(), namespace.get(), name.get()));
    }
    List<StartEstimate> estimates = DeniedStart.estimates(current.estimator(), simulation, pods);
    boolean seesAll = visibility.namespaces().complete() && visibility.nodes();
    List<StartEstimate> answered =
        seesAll && estimates.size() == 1
            ? List.of(SoonerFinder.added(current.estimator(), estimates.get(0)))
            : estimates;
    StartText text = new StartText(visibility.namespaces()::includes, visibility.nodes());
    return Reports.json(new StartReport(text).of(answered, visibility.of(simulation.cluster())));
  }

  private static List<Pod> waiting(Cluster cluster, String namespace) {
    return cluster.list(Pod.class, namespace).stream()
        .filter(p -> !p.isBound() && !p.isTerminal() && !p.isTerminating())
        .toList();
  }

  private static List<Pod> pods(Simulation simulation, String kind, String namespace, String name) {
    if (kind.toLowerCase(Locale.ROOT).equals("pod")) {
      return simulation.cluster().find(Pod.class, namespace, name).stream().toList();
    }
    List<Pod> pods =
        simulation
            .workloads()
            .workloadOf(new ObjectReference(kind, namespace, name, ""))
            .map(StartRoutes::withMissing)
            .orElse(List.of());
    List<Pod> waiting = pods.stream().filter(p -> !p.isBound() && !p.isTerminal()).toList();
    return waiting.isEmpty() ? pods : waiting;
  }

  private static List<Pod> withMissing(WorkloadPods workload) {
    List<Pod> pods = new ArrayList<>(workload.pods());
    workload.templateOwners().forEach(o -> pods.addAll(o.missingPods()));
    return pods;
  }

  /** Returns the estimates of the current cluster. */
  synchronized Starts current() {
    Instant now = clock.instant();
    boolean isCurrent = prepared.filter(p -> p.at().plus(CURRENT).isAfter(now)).isPresent();
    if (!isCurrent) {
      Cluster cluster = reports.cluster();
      StartQuestion question =
          StartQuestion.of(
              Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
              DefaultPlugins.scheduler(),
              policies.get(),
              lifetimes.history(cluster),
              now);
      prepared = Optional.of(new Prepared(now, Starts.of(question)));
    }
    return prepared.orElseThrow().starts();
  }
}
