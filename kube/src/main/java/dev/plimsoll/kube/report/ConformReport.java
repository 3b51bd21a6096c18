package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.ConformResult;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.TreeMap;

/** A comparison with a control plane as JSON; the schema is docs/schema/conform.json. */
public final class ConformReport {
  private ConformReport() {}

  /** Returns the report. */
  public static JsonObject of(
      ConformResult result, long seed, KubernetesControlPlane controlPlane) {
    JsonArray rules = new JsonArray();
    result
        .differencesByRule()
        .forEach(
            (rule, differences) ->
                rules.add(
                    JsonObjectBuilder.object()
                        .put("rule", rule)
                        .put("requests", (long) result.rules().getOrDefault(rule, 0))
                        .put("differences", (long) differences)
                        .build()));
    JsonArray unknown = new JsonArray();
    new TreeMap<>(result.unknown())
        .forEach(
            (why, sequences) ->
                unknown.add(
                    JsonObjectBuilder.object()
                        .put("why", why)
                        .put("sequences", (long) sequences)
                        .build()));
    JsonArray differences = new JsonArray();
    result.differences().forEach(d -> differences.add(difference(d)));
    return JsonObjectBuilder.object()
        .put("kubernetes", ControlPlaneReport.of(controlPlane))
        .put("seed", seed)
        .put("sequences", result.sequences())
        .put("requests", result.steps())
        .put("equal", result.isEqual())
        .put("rules", rules)
        .put("differences", differences)
        .put("unknown", unknown)
        .build();
  }

  private static JsonObject difference(ConformResult.Difference difference) {
    JsonArray steps = new JsonArray();
    difference.steps().forEach(steps::add);
    return JsonObjectBuilder.object()
        .put("sequence", difference.sequence())
        .put("family", difference.family())
        .put("rule", difference.rule())
        .put("messages", difference.sentences())
        .put("reduced", difference.isReduced())
        .put("steps", steps)
        .build();
  }
}
