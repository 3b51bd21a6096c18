package dev.plimsoll.kube.check;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.file.FileLocation;
import java.util.HashMap;
import java.util.Map;

/** The answer as a Code Quality report of GitLab: the fields that it documents, one array. */
final class GitlabCodeQuality {
  private GitlabCodeQuality() {}

  static JsonArray of(CheckReport report) {
    JsonArray issues = new JsonArray();
    Map<String, Integer> seen = new HashMap<>();
    for (ReportedFinding finding : report.findings()) {
      int number = seen.merge(finding.fingerprint(), 1, Integer::sum);
      issues.add(issue(finding, finding.fingerprint() + (number == 1 ? "" : "-" + number)));
    }
    return issues;
  }

  private static JsonObject issue(ReportedFinding finding, String fingerprint) {
    JsonObject lines = new JsonObject();
    lines.addProperty("begin", finding.position().map(FileLocation::line).orElse(1));
    JsonObject location = new JsonObject();
    location.addProperty(
        "path", finding.position().map(p -> ArtifactUri.path(p.file())).orElse(finding.object()));
    location.add("lines", lines);
    JsonObject issue = new JsonObject();
    issue.addProperty("description", finding.text().replace("\n", "; "));
    issue.addProperty("check_name", "plimsoll/" + finding.rule());
    issue.addProperty("fingerprint", fingerprint);
    issue.addProperty("severity", severity(finding));
    issue.add("location", location);
    return issue;
  }

  private static String severity(ReportedFinding finding) {
    return switch (finding.level()) {
      case error -> "critical";
      case warning -> "major";
      case note -> "info";
    };
  }
}
