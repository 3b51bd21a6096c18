package dev.plimsoll.kube.check;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.file.FileLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The answer as a SARIF 2.1.0 log with one run. */
final class SarifLog {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private SarifLog() {}

  static JsonObject of(CheckReport report) {
    List<String> rules =
        new ArrayList<>(
            new TreeSet<>(report.findings().stream().map(ReportedFinding::rule).toList()));
    JsonObject driver = new JsonObject();
    driver.addProperty("name", "plimsoll");
    JsonArray descriptions = new JsonArray();
    rules.forEach(r -> descriptions.add(rule(r)));
    driver.add("rules", descriptions);
    JsonObject tool = new JsonObject();
    tool.add("driver", driver);
    JsonArray results = new JsonArray();
    report.findings().forEach(f -> results.add(result(f, rules)));
    JsonObject run = new JsonObject();
    run.add("tool", tool);
    run.addProperty("columnKind", "utf16CodeUnits");
    run.add("results", results);
    run.add("invocations", invocations(report));
    JsonArray runs = new JsonArray();
    runs.add(run);
    JsonObject log = new JsonObject();
    log.addProperty("$schema", SCHEMA);
    log.addProperty("version", "2.1.0");
    log.add("runs", runs);
    return log;
  }

  /** Returns the unknown parts, as a run that was not complete. */
  private static JsonArray invocations(CheckReport report) {
    JsonObject invocation = new JsonObject();
    invocation.addProperty("executionSuccessful", report.unknown().isEmpty());
    JsonArray notifications = new JsonArray();
    for (String unknown : report.unknown()) {
      JsonObject notification = new JsonObject();
      notification.addProperty("level", "warning");
      notification.add("message", message(unknown));
      notifications.add(notification);
    }
    invocation.add("toolExecutionNotifications", notifications);
    JsonArray invocations = new JsonArray();
    invocations.add(invocation);
    return invocations;
  }

  private static JsonObject rule(String name) {
    JsonObject rule = new JsonObject();
    rule.addProperty("id", name);
    rule.add("shortDescription", message(RuleTexts.of(name)));
    return rule;
  }

  private static JsonObject result(ReportedFinding finding, List<String> rules) {
    JsonObject result = new JsonObject();
    result.addProperty("ruleId", finding.rule());
    result.addProperty("ruleIndex", rules.indexOf(finding.rule()));
    result.addProperty("level", finding.level().name());
    result.addProperty("kind", !finding.isKnown() ? "review" : "fail");
    if (!finding.isKnown()) {
      result.addProperty("level", "none");
    }
    result.add("message", message(text(finding)));
    JsonArray locations = new JsonArray();
    location(finding).ifPresent(locations::add);
    result.add("locations", locations);
    JsonObject fingerprints = new JsonObject();
    fingerprints.addProperty("plimsoll/v1", finding.fingerprint());
    result.add("partialFingerprints", fingerprints);
    return result;
  }

  private static Optional<JsonObject> location(ReportedFinding finding) {
    return finding.position().map(p -> location(p, finding));
  }

  private static JsonObject location(FileLocation position, ReportedFinding finding) {
    JsonObject artifact = new JsonObject();
    artifact.addProperty("uri", ArtifactUri.uri(position.file()));
    JsonObject region = new JsonObject();
    region.addProperty("startLine", position.line());
    region.addProperty("startColumn", position.column());
    JsonObject physical = new JsonObject();
    physical.add("artifactLocation", artifact);
    physical.add("region", region);
    JsonObject logical = new JsonObject();
    logical.addProperty("fullyQualifiedName", finding.object());
    logical.addProperty("kind", "object");
    JsonArray logicals = new JsonArray();
    logicals.add(logical);
    JsonObject location = new JsonObject();
    location.add("physicalLocation", physical);
    location.add("logicalLocations", logicals);
    return location;
  }

  private static String text(ReportedFinding finding) {
    StringBuilder text = new StringBuilder(finding.text());
    for (ReportedRemedy remedy : finding.remedies()) {
      text.append("\nWould help: ").append(remedy.action());
      remedy.edits().forEach(e -> text.append("\n  ").append(e));
      if (!remedy.isAuthors()) {
        text.append("\n  Ask: ").append(String.join("; ", remedy.ask()));
      }
    }
    return text.toString();
  }

  private static JsonObject message(String text) {
    JsonObject message = new JsonObject();
    message.addProperty("text", text);
    return message;
  }
}
