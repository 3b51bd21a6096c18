package dev.plimsoll.server.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.CapacityReport;
import dev.plimsoll.kube.report.DefectLog;
import dev.plimsoll.kube.report.ExplanationReport;
import dev.plimsoll.kube.report.FlavorReport;
import dev.plimsoll.kube.report.GapsReport;
import dev.plimsoll.kube.report.QuotaReport;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.capacity.DeviceGroups;
import dev.plimsoll.kubernetes.capacity.FlavorCapacities;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsages;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.RemediedGaps;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The answers of the command line over HTTP, from the live cluster, or from what a caller may see
 * of it.
 */
public final class ReportRoutes {
  private static final String NAMESPACE = "namespace";
  private static final int MOST_OBJECTS = 5_000;
  private static final Reply PARAMETERS_MISSING =
      Reply.error(400, "missing parameter; expected ?kind=Deployment&namespace=NS&name=NAME");

  private final DefectLog defects = new DefectLog(System.getLogger(ReportRoutes.class.getName()));
  private final Reports reports;
  private final Function<Cluster, Simulation> model;

  /** Makes the routes of reports of a cluster. */
  public ReportRoutes(Reports reports) {
    this(
        reports,
        cluster -> Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()));
  }

  /**
   * Makes the routes.
   *
   * @param model the rules that are applied to what is there
   */
  ReportRoutes(Reports reports, Function<Cluster, Simulation> model) {
    this.reports = reports;
    this.model = model;
  }

  public List<Route> all() {
    return List.of(
        reports.get("/api/v1/gaps", this::gaps),
        reports.get("/api/v1/explain", this::explain),
        reports.get("/api/v1/objects", this::objects),
        reports.getOfNodes(
            "/api/v1/capacity",
            () -> capacity(reports.cluster()),
            () -> capacityWithFlavors(reports.cluster())),
        reports.get("/api/v1/quota", this::quota));
  }

  private static JsonObject capacity(Cluster cluster) {
    return CapacityReport.of(NodeGroups.of(cluster), DeviceGroups.of(cluster, ""), cluster);
  }

  /** Adds Kueue's flavors if quotas of them were read. ClusterQueues' names may name tenants. */
  private static JsonObject capacityWithFlavors(Cluster cluster) {
    JsonObject capacity = capacity(cluster);
    return cluster.covers(ClusterQueue.RESOURCE) || cluster.covers(Cohort.RESOURCE)
        ? FlavorReport.addedTo(capacity, FlavorCapacities.of(cluster), cluster)
        : capacity;
  }

  private Reply gaps(Call call, Visibility visibility) {
    Optional<String> namespace = call.parameter(NAMESPACE);
    Simulation simulation = model.apply(reports.cluster(visibility));
    PodHolds holds = reports.holds(visibility);
    GapSurvey survey =
        namespace
            .map(n -> GapFinder.survey(simulation, n, holds))
            .orElseGet(() -> GapFinder.survey(simulation, holds));
    defects.log(survey.unexamined());
    return Reports.json(
        GapsReport.of(
            RemediedGaps.of(survey),
            simulation.cluster(),
            namespace.map(n -> "-n " + n).orElse("")));
  }

  private Reply quota(Call call, Visibility visibility) {
    Optional<String> namespace = call.parameter(NAMESPACE);
    Cluster cluster = reports.cluster(visibility);
    return Reports.json(
        QuotaReport.of(
            namespace
                .map(n -> QuotaKeyUsages.of(cluster, n))
                .orElseGet(() -> QuotaKeyUsages.of(cluster)),
            cluster,
            namespace.orElse("")));
  }

  private Reply explain(Call call, Visibility visibility) {
    Optional<String> kind = call.parameter("kind");
    Optional<String> name = call.parameter("name");
    Optional<String> namespace = call.parameter(NAMESPACE);
    if (kind.isEmpty() || name.isEmpty() || namespace.isEmpty()) {
      return PARAMETERS_MISSING;
    }
    Simulation simulation = model.apply(reports.cluster(visibility));
    PodHolds holds = reports.holds(visibility);
    Optional<Explanation> found =
        explain(simulation, holds, kind.get(), namespace.get(), name.get());
    found.map(Explanation::unexamined).ifPresent(defects::log);
    return found
        .map(explanation -> ExplanationReport.of(explanation, simulation.cluster()))
        .map(Reports::json)
        .orElseGet(() -> notFound(kind.get(), namespace.get(), name.get()));
  }

  /** Names objects that can be explained, for completion. */
  private Reply objects(Call call, Visibility visibility) {
    Cluster cluster = reports.cluster(visibility);
    Optional<String> namespace = call.parameter(NAMESPACE);
    JsonArray namespaces = new JsonArray();
    cluster.namespaces().stream()
        .filter(visibility.namespaces()::includes)
        .sorted()
        .forEach(namespaces::add);
    JsonArray objects = new JsonArray();
    namespace.ifPresent(
        n ->
            Stream.of(cluster.list(Pod.class, n), cluster.list(Workload.class, n))
                .flatMap(Collection::stream)
                .limit(MOST_OBJECTS)
                .forEach(o -> objects.add(named(o))));
    JsonObject all = new JsonObject();
    all.add("namespaces", namespaces);
    all.add("objects", objects);
    return Reports.json(all);
  }

  private static JsonObject named(ApiObject object) {
    JsonObject json = new JsonObject();
    json.addProperty("kind", object.type().kind());
    json.addProperty("name", object.name());
    return json;
  }

  private static Reply notFound(String kind, String namespace, String name) {
    return Reply.error(404, "%s %s/%s not found".formatted(kind, namespace, name));
  }

  private static Optional<Explanation> explain(
      Simulation simulation, PodHolds holds, String kind, String namespace, String name) {
    if (kind.equalsIgnoreCase("pod")) {
      return simulation
          .cluster()
          .find(Pod.class, namespace, name)
          .map(p -> Explainer.ofPod(simulation, p, holds));
    }
    return simulation.cluster().list(Workload.class, namespace).stream()
        .filter(w -> w.name().equals(name) && w.type().kind().equalsIgnoreCase(kind))
        .findFirst()
        .flatMap(
            w ->
                simulation
                    .workloads()
                    .workloadOf(new ObjectReference(w.type().kind(), namespace, name, "")))
        .map(group -> Explainer.ofWorkload(simulation, group, holds));
  }
}
