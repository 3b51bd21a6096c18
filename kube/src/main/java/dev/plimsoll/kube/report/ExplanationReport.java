package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.explain.PodState;
import dev.plimsoll.model.object.Event;
import dev.plimsoll.model.placement.NodeDiagnosis;
import dev.plimsoll.model.placement.Placement;
import dev.plimsoll.model.whatif.Attempt;
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
    Json json =
        Json.object()
            .put("subject", GapsReport.reference(explanation.subject()))
            .put("verdict", explanation.verdict())
            .put("summary", explanation.summary())
            .put("missing", explanation.missing())
            .put("pods", Json.array(explanation.states(), ExplanationReport::state))
            .put("admission", AdmissionSummary.of(worst, cluster).json());
    worst.placement().ifPresent(p -> json.put("placement", placement(p)));
    explanation.recorded().ifPresent(e -> json.put("recorded", recorded(e)));
    return json.put("gaps", GapsReport.gaps(explanation.gaps()))
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject state(PodState state) {
    return Json.object()
        .put("name", state.pod().name())
        .put("count", state.count())
        .put("exists", state.exists())
        .put("verdict", state.verdict())
        .put("node", state.pod().spec().nodeName())
        .put("message", state.message())
        .build();
  }

  static JsonObject placement(Placement placement) {
    Json json = Json.object().put("message", Attempt.message(placement));
    json.put(
        "feasible",
        placement instanceof Placement.Feasible feasible ? feasible.nodes() : List.of());
    json.put("nodes", Json.array(diagnoses(placement), ExplanationReport::diagnosis));
    if (placement instanceof Placement.Preempting preempting) {
      json.put("nominatedNode", preempting.node());
      json.put("victims", preempting.victims().stream().map(v -> v.key()).toList());
    }
    return json.put("assumptions", placement.assumptions()).build();
  }

  private static List<NodeDiagnosis> diagnoses(Placement placement) {
    if (placement instanceof Placement.Unschedulable unschedulable) {
      return unschedulable.nodes();
    }
    return placement instanceof Placement.Preempting preempting ? preempting.nodes() : List.of();
  }

  private static JsonObject diagnosis(NodeDiagnosis diagnosis) {
    return Json.object()
        .put("name", diagnosis.node().name())
        .put("plugin", diagnosis.plugin())
        .put("reasons", diagnosis.reasons())
        .build();
  }

  private static JsonObject recorded(Event event) {
    return Json.object()
        .put("reason", event.reason())
        .put("message", event.note())
        .put("count", event.count())
        .putIfPresent("lastSeen", event.lastSeen())
        .build();
  }
}
