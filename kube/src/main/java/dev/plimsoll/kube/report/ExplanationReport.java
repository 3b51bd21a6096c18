package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.explain.PodState;
import dev.plimsoll.model.hold.ReservedNode;
import java.util.List;

/** An explanation as JSON. */
public final class ExplanationReport {
  private ExplanationReport() {}

  /**
   * Returns the explanation. {@code admission} and {@code placement} are those of the pod that is
   * worst off; {@code pods} has all, those that are alike together.
   */
  public static JsonObject of(Explanation explanation, Cluster cluster) {
    PodState worst = explanation.worst();
    JsonObjectBuilder jsonObjectBuilder =
        JsonObjectBuilder.object()
            .put("subject", GapsReport.reference(explanation.subject()))
            .put("verdict", explanation.verdict())
            .put("summary", explanation.summary())
            .put("missing", explanation.missing())
            .put("pods", JsonObjectBuilder.array(explanation.states(), ExplanationReport::state))
            .put("admission", AdmissionSummary.of(explanation).json());
    worst
        .scheduleResult()
        .filter(p -> !(p instanceof ScheduleResult.Unknown))
        .ifPresent(p -> jsonObjectBuilder.put("placement", placement(p, worst)));
    explanation
        .recordedEvent()
        .ifPresent(e -> jsonObjectBuilder.put("recordedEvent", recordedEvent(e)));
    if (!explanation.autoscalers().isEmpty()) {
      jsonObjectBuilder.put(
          "autoscalers",
          JsonObjectBuilder.array(explanation.autoscalers(), ExplanationReport::autoscaler));
    }
    if (!explanation.queue().isEmpty()) {
      jsonObjectBuilder.put("queue", explanation.queue());
    }
    return jsonObjectBuilder
        .put("gaps", GapsReport.gaps(explanation.gaps()))
        .put("unread", UnreadReport.of(explanation.unread()))
        .put("unexamined", UnexaminedReport.of(explanation.unexamined()))
        .put("kubernetes", ControlPlaneReport.of(cluster.controlPlane()))
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject state(PodState state) {
    JsonObject json =
        JsonObjectBuilder.object()
            .put("name", state.pod().name())
            .put("count", state.count())
            .put("exists", state.exists())
            .put("verdict", state.verdict())
            .put("node", state.pod().spec().nodeName())
            .put("message", state.message())
            .put("notes", state.notes())
            .build();
    if (!state.reserved().isEmpty()) {
      json.add("reserved", JsonObjectBuilder.array(state.reserved(), ExplanationReport::reserved));
    }
    return json;
  }

  private static JsonObject reserved(ReservedNode reserved) {
    return JsonObjectBuilder.object()
        .put("node", reserved.node())
        .put("for", reserved.holder())
        .put("sameTenant", reserved.isOwnTenant())
        .put("until", reserved.until().toString())
        .putIfPresent("since", reserved.since())
        .build();
  }

  private static JsonObject placement(ScheduleResult scheduleResult, PodState worst) {
    JsonObject placement = placement(scheduleResult);
    placement.add(
        "unmetRequests", JsonObjectBuilder.array(worst.unmetRequests(), UnmetRequestReport::of));
    return placement;
  }

  static JsonObject placement(ScheduleResult scheduleResult) {
    JsonObjectBuilder jsonObjectBuilder =
        JsonObjectBuilder.object().put("message", scheduleResult.message());
    jsonObjectBuilder.put(
        "feasible",
        scheduleResult instanceof ScheduleResult.Feasible feasible ? feasible.nodes() : List.of());
    jsonObjectBuilder.put(
        "nodes", JsonObjectBuilder.array(diagnoses(scheduleResult), ExplanationReport::diagnosis));
    if (scheduleResult instanceof ScheduleResult.Preempting preempting) {
      jsonObjectBuilder.put("nominatedNode", preempting.node());
      jsonObjectBuilder.put("victims", preempting.victims().stream().map(v -> v.key()).toList());
    }
    return jsonObjectBuilder.put("assumptions", scheduleResult.assumptions()).build();
  }

  private static List<NodeDiagnosis> diagnoses(ScheduleResult scheduleResult) {
    if (scheduleResult instanceof ScheduleResult.Unschedulable unschedulable) {
      return unschedulable.nodes();
    }
    return scheduleResult instanceof ScheduleResult.Preempting preempting
        ? preempting.nodes()
        : List.of();
  }

  private static JsonObject diagnosis(NodeDiagnosis diagnosis) {
    return JsonObjectBuilder.object()
        .put("name", diagnosis.node().name())
        .put("plugin", diagnosis.plugin())
        .put("reasons", diagnosis.reasons())
        .build();
  }

  private static JsonObject autoscaler(Event event) {
    JsonObject json = JsonObjectBuilder.object().put("name", event.reporter()).build();
    recordedEvent(event).entrySet().forEach(e -> json.add(e.getKey(), e.getValue()));
    return json;
  }

  private static JsonObject recordedEvent(Event event) {
    return JsonObjectBuilder.object()
        .put("reason", event.reason())
        .put("message", event.note())
        .put("count", event.count())
        .putIfPresent("lastSeen", event.lastSeen())
        .build();
  }
}
