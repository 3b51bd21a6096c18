package dev.plimsoll.extender.api;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.report.CapacityReport;
import dev.plimsoll.kube.report.DefectLog;
import dev.plimsoll.kube.report.ExplanationReport;
import dev.plimsoll.kube.report.GapsReport;
import dev.plimsoll.kube.report.QuotaReport;
import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.capacity.NodeGroups;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.quota.QuotaKeyUsages;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.AccessRequest;
import dev.plimsoll.server.access.CallerAccess;
import dev.plimsoll.server.bulkhead.Bulkhead;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The answers of the command line over HTTP, from the live cluster, or from what a caller may see
 * of it.
 */
public final class ReportRoutes {
  private static final String NAMESPACE = "namespace";
  private static final int CALLERS = 8;
  private static final int REST_FACTOR = 5;

  private final DefectLog defects = new DefectLog(System.getLogger(ReportRoutes.class.getName()));
  private final Extender extender;
  private final AccessGuard guard;
  private final Function<Cluster, Simulation> model;
  private final Bulkhead bulkhead = new Bulkhead("reports", CALLERS, REST_FACTOR);

  /** What callers who are answered the same ask. */
  private record Question(String report, Map<String, String> query, Visibility visibility) {}

  /** Makes the routes of an extender, for those that a guard lets through. */
  public ReportRoutes(Extender extender, AccessGuard guard) {
    this(
        extender,
        guard,
        cluster -> Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()));
  }

  /**
   * Makes the routes.
   *
   * @param model the rules that are applied to what is there
   */
  ReportRoutes(Extender extender, AccessGuard guard, Function<Cluster, Simulation> model) {
    this.extender = extender;
    this.guard = guard;
    this.model = model;
  }

  public List<Route> all() {
    return List.of(
        guard.get("/api/v1/gaps", this::gaps),
        guard.get("/api/v1/explain", this::explain),
        guard.get("/api/v1/capacity", this::capacity),
        guard.get("/api/v1/quota", this::quota),
        guard.get("/api/v1/shares", this::shares),
        guard.get("/api/v1/assumed-pods", this::assumedPods),
        guard.get("/api/v1/reservations", this::reservations));
  }

  /** Returns what the caller may see: of the one namespace that is asked about, or of all. */
  private Visibility visibility(Call call, CallerAccess access) {
    return call.parameter(NAMESPACE)
        .map(namespace -> Visibility.of(access, namespace))
        .orElseGet(() -> Visibility.of(access, extender.cluster()));
  }

  private Reply gaps(Call call, CallerAccess access) {
    Visibility visibility = visibility(call, access);
    Optional<String> namespace = call.parameter(NAMESPACE);
    return bulkhead.answer(
        new Question("gaps", call.query(), visibility),
        () -> {
          Simulation simulation = model.apply(visibility.of(extender.cluster()));
          GapSurvey survey =
              namespace
                  .map(n -> GapFinder.survey(simulation, n))
                  .orElseGet(() -> GapFinder.survey(simulation));
          defects.log(survey.unexamined());
          return json(
              GapsReport.of(
                  survey, simulation.cluster(), namespace.map(n -> "-n " + n).orElse("")));
        });
  }

  private Reply quota(Call call, CallerAccess access) {
    Visibility visibility = visibility(call, access);
    Optional<String> namespace = call.parameter(NAMESPACE);
    return bulkhead.answer(
        new Question("quota", call.query(), visibility),
        () -> {
          Cluster cluster = visibility.of(extender.cluster());
          return json(
              QuotaReport.of(
                  namespace
                      .map(n -> QuotaKeyUsages.of(cluster, n))
                      .orElseGet(() -> QuotaKeyUsages.of(cluster)),
                  cluster,
                  namespace.orElse("")));
        });
  }

  /** Answers what all nodes have together, which names nobody. */
  private Reply capacity(Call call, CallerAccess access) {
    access.require(AccessRequest.getNodes());
    return bulkhead.answer(
        "capacity",
        () -> {
          Cluster cluster = extender.cluster();
          return json(CapacityReport.of(NodeGroups.of(cluster), cluster));
        });
  }

  private Reply explain(Call call, CallerAccess access) {
    Optional<String> kind = call.parameter("kind");
    Optional<String> name = call.parameter("name");
    Optional<String> namespace = call.parameter(NAMESPACE);
    if (kind.isEmpty() || name.isEmpty() || namespace.isEmpty()) {
      return Reply.error(
          400, "missing parameter; expected ?kind=Deployment&namespace=NS&name=NAME");
    }
    Visibility visibility = Visibility.of(access, namespace.get());
    return bulkhead.answer(
        new Question("explain", call.query(), visibility),
        () -> {
          Simulation simulation = model.apply(visibility.of(extender.cluster()));
          Optional<Explanation> found =
              explain(simulation, kind.get(), namespace.get(), name.get());
          found.map(Explanation::unexamined).ifPresent(defects::log);
          return found
              .map(explanation -> json(ExplanationReport.of(explanation, simulation.cluster())))
              .orElseGet(() -> notFound(kind.get(), namespace.get(), name.get()));
        });
  }

  private static Reply notFound(String kind, String namespace, String name) {
    return Reply.error(404, "%s %s/%s not found".formatted(kind, namespace, name));
  }

  private static Optional<Explanation> explain(
      Simulation simulation, String kind, String namespace, String name) {
    if (kind.equalsIgnoreCase("pod")) {
      return simulation
          .cluster()
          .find(Pod.class, namespace, name)
          .map(p -> Explainer.ofPod(simulation, p));
    }
    return simulation.cluster().list(Workload.class, namespace).stream()
        .filter(w -> w.name().equals(name) && w.type().kind().equalsIgnoreCase(kind))
        .findFirst()
        .flatMap(
            w ->
                simulation
                    .workloads()
                    .workloadOf(new ObjectReference(w.type().kind(), namespace, name, "")))
        .map(group -> Explainer.ofWorkload(simulation, group));
  }

  private Reply shares(Call call, CallerAccess access) {
    Visibility visibility = visibility(call, access);
    return bulkhead.answer(
        new Question("shares", call.query(), visibility),
        () -> json(new ShareReport(extender.decisions(), visibility).json()));
  }

  private Reply reservations(Call call, CallerAccess access) {
    Visibility visibility = visibility(call, access);
    return bulkhead.answer(
        new Question("reservations", call.query(), visibility),
        () -> json(new ReservationReport(extender.decisions().reservations(), visibility).json()));
  }

  private Reply assumedPods(Call call, CallerAccess access) {
    Visibility visibility = visibility(call, access);
    return bulkhead.answer(
        new Question("assumed-pods", call.query(), visibility),
        () -> json(assumedPods(visibility)));
  }

  private JsonElement assumedPods(Visibility visibility) {
    JsonArray assumedPods = new JsonArray();
    for (AssumedPod assumedPod : extender.decisions().assumedPods()) {
      if (!visibility.namespaces().includes(assumedPod.pod().namespace())) {
        continue;
      }
      JsonObject json = new JsonObject();
      json.addProperty("namespace", assumedPod.pod().namespace());
      json.addProperty("pod", assumedPod.pod().name());
      json.addProperty("uid", assumedPod.pod().metadata().uid());
      json.addProperty("node", assumedPod.node());
      json.addProperty(
          "expires",
          Instant.now()
              .plus(extender.decisions().left(assumedPod))
              .truncatedTo(SECONDS)
              .toString());
      assumedPods.add(json);
    }
    JsonObject all = new JsonObject();
    all.add("assumedPods", assumedPods);
    return all;
  }

  private static Reply json(JsonElement report) {
    return Reply.json(report.toString().getBytes(StandardCharsets.UTF_8));
  }
}
