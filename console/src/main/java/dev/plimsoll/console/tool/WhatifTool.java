package dev.plimsoll.console.tool;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.WhatifReport;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.whatif.Change;
import java.util.List;
import java.util.stream.Stream;

/** Tries changes on the model of the cluster. */
final class WhatifTool implements Tool {
  private final ToolSources sources;

  WhatifTool(ToolSources sources) {
    this.sources = sources;
  }

  @Override
  public String name() {
    return "whatif";
  }

  @Override
  public ToolAnswer answer(ToolArguments arguments, ClusterView view) {
    List<Change> changes = sources.changes(arguments.texts("changes"), view.cluster());
    JsonObject report = WhatifReport.of(view.simulation(), changes);
    List<JsonObject> pods = GapItems.objects(report, "pods").map(WhatifTool::pods).toList();
    JsonObject numbers = new JsonObject();
    for (String name : List.of("gone", "new", "unknown")) {
      numbers.addProperty(name + "Gaps", report.getAsJsonArray(name).size());
    }
    numbers.addProperty("changedWorkloads", pods.size());
    List<JsonObject> items =
        Stream.of(
                pods.stream(),
                GapItems.objects(report, "new").map(g -> gap(g, "new")),
                GapItems.objects(report, "unknown").map(g -> gap(g, "unknown")),
                GapItems.objects(report, "gone").map(g -> gap(g, "gone")))
            .flatMap(s -> s)
            .toList();
    return ToolAnswer.of(
        sentence(report, numbers),
        numbers,
        items,
        AnswerNotes.of(report, report.get("asOf").getAsString()));
  }

  private static String sentence(JsonObject report, JsonObject numbers) {
    String first = report.getAsJsonArray("changes").get(0).getAsString();
    int more = report.getAsJsonArray("changes").size() - 1;
    return "With %s%s: %s, %s, %s. The cluster itself is unchanged."
        .formatted(
            Quoted.of(first),
            more > 0 ? " and " + more + " more" : "",
            Counted.of(numbers.get("goneGaps").getAsInt(), "gap", "closes", "close"),
            Counted.of(numbers.get("newGaps").getAsInt(), "gap", "opens", "open"),
            Counted.of(
                numbers.get("changedWorkloads").getAsInt(),
                "waiting workload",
                "changes",
                "change"));
  }

  private static JsonObject pods(JsonObject pods) {
    JsonObject item = new JsonObject();
    item.addProperty("workload", GapItems.object(pods.getAsJsonObject("object")));
    item.add("before", counts(pods.getAsJsonObject("before")));
    item.add("after", counts(pods.getAsJsonObject("after")));
    return item;
  }

  private static JsonObject counts(JsonObject counts) {
    JsonObject shown = counts.deepCopy();
    JsonElement unread = shown.remove("unread");
    if (unread != null) {
      shown.addProperty("notRead", Quoted.of(unread.getAsString()));
    }
    return shown;
  }

  private static JsonObject gap(JsonObject gap, String change) {
    JsonObject item = new JsonObject();
    item.addProperty("gap", change);
    item.add("id", gap.get("id"));
    item.add("kind", gap.get("kind"));
    item.add("severity", gap.get("severity"));
    item.addProperty("object", GapItems.object(gap.getAsJsonObject("object")));
    item.addProperty("message", Quoted.of(gap.get("message").getAsString()));
    return item;
  }
}
