package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import java.util.ArrayList;
import java.util.List;

/** Made-up demands of pods on where they may run. */
final class PodRequirements {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private final Draw draw;

  PodRequirements(Draw draw) {
    this.draw = draw;
  }

  JsonArray tolerations() {
    List<Object> tolerations = new ArrayList<>();
    for (int i = 0; i < draw.between(1, 3); i++) {
      String key = draw.of("nvidia.com/gpu", "dedicated", "maintenance");
      JsonObject toleration = Json.object("key", key, "operator", draw.of("Exists", "Equal"));
      if (toleration.get("operator").getAsString().equals("Equal")) {
        toleration.addProperty("value", draw.of("present", "team-a", "7", ""));
      }
      if (draw.percent(60)) {
        toleration.addProperty("effect", draw.of("NoSchedule", "NoExecute", "PreferNoSchedule"));
      }
      tolerations.add(toleration);
    }
    return Json.array(tolerations.toArray());
  }

  JsonObject nodeSelector() {
    return switch (draw.between(0, 2)) {
      case 0 -> Json.object("pool", draw.of("gpu", "cpu"));
      case 1 -> Json.object(NodeManifests.PRODUCT, draw.of("A100", "H100"));
      default -> Json.object(NodeManifests.ZONE, draw.of("za", "zb"));
    };
  }

  JsonObject nodeAffinity() {
    JsonObject affinity = new JsonObject();
    if (draw.percent(75)) {
      List<Object> terms = new ArrayList<>();
      for (int i = 0; i < draw.between(1, 2); i++) {
        terms.add(nodeTerm());
      }
      affinity.add(REQUIRED, Json.object("nodeSelectorTerms", terms));
    }
    if (draw.percent(40)) {
      affinity.add(
          PREFERRED,
          Json.array(Json.object("weight", draw.between(1, 100), "preference", nodeTerm())));
    }
    return affinity;
  }

  private JsonObject nodeTerm() {
    if (draw.percent(10)) {
      JsonObject field =
          Json.object(
              "key",
              "metadata.name",
              "operator",
              draw.of("In", "NotIn"),
              "values",
              Json.array("n0"));
      return Json.object("matchFields", Json.array(field));
    }
    List<Object> expressions = new ArrayList<>();
    for (int i = 0; i < draw.between(1, 2); i++) {
      expressions.add(expression());
    }
    return Json.object("matchExpressions", expressions);
  }

  private JsonObject expression() {
    return switch (draw.between(0, 4)) {
      case 0 ->
          Json.object("key", "rank", "operator", draw.of("Gt", "Lt"), "values", Json.array("4"));
      case 1 ->
          Json.object("key", NodeManifests.PRODUCT, "operator", draw.of("Exists", "DoesNotExist"));
      case 2 ->
          Json.object(
              "key",
              NodeManifests.PRODUCT,
              "operator",
              "NotIn",
              "values",
              Json.array("T4", "A100"));
      default ->
          Json.object(
              "key",
              NodeManifests.ZONE,
              "operator",
              draw.of("In", "NotIn"),
              "values",
              Json.array(draw.some(List.of("za", "zb", "zc"), 1, 2).toArray()));
    };
  }

  JsonObject podAffinity() {
    JsonObject affinity = new JsonObject();
    if (draw.percent(70)) {
      affinity.add(REQUIRED, Json.array(podTerm()));
    }
    if (draw.percent(40)) {
      affinity.add(
          PREFERRED,
          Json.array(Json.object("weight", draw.between(1, 100), "podAffinityTerm", podTerm())));
    }
    return affinity;
  }

  private JsonObject podTerm() {
    JsonObject term =
        Json.object(
            "topologyKey",
            draw.of(NodeManifests.HOSTNAME, NodeManifests.ZONE, NodeManifests.ZONE, "pool"),
            "labelSelector",
            podSelector());
    switch (draw.between(0, 7)) {
      case 0 -> term.add("namespaces", Json.array("team-b"));
      case 1 -> term.add("namespaceSelector", new JsonObject());
      case 2 ->
          term.add(
              "namespaceSelector",
              Json.object("matchLabels", Json.object("kubernetes.io/metadata.name", "team-b")));
      case 3 -> term.add("matchLabelKeys", Json.array("rev"));
      default -> {
        // The pod's own namespace.
      }
    }
    return term;
  }

  private JsonObject podSelector() {
    return draw.percent(75)
        ? Json.object("matchLabels", Json.object("app", draw.of("train", "serve")))
        : Json.object(
            "matchExpressions",
            Json.array(Json.object("key", "app", "operator", draw.of("Exists", "DoesNotExist"))));
  }

  JsonArray spread() {
    List<Object> constraints = new ArrayList<>();
    for (String key :
        draw.some(List.of(NodeManifests.HOSTNAME, NodeManifests.ZONE, "pool"), 1, 2)) {
      boolean hard = draw.percent(70);
      JsonObject constraint =
          Json.object(
              "maxSkew",
              draw.between(1, 2),
              "topologyKey",
              key,
              "whenUnsatisfiable",
              hard ? "DoNotSchedule" : "ScheduleAnyway",
              "labelSelector",
              podSelector());
      if (hard && draw.percent(25)) {
        constraint.addProperty("minDomains", draw.between(1, 4));
      }
      if (draw.percent(20)) {
        constraint.addProperty("nodeTaintsPolicy", draw.of("Honor", "Ignore"));
      }
      if (draw.percent(20)) {
        constraint.addProperty("nodeAffinityPolicy", draw.of("Honor", "Ignore"));
      }
      if (draw.percent(15)) {
        constraint.add("matchLabelKeys", Json.array("rev"));
      }
      constraints.add(constraint);
    }
    return Json.array(constraints.toArray());
  }
}
