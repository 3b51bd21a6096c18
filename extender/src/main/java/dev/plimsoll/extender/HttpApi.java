package dev.plimsoll.extender;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.http.Call;
import dev.plimsoll.extender.http.Reply;
import dev.plimsoll.extender.http.Route;
import dev.plimsoll.extender.placement.Booking;
import dev.plimsoll.extender.placement.ShareUse;
import dev.plimsoll.kube.report.CapacityReport;
import dev.plimsoll.kube.report.ExplanationReport;
import dev.plimsoll.kube.report.GapsReport;
import dev.plimsoll.kube.report.QuotaReport;
import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.capacity.Pools;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapFinder;
import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.placement.plugin.DefaultPlugins;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.usage.QuotaUsages;
import dev.plimsoll.model.whatif.World;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The answers of the command line over HTTP, from the live picture. */
final class HttpApi {
  private final Extender extender;

  HttpApi(Extender extender) {
    this.extender = extender;
  }

  List<Route> all() {
    return List.of(
        Route.get("/api/v1/gaps", this::gaps),
        Route.get("/api/v1/explain", this::explain),
        Route.get("/api/v1/capacity", c -> json(CapacityReport.of(Pools.of(picture()), picture()))),
        Route.get("/api/v1/quota", this::quota),
        Route.get("/api/v1/shares", c -> json(shares())),
        Route.get("/api/v1/bookings", c -> json(bookings())));
  }

  private Cluster picture() {
    return extender.picture();
  }

  private World world() {
    return World.of(picture(), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private Reply gaps(Call call) {
    World world = world();
    List<Finding> findings =
        call.parameter("namespace")
            .map(n -> GapFinder.find(world, n))
            .orElseGet(() -> GapFinder.find(world));
    return json(
        GapsReport.of(findings.stream().map(Finding::withRemedies).toList(), world.cluster()));
  }

  private Reply quota(Call call) {
    Cluster cluster = picture();
    return json(
        QuotaReport.of(
            call.parameter("namespace")
                .map(n -> QuotaUsages.of(cluster, n))
                .orElseGet(() -> QuotaUsages.of(cluster)),
            cluster));
  }

  private Reply explain(Call call) {
    Optional<String> kind = call.parameter("kind");
    Optional<String> name = call.parameter("name");
    Optional<String> namespace = call.parameter("namespace");
    if (kind.isEmpty() || name.isEmpty() || namespace.isEmpty()) {
      return Reply.refusal(400, "Say what to explain: ?kind=Deployment&namespace=NS&name=NAME.");
    }
    World world = world();
    Optional<Explanation> explanation = explain(world, kind.get(), namespace.get(), name.get());
    return explanation
        .map(e -> json(ExplanationReport.of(e, world.cluster())))
        .orElseGet(
            () ->
                Reply.refusal(
                    404,
                    "There is no "
                        + kind.get()
                        + " "
                        + name.get()
                        + " in namespace "
                        + namespace.get()
                        + "."));
  }

  private static Optional<Explanation> explain(
      World world, String kind, String namespace, String name) {
    if (kind.equalsIgnoreCase("pod")) {
      return world.cluster().find(Pod.class, namespace, name).map(p -> Explainer.ofPod(world, p));
    }
    return world.cluster().list(Workload.class, namespace).stream()
        .filter(w -> w.name().equals(name) && w.type().kind().equalsIgnoreCase(kind))
        .findFirst()
        .flatMap(
            w ->
                world
                    .workloads()
                    .groupOf(new ObjectReference(w.type().kind(), namespace, name, "")))
        .map(group -> Explainer.ofGroup(world, group));
  }

  private JsonElement shares() {
    JsonArray shares = new JsonArray();
    for (ShareUse use : extender.decisions().shares()) {
      Share share = use.share();
      JsonObject json = new JsonObject();
      json.addProperty("policy", use.policy());
      json.addProperty("tenant", share.tenant());
      json.addProperty("resource", share.resource().toString());
      json.addProperty("guarantee", share.guarantee().toString());
      json.addProperty("ceiling", share.ceiling().toString());
      json.addProperty("share", share.share().toString());
      json.addProperty("placed", use.placed().toString());
      json.addProperty("booked", use.booked().toString());
      json.addProperty("borrowed", use.borrowed().toString());
      json.addProperty("idle", use.idle().toString());
      shares.add(json);
    }
    JsonObject all = new JsonObject();
    all.add("shares", shares);
    return all;
  }

  private JsonElement bookings() {
    JsonArray bookings = new JsonArray();
    for (Booking booking : extender.decisions().bookings()) {
      JsonObject json = new JsonObject();
      json.addProperty("namespace", booking.pod().namespace());
      json.addProperty("pod", booking.pod().name());
      json.addProperty("uid", booking.pod().metadata().uid());
      json.addProperty("node", booking.node());
      json.addProperty("expires", booking.expires().toString());
      bookings.add(json);
    }
    JsonObject all = new JsonObject();
    all.add("bookings", bookings);
    return all;
  }

  private static Reply json(JsonElement json) {
    return Reply.json(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
