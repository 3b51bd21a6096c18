package dev.plimsoll.extender.api;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.ShareUsage;
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
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The answers of the command line over HTTP, from the live cluster. */
public final class ReportRoutes {
  private final Extender extender;
  private final DefectLog defects = new DefectLog(System.getLogger(ReportRoutes.class.getName()));

  public ReportRoutes(Extender extender) {
    this.extender = extender;
  }

  public List<Route> all() {
    return List.of(
        Route.get("/api/v1/gaps", this::gaps),
        Route.get("/api/v1/explain", this::explain),
        Route.get(
            "/api/v1/capacity", c -> json(CapacityReport.of(NodeGroups.of(cluster()), cluster()))),
        Route.get("/api/v1/quota", this::quota),
        Route.get("/api/v1/shares", c -> json(shares())),
        Route.get("/api/v1/assumed-pods", c -> json(assumedPods())));
  }

  private Cluster cluster() {
    return extender.cluster();
  }

  private Simulation simulation() {
    return Simulation.of(cluster(), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private Reply gaps(Call call) {
    Simulation simulation = simulation();
    GapSurvey survey =
        call.parameter("namespace")
            .map(n -> GapFinder.survey(simulation, n))
            .orElseGet(() -> GapFinder.survey(simulation));
    JsonElement report =
        GapsReport.of(
            survey,
            simulation.cluster(),
            call.parameter("namespace").map(n -> "-n " + n).orElse(""));
    defects.log(survey.unexamined());
    return json(report);
  }

  private Reply quota(Call call) {
    Cluster cluster = cluster();
    return json(
        QuotaReport.of(
            call.parameter("namespace")
                .map(n -> QuotaKeyUsages.of(cluster, n))
                .orElseGet(() -> QuotaKeyUsages.of(cluster)),
            cluster,
            call.parameter("namespace").orElse("")));
  }

  private Reply explain(Call call) {
    Optional<String> kind = call.parameter("kind");
    Optional<String> name = call.parameter("name");
    Optional<String> namespace = call.parameter("namespace");
    if (kind.isEmpty() || name.isEmpty() || namespace.isEmpty()) {
      return Reply.error(
          400, "missing parameter; expected ?kind=Deployment&namespace=NS&name=NAME");
    }
    Simulation simulation = simulation();
    Optional<Explanation> explanation =
        explain(simulation, kind.get(), namespace.get(), name.get());
    return explanation
        .map(e -> json(ExplanationReport.of(e, simulation.cluster())))
        .orElseGet(
            () ->
                Reply.error(
                    404, "%s %s/%s not found".formatted(kind.get(), namespace.get(), name.get())));
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

  private JsonElement shares() {
    JsonArray shares = new JsonArray();
    for (ShareUsage use : extender.decisions().shares()) {
      Share share = use.share();
      JsonObject json = new JsonObject();
      json.addProperty("policy", use.policy());
      json.addProperty("tenant", share.tenant());
      json.addProperty("resource", share.resource().toString());
      json.addProperty("guarantee", share.guarantee().toString());
      json.addProperty("ceiling", share.ceiling().toString());
      json.addProperty("share", share.share().toString());
      json.addProperty("placed", use.placed().toString());
      json.addProperty("assumed", use.assumed().toString());
      json.addProperty("borrowed", use.borrowed().toString());
      json.addProperty("idle", use.idle().toString());
      shares.add(json);
    }
    JsonObject all = new JsonObject();
    all.add("shares", shares);
    return all;
  }

  private JsonElement assumedPods() {
    JsonArray assumedPods = new JsonArray();
    for (AssumedPod assumedPod : extender.decisions().assumedPods()) {
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

  private static Reply json(JsonElement json) {
    return Reply.json(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
