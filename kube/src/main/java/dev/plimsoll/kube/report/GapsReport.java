package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.report.RecordedGaps.RecordedGap;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Evidence;
import dev.plimsoll.model.gap.Examined;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapSummary;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.RemediedGaps;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.model.gap.cost.ResourceCost;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.patch.ObjectPatch;
import dev.plimsoll.model.whatif.ChangeCommands;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gaps as JSON. */
public final class GapsReport {
  private GapsReport() {}

  /**
   * Returns {@code {gaps: […], summary: {…}, examined: {…}, unknowns: […], unread: {…}, unexamined:
   * […], asOf: …, kubernetes: …, selection: …, omissions: […]}}.
   *
   * @param selection the options that narrowed the list, empty for none
   */
  public static JsonObject of(RemediedGaps remedied, Cluster cluster, String selection) {
    return of(remedied, cluster, selection, Optional.empty());
  }

  /**
   * Returns the same with {@code changes} since another run.
   *
   * @param changes what {@link #changes} returns
   */
  public static JsonObject of(
      RemediedGaps remedied, Cluster cluster, String selection, Optional<JsonObject> changes) {
    GapSurvey survey = remedied.survey();
    JsonObjectBuilder report =
        JsonObjectBuilder.object()
            .put("gaps", gaps(remedied.gaps()))
            .put("summary", summary(GapSummary.of(remedied.gaps(), cluster)))
            .put("examined", examined(survey.examined()))
            .put("unknowns", UnreadReport.unknowns(survey))
            .put("unread", UnreadReport.of(survey.unread()))
            .put("unexamined", UnexaminedReport.of(remedied.unexamined()))
            .put("asOf", cluster.asOf())
            .put("kubernetes", ControlPlaneReport.of(cluster.controlPlane()))
            .put("selection", selection);
    changes.ifPresent(c -> report.put("changes", c));
    return report.put("omissions", cluster.omissions()).build();
  }

  /**
   * Returns the differences from the gaps of another run: ids of present gaps, and records of the
   * others.
   *
   * @param since when that run's cluster was read
   * @param unknown gaps of that run of which it isn't known whether they are here
   */
  public static JsonObject changes(
      String since,
      List<Gap> added,
      List<Gap> worse,
      List<Gap> better,
      List<RecordedGap> gone,
      List<RecordedGap> unknown) {
    return JsonObjectBuilder.object()
        .put("since", since)
        .put("new", added.stream().map(Gap::id).toList())
        .put("worse", worse.stream().map(Gap::id).toList())
        .put("better", better.stream().map(Gap::id).toList())
        .put("gone", JsonObjectBuilder.array(gone, GapsReport::recorded))
        .put("unknown", JsonObjectBuilder.array(unknown, GapsReport::recorded))
        .build();
  }

  private static JsonObject recorded(RecordedGap gap) {
    return JsonObjectBuilder.object()
        .put("id", gap.id())
        .put("kind", gap.kind())
        .put(
            "object",
            reference(new ObjectReference(gap.objectKind(), gap.namespace(), gap.objectName(), "")))
        .put("resource", gap.resource())
        .put("message", gap.message())
        .build();
  }

  /** Returns the counts of gaps, as in {@code summary}. */
  public static JsonObject summary(GapSummary summary) {
    JsonObjectBuilder free = JsonObjectBuilder.object();
    new TreeMap<>(summary.free())
        .forEach((resource, amount) -> free.put(resource.name(), number(amount.toDouble())));
    return JsonObjectBuilder.object()
        .put("gaps", summary.gaps())
        .put("namespaces", summary.namespaces())
        .put("deniedPods", summary.deniedPods())
        .put("pendingPods", summary.pendingPods())
        .put("free", free.build())
        .build();
  }

  private static JsonObject examined(Examined examined) {
    return JsonObjectBuilder.object()
        .put("nodes", examined.nodes())
        .put("pods", examined.pods())
        .put("quotas", examined.quotas())
        .put("namespaces", examined.namespaces())
        .build();
  }

  static JsonArray gaps(List<Gap> gaps) {
    return JsonObjectBuilder.array(gaps, GapsReport::gap);
  }

