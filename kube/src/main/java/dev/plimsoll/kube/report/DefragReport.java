package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.defrag.DefragmentationPlan;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.defrag.DefragmentationPlan.Moves;
import dev.plimsoll.model.defrag.DefragmentationPlan.NoMoves;
import dev.plimsoll.model.defrag.DefragmentationPlan.Unknown;
import dev.plimsoll.model.defrag.DomainJob;
import dev.plimsoll.model.defrag.DomainMoves;
import dev.plimsoll.model.defrag.DomainPlan;
import dev.plimsoll.model.defrag.Evictions;

/** Which pods to move so that a node is whole, as JSON. */
public final class DefragReport {
  private DefragReport() {}

  /**
   * Returns the plan. Node and moves are absent if no plan was found or if the outcome is unknown.
   */
  public static JsonObject of(DefragmentationPlan plan, Cluster cluster) {
    JsonObjectBuilder report = JsonObjectBuilder.object().put("resource", plan.resource());
    Unread unread = Unread.NOTHING;
    if (plan.outcome() instanceof Moves moves) {
      report
          .put("node", moves.node())
          .put("cordon", moves.cordoned())
          .put(
              "moves",
              JsonObjectBuilder.array(moves.moves(), m -> move(m, plan.resource(), cluster)))
          .put("fewest", moves.fewest());
    } else if (plan.outcome() instanceof NoMoves noMoves) {
      report
          .put("partlyTaken", noMoves.partly())
          .put("held", noMoves.held())
          .put("tried", noMoves.tried())
          .put("stranded", noMoves.stranded());
    } else if (plan.outcome() instanceof Unknown unknown) {
      unread = unknown.unread();
    }
    return finished(report, unread, cluster);
  }

  /** Returns the plan for a job in one domain. Domain and moves are absent if there are none. */
  public static JsonObject of(DomainPlan plan, Cluster cluster) {
    DomainJob job = plan.job();
    JsonObjectBuilder report =
        JsonObjectBuilder.object()
            .put("resource", job.resource())
            .put("within", job.level())
            .put("pods", job.pods())
            .put("perPod", job.perPod());
    Unread unread = Unread.NOTHING;
    if (plan.outcome() instanceof DomainPlan.Fits fits) {
      report.put("domain", fits.domain().name()).put("moves", new JsonArray());
    } else if (plan.outcome() instanceof DomainPlan.Moves found) {
      DomainMoves moves = found.moves();
      report
          .put("domain", moves.domain().name())
          .put("cordon", moves.cordoned())
          .put(
              "moves",
              JsonObjectBuilder.array(moves.moves(), m -> move(m, job.resource(), cluster)));
    } else if (plan.outcome() instanceof DomainPlan.NoMoves noMoves) {
      report.put("lacks", noMoves.notes());
    } else if (plan.outcome() instanceof DomainPlan.Unknown unknown) {
      unread = unknown.unread();
    }
    return finished(report, unread, cluster);
  }

  private static JsonObject finished(JsonObjectBuilder report, Unread unread, Cluster cluster) {
    return report
        .put("unread", UnreadReport.of(unread))
        .put("asOf", cluster.asOf())
        .put("kubernetes", ControlPlaneReport.of(cluster.controlPlane()))
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject move(Move move, ResourceName resource, Cluster cluster) {
    return JsonObjectBuilder.object()
        .put("namespace", move.pod().namespace())
        .put("name", move.pod().name())
        .put(
            "controller",
            move.pod().metadata().controller().map(o -> o.kind() + "/" + o.name()).orElse(""))
        .put("amount", NodeCapacity.requests(move.pod()).getOrZero(resource))
        .put("to", move.to())
        .put(
            "budgets",
            Evictions.of(cluster).budgets(move.pod()).stream()
                .map(PodDisruptionBudget::name)
                .toList())
        .build();
  }
}
