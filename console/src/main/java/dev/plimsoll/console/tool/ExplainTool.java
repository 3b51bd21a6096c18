package dev.plimsoll.console.tool;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.ExplanationReport;
import dev.plimsoll.model.explain.Explanation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Explains why the pods of an object run or don't. */
final class ExplainTool implements Tool {
  private static final String MESSAGE = "message";
  private static final String VERDICT = "verdict";

  private final ToolSources sources;

  ExplainTool(ToolSources sources) {
    this.sources = sources;
  }

  @Override
  public String name() {
    return "explain";
  }

  @Override
  public ToolAnswer answer(ToolArguments arguments, ClusterView view) {
    Explanation explanation =
        sources.explain(
            view.simulation(), view.holds(), arguments.required("object"), arguments.namespace());
    JsonObject report = ExplanationReport.of(explanation, view.cluster());
    JsonObject numbers = new JsonObject();
    numbers.add(VERDICT, report.get(VERDICT));
    numbers.addProperty("pods", explanation.states().stream().mapToInt(s -> s.count()).sum());
    numbers.add("missing", report.get("missing"));
    List<JsonObject> items =
        Stream.of(
                GapItems.objects(report, "gaps").map(GapItems::brief),
                GapItems.objects(report, "pods").map(ExplainTool::state),
                Optional.ofNullable(report.getAsJsonObject("recordedEvent")).stream()
                    .map(ExplainTool::event),
                Optional.ofNullable(report.getAsJsonArray("autoscalers")).stream()
                    .flatMap(a -> a.asList().stream())
                    .map(a -> autoscaler(a.getAsJsonObject())))
            .flatMap(s -> s)
            .toList();
    AnswerNotes notes = AnswerNotes.of(report, view.cluster().asOf().toString());
    return ToolAnswer.of(sentence(report), numbers, items, notes);
  }

  private static String sentence(JsonObject report) {
    JsonObject worst = report.getAsJsonArray("pods").get(0).getAsJsonObject();
    String message = worst.get(MESSAGE).getAsString();
    return "%s is %s: %s%s"
        .formatted(
            GapItems.object(report.getAsJsonObject("subject")),
            report.get(VERDICT).getAsString(),
            Quoted.of(report.get("summary").getAsString()),
            message.isEmpty() ? "" : " The worst pod: " + Quoted.of(message));
  }

  private static JsonObject state(JsonObject state) {
    JsonObject item = new JsonObject();
    item.addProperty("pod", Quoted.of(state.get("name").getAsString()));
    item.add("pods", state.get("count"));
    item.add("exists", state.get("exists"));
    item.add(VERDICT, state.get(VERDICT));
    item.addProperty("node", Quoted.of(state.get("node").getAsString()));
    item.addProperty(MESSAGE, Quoted.of(state.get(MESSAGE).getAsString()));
    item.add("notes", Quoted.all(state.getAsJsonArray("notes")));
    return item;
  }

  private static JsonObject autoscaler(JsonObject event) {
    JsonObject item = new JsonObject();
    item.addProperty("autoscaler", Quoted.of(event.get("name").getAsString()));
    event(event).entrySet().forEach(e -> item.add(e.getKey(), e.getValue()));
    return item;
  }

  private static JsonObject event(JsonObject event) {
    JsonObject item = new JsonObject();
    item.addProperty("event", Quoted.of(event.get("reason").getAsString()));
    item.add("count", event.get("count"));
    Optional.ofNullable(event.get("lastSeen")).ifPresent(t -> item.add("lastSeen", t));
    item.addProperty(MESSAGE, Quoted.of(event.get(MESSAGE).getAsString()));
    return item;
  }
}