  /** Returns a gap with its remedies. */
  public static JsonObject gap(Gap gap) {
    JsonObjectBuilder evidence = JsonObjectBuilder.object();
    for (Evidence each : gap.evidence()) {
      evidence.put(each.name(), each.value());
    }
    return JsonObjectBuilder.object()
        .put("id", gap.id())
        .put("kind", gap.kind())
        .put("severity", gap.kind().severity())
        .put("docs", GapDocumentation.path(gap.kind()))
        .put("namespace", gap.namespace())
        .put("object", reference(gap.object()))
        .put("resource", gap.resource())
        .put("pods", gap.pods())
        .put("cost", cost(gap.cost()))
        .put("message", gap.message())
        .put("evidence", evidence.build())
        .put("remedies", JsonObjectBuilder.array(gap.remedies(), GapsReport::remedy))
        .build();
  }

  private static JsonObject cost(GapCost cost) {
    return JsonObjectBuilder.object()
        .put("deniedPods", cost.deniedPods())
        .put("pendingPods", cost.pendingPods())
        .put("resources", JsonObjectBuilder.array(cost.resources(), GapsReport::resource))
        .putIfPresent("since", cost.since().map(WaitingSince::time))
        .putIfPresent("sinceBasis", cost.since().map(WaitingSince::basis))
        .put("unknownStarts", cost.unknownStarts())
        .build();
  }

  private static JsonObject resource(ResourceCost cost) {
    return JsonObjectBuilder.object()
        .put("resource", cost.resource())
        .put("waiting", number(cost.waiting().toDouble()))
        .put("idle", number(cost.idle().toDouble()))
        .put("hours", new JsonPrimitive(thousandths(cost.hours()) / 1000.0))
        .put("hoursPerDay", number(cost.hoursPerDay()))
        .build();
  }

  /** Returns a number of at most three decimals. */
  private static JsonPrimitive number(double value) {
    long rounded = thousandths(value);
    return rounded % 1000 == 0
        ? new JsonPrimitive(rounded / 1000)
        : new JsonPrimitive(rounded / 1000.0);
  }

  private static long thousandths(double value) {
    return Math.round(value * 1000);
  }

  /** Returns the waiting and idle devices in thousandths, rounded as in the report. */
  public static long thousandths(ResourceCost cost) {
    return thousandths(cost.waiting().toDouble()) + thousandths(cost.idle().toDouble());
  }

  static JsonObject reference(ObjectReference object) {
    return JsonObjectBuilder.object()
        .put("kind", object.kind())
        .put("namespace", object.namespace())
        .put("name", object.name())
        .build();
  }

  private static JsonObject remedy(Remedy remedy) {
    String command =
        remedy.commands().stream().map(KubectlCommand::text).collect(Collectors.joining("\n"));
    JsonObjectBuilder json =
        JsonObjectBuilder.object()
            .put("action", remedy.action())
            .put("who", remedy.who())
            .put("costs", remedy.costs())
            .put("notes", remedy.notes());
    if (!command.isEmpty()) {
      json.put("command", command);
    }
    remedy.foretold().ifPresent(f -> json.put("foretold", foretold(f)));
    remedy.stops().ifPresent(s -> json.put("stops", reference(s)));
    return json.put(
            "patches",
            JsonObjectBuilder.array(ChangeCommands.patches(remedy.commands()), GapsReport::patch))
        .put("whatif", remedy.whatif())
        .put("parts", remedy.parts())
        .put("steps", JsonObjectBuilder.array(remedy.steps(), GapsReport::step))
        .put("helps", remedy.helps())
        .put("result", remedy.result())
        .build();
  }

  private static JsonObject step(Remedy.Step step) {
    return JsonObjectBuilder.object()
        .put("action", step.action())
        .put("admitted", step.admitted())
        .put("placed", step.placed())
        .build();
  }

  private static JsonObject foretold(Remedy.Foretold foretold) {
    return JsonObjectBuilder.object()
        .put("workload", reference(foretold.workload()))
        .put("pods", foretold.pods())
        .put("admitted", foretold.admitted())
        .put("placed", foretold.placed())
        .build();
  }

  private static JsonObject patch(ObjectPatch patch) {
    return JsonObjectBuilder.object()
        .put("apiVersion", patch.type().apiVersion())
        .put("kind", patch.type().kind())
        .put("namespace", patch.namespace())
        .put("name", patch.name())
        .put("type", patch.patchType().mediaType())
        .put("recreates", patch.recreates())
        .put("suspends", patch.suspends())
        .put("patch", JsonParser.parseString(patch.body()))
        .build();
  }
}
