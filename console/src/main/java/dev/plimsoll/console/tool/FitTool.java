package dev.plimsoll.console.tool;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells how many more copies of a pod would run. */
final class FitTool implements Tool {
  private static final int REPLICAS = 1_000;

  private final ToolSources sources;

  FitTool(ToolSources sources) {
    this.sources = sources;
  }

  @Override
  public String name() {
    return "fit";
  }

  @Override
  public ToolAnswer answer(ToolArguments arguments, ClusterView view) {
    JsonObject report =
        sources.fit(
            view.simulation(),
            view.holds(),
            new ToolSources.FitQuestion(
                arguments.required("manifest"),
                arguments.namespace(),
                arguments.number("replicas", REPLICAS)));
    JsonObject numbers = new JsonObject();
    for (String name : List.of("asked", "running", "admitted", "placeable", "passing", "stops")) {
      Optional.ofNullable(report.get(name)).ifPresent(v -> numbers.add(name, v));
    }
    List<JsonObject> items = new ArrayList<>();
    stop(report, "denial", "quota").ifPresent(items::add);
    stop(report, "failure", "nodes").ifPresent(items::add);
    stop(report, "hold", "share").ifPresent(items::add);
    Optional.ofNullable(report.get("autoscalers"))
        .map(
            text -> {
              JsonObject item = new JsonObject();
              item.addProperty("autoscalers", Quoted.of(text.getAsString()));
              return item;
            })
        .ifPresent(items::add);
    Optional.ofNullable(report.getAsJsonObject("nodes")).map(JsonObject::entrySet).stream()
        .flatMap(nodes -> nodes.stream())
        .map(FitTool::node)
        .forEach(items::add);
    return ToolAnswer.of(
        sentence(report), numbers, items, AnswerNotes.of(report, report.get("asOf").getAsString()));
  }

  private static String sentence(JsonObject report) {
    JsonObject pod = report.getAsJsonObject("pod");
    String name =
        Quoted.of(pod.get("namespace").getAsString() + "/" + pod.get("name").getAsString());
    JsonElement running = report.get("running");
    if (running == null) {
      return "How many more of pod " + name + " would run is unknown; notRead says why.";
    }
    String limit =
        switch (report.get("stops").getAsString()) {
          case "ADMISSION" -> "quota is the limit";
          case "CAPACITY" -> "the nodes are the limit";
          case "SHARE" -> "the tenant's share is the limit";
          case "DOMAIN" -> "the domain of its gang is the limit";
          default -> "no limit was reached";
        };
    return "%d more of pod %s would run: %s.".formatted(running.getAsInt(), name, limit);
  }

  /** Returns why the next copy is stopped by one of the layers. */
  private static Optional<JsonObject> stop(JsonObject report, String field, String layer) {
    return Optional.ofNullable(report.get(field))
        .map(
            message -> {
              JsonObject item = new JsonObject();
              item.addProperty("stoppedBy", layer);
              item.addProperty("message", Quoted.of(message.getAsString()));
              return item;
            });
  }

  private static JsonObject node(Map.Entry<String, JsonElement> node) {
    JsonObject item = new JsonObject();
    item.addProperty("node", Quoted.of(node.getKey()));
    item.add("takes", node.getValue());
    return item;
  }
}
