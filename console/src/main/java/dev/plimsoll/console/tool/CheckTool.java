package dev.plimsoll.console.tool;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.check.FindingLevel;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks manifests before anybody applies them. Callers who see a part of the cluster are answered
 * from that part. Shares of tenants need the whole cluster, so for these callers shares are
 * unknown.
 */
final class CheckTool implements Tool {
  private static final String DEFAULT_NAMESPACE = "default";
  private static final String MESSAGE = "message";
  private static final String FIELD = "field";

  private final ToolSources sources;

  CheckTool(ToolSources sources) {
    this.sources = sources;
  }

  @Override
  public String name() {
    return "check";
  }

  @Override
  public ToolAnswer answer(ToolArguments arguments, ClusterView view) {
    List<CapacityPolicy> policies = view.seesAll() ? view.policies() : List.of();
    boolean areSharesUnknown = policies.size() < view.policies().size();
    JsonObject report =
        sources.check(
            view.simulation(),
            policies,
            new ToolSources.CheckQuestion(
                arguments.required("manifests"),
                arguments.text("base"),
                arguments.namespace().orElse(DEFAULT_NAMESPACE)));
    boolean isKnown = report.get("known").getAsBoolean() && !areSharesUnknown;
    List<JsonObject> findings = GapItems.objects(report, "findings").toList();
    List<JsonObject> better = GapItems.objects(report, "better").toList();
    JsonObject numbers = new JsonObject();
    for (String name : List.of("objects", "pods", "placed")) {
      numbers.add(name, report.get(name));
    }
    for (FindingLevel level : FindingLevel.values()) {
      numbers.addProperty(level.name() + "s", count(findings, level));
    }
    numbers.addProperty("better", better.size());
    numbers.addProperty("known", isKnown);
    List<JsonObject> items =
        Stream.concat(
                findings.stream().map(f -> item(f, true)), better.stream().map(b -> item(b, false)))
            .toList();
    return ToolAnswer.of(
        sentence(report, findings, isKnown), numbers, items, notes(report, areSharesUnknown));
  }

  private static long count(List<JsonObject> findings, FindingLevel level) {
    return findings.stream().filter(f -> f.get("level").getAsString().equals(level.name())).count();
  }

  private static String sentence(JsonObject report, List<JsonObject> findings, boolean isKnown) {
    String unknown = isKnown ? "" : " Not all is known: see notRead and findings Unknown.";
    String of =
        Counted.of(report.get("objects").getAsInt(), "object")
            + " with "
            + Counted.of(report.get("pods").getAsInt(), "pod");
    if (findings.isEmpty()) {
      String none = report.get("compared").getAsBoolean() ? "nothing gets worse" : "no finding";
      return of + ": " + none + "." + unknown;
    }
    JsonObject first = findings.get(0);
    return "%s: %s. The first (%s): %s%s"
        .formatted(
            of,
            Counted.of(findings.size(), "finding"),
            first.get("effect").getAsString(),
            Quoted.of(first.get(MESSAGE).getAsString()),
            unknown.isEmpty() ? "" : "." + unknown);
  }

  private static AnswerNotes notes(JsonObject report, boolean areSharesUnknown) {
    JsonObject all = new JsonObject();
    JsonArray omissions = report.getAsJsonArray("unknown").deepCopy();
    if (areSharesUnknown) {
      omissions.add("shares of tenants need the right to see all namespaces and the nodes");
    }
    omissions.addAll(report.getAsJsonArray("omissions"));
    all.add("omissions", omissions);
    return AnswerNotes.of(all, report.get("asOf").getAsString());
  }

  /**
   * Returns a finding.
   *
   * @param isInManifests whether its line is one of the manifests, not of the base
   */
  private static JsonObject item(JsonObject finding, boolean isInManifests) {
    JsonObject item = new JsonObject();
    for (String name : List.of("effect", "level")) {
      item.add(name, finding.get(name));
    }
    item.addProperty("rule", Quoted.of(finding.get("rule").getAsString()));
    item.addProperty("object", Quoted.of(finding.get("object").getAsString()));
    if (isInManifests) {
      place(finding, item);
    }
    item.add("pods", finding.get("pods"));
    item.addProperty(MESSAGE, Quoted.of(finding.get(MESSAGE).getAsString()));
    item.add("details", Quoted.all(finding.getAsJsonArray("details")));
    JsonArray remedies = new JsonArray();
    GapItems.objects(finding, "remedies").map(CheckTool::remedy).forEach(remedies::add);
    item.add("remedies", remedies);
    return item;
  }

  private static void place(JsonObject part, JsonObject item) {
    Optional.ofNullable(part.getAsJsonObject("position"))
        .ifPresent(
            p -> {
              item.add("line", p.get("line"));
              item.add("column", p.get("column"));
            });
    item.addProperty(FIELD, Quoted.of(part.get(FIELD).getAsString()));
  }

  private static JsonObject remedy(JsonObject remedy) {
    JsonObject item = new JsonObject();
    item.addProperty("action", Quoted.of(remedy.get("action").getAsString()));
    item.addProperty("result", Quoted.of(remedy.get("result").getAsString()));
    List<JsonObject> edits = new ArrayList<>();
    for (JsonElement each : remedy.getAsJsonArray("edits")) {
      JsonObject edit = new JsonObject();
      place(each.getAsJsonObject(), edit);
      Optional.ofNullable(each.getAsJsonObject().get("value"))
          .ifPresent(v -> edit.addProperty("value", Quoted.of(v.getAsString())));
      edits.add(edit);
    }
    JsonArray shown = new JsonArray();
    edits.forEach(shown::add);
    item.add("edits", shown);
    item.add("ask", Quoted.all(remedy.getAsJsonArray("ask")));
    item.add("commands", Quoted.all(remedy.getAsJsonArray("commands")));
    return item;
  }
}
