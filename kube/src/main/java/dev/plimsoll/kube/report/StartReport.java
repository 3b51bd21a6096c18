package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.start.LatestStart;
import dev.plimsoll.model.start.LikelyStart;
import dev.plimsoll.model.start.Needs;
import dev.plimsoll.model.start.QueuePlace;
import dev.plimsoll.model.start.SoonerIf;
import dev.plimsoll.model.start.StartEstimate;
import dev.plimsoll.model.start.StartText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;

/** Start estimates as JSON; the schema is docs/schema/when.json. */
public final class StartReport {
  private final StartText text;

  /** Makes reports in which the text says what has a name. */
  public StartReport(StartText text) {
    this.text = text;
  }

  /** Returns the estimates of a cluster's pods. */
  public JsonObject of(Collection<StartEstimate> estimates, Cluster cluster) {
    JsonArray all = new JsonArray();
    estimates.forEach(e -> all.add(of(e)));
    return JsonObjectBuilder.object()
        .put("estimates", all)
        .put("asOf", cluster.asOf())
        .put("kubernetes", ControlPlaneReport.of(cluster.controlPlane()))
        .put("omissions", cluster.omissions())
        .build();
  }

  private JsonObject of(StartEstimate estimate) {
    JsonObjectBuilder report =
        JsonObjectBuilder.object()
            .put("pod", pod(estimate.pod()))
            .put("state", estimate.state())
            .putIfPresent("since", estimate.since());
    if (estimate.state() != StartEstimate.State.Waiting) {
      return report.build();
    }
    report.put("needs", needs(estimate)).put("place", place(estimate.place()));
    estimate.likely().ifPresent(l -> report.put("likely", likely(l)));
    estimate.latest().ifPresent(l -> report.put("latest", latest(l)));
    JsonArray sooner = new JsonArray();
    estimate.soonerIf().forEach(s -> sooner.add(sooner(s)));
    return report.put("soonerIf", sooner).put("limits", estimate.limits()).build();
  }

  private static JsonObject pod(Pod pod) {
    return JsonObjectBuilder.object()
        .put("namespace", pod.namespace())
        .put("name", pod.name())
        .build();
  }

  private JsonObject needs(StartEstimate estimate) {
    Needs needs = estimate.needs();
    List<Needs.Lack> lacks =
        needs instanceof Needs.Release release
            ? release.lacks()
            : needs instanceof Needs.NothingEnds nothing ? nothing.lacks() : List.of();
    JsonArray lacking = new JsonArray();
    lacks.forEach(l -> lacking.add(lack(l)));
    JsonArray sets = new JsonArray();
    if (needs instanceof Needs.Release release) {
      release.sets().forEach(s -> sets.add(set(s)));
    }
    return JsonObjectBuilder.object()
        .put("kind", needs.getClass().getSimpleName())
        .put("lacks", lacking)
        .put("sets", sets)
        .put("text", text.needs(estimate))
        .build();
  }

  private JsonObject lack(Needs.Lack lack) {
    boolean isNode = lack.layer() == Needs.Layer.Node || lack.layer() == Needs.Layer.Gang;
    JsonObjectBuilder report = JsonObjectBuilder.object().put("layer", lack.layer());
    if (!lack.object().isEmpty() && (text.seesNodes() || !isNode)) {
      report.put("object", lack.object());
    }
    return report.put("resource", lack.resource()).put("amount", (Object) lack.amount()).build();
  }

  private JsonObject set(Needs.ReleaseSet set) {
    JsonArray pods = new JsonArray();
    text.named(set).forEach(p -> pods.add(pod(p)));
    JsonArray others = new JsonArray();
    text.others(set)
        .forEach(
            o ->
                others.add(
                    JsonObjectBuilder.object()
                        .put("pods", o.pods())
                        .put("devices", o.devices())
                        .build()));
    JsonObjectBuilder report = JsonObjectBuilder.object();
    if (text.seesNodes() && !set.node().isEmpty()) {
      report.put("node", set.node());
    }
    return report.put("pods", pods).put("others", others).build();
  }

  private static JsonObject place(QueuePlace place) {
    return JsonObjectBuilder.object()
        .put("podsBefore", place.podsBefore())
        .put("devicesBefore", place.devicesBefore())
        .put("order", place.order())
        .put("text", StartText.place(place))
        .build();
  }

  private static JsonObject likely(LikelyStart likely) {
    return JsonObjectBuilder.object()
        .putIfPresent("median", likely.median().map(StartReport::seconds))
        .put("half", interval(likely.half()))
        .put("eighty", interval(likely.eighty()))
        .put("runs", likely.starts().length)
        .putIfPresent("until", likely.until().map(StartReport::seconds))
        .build();
  }

  private static JsonObject interval(LikelyStart.Interval interval) {
    return JsonObjectBuilder.object()
        .putIfPresent("from", interval.from().map(StartReport::seconds))
        .putIfPresent("to", interval.to().map(StartReport::seconds))
        .build();
  }

  private static JsonObject latest(LatestStart latest) {
    return JsonObjectBuilder.object()
        .put("at", seconds(latest.at()))
        .put("because", latest.because())
        .build();
  }

  private static JsonObject sooner(SoonerIf sooner) {
    JsonObjectBuilder report =
        JsonObjectBuilder.object()
            .put("action", sooner.action())
            .put("commands", sooner.commands())
            .put("startsNow", sooner.startsNow());
    sooner.likely().ifPresent(l -> report.put("likely", likely(l)));
    return report.build();
  }

  private static Instant seconds(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS);
  }
}
