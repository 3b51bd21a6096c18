package dev.plimsoll.kube.check;

import dev.plimsoll.kube.file.FileLocation;
import dev.plimsoll.model.check.FindingLevel;

/**
 * The answer as GitHub's workflow commands {@code ::error file=…,line=…::message}. A line break, a
 * percent sign, and in properties a colon or comma are escaped, so that no name can end a command.
 */
final class GithubAnnotations {
  private GithubAnnotations() {}

  static String of(CheckReport report) {
    StringBuilder text = new StringBuilder();
    for (ReportedFinding finding : report.findings()) {
      text.append("::").append(command(finding.level()));
      finding.position().ifPresent(p -> text.append(' ').append(position(p)).append(','));
      text.append(finding.position().isPresent() ? "" : " ")
          .append("title=")
          .append(property("plimsoll: " + finding.effect().text() + " (" + finding.rule() + ")"))
          .append("::")
          .append(data(message(finding)))
          .append('\n');
    }
    for (String unknown : report.unknown()) {
      text.append("::warning title=plimsoll%3A unknown::").append(data(unknown)).append('\n');
    }
    return text.append(data(CheckText.summary(report))).append('\n').toString();
  }

  private static String command(FindingLevel level) {
    return level == FindingLevel.note ? "notice" : level.name();
  }

  private static String position(FileLocation position) {
    return "file="
        + property(ArtifactUri.path(position.file()))
        + ",line="
        + position.line()
        + ",endLine="
        + Math.max(position.line(), position.endLine())
        + ",col="
        + position.column();
  }

  private static String message(ReportedFinding finding) {
    StringBuilder text = new StringBuilder(finding.text());
    for (ReportedRemedy remedy : finding.remedies()) {
      text.append("\nwould help: ").append(remedy.action());
      remedy.edits().forEach(e -> text.append("\n  ").append(e));
      if (!remedy.isAuthors()) {
        text.append("\n  ask: ").append(String.join("; ", remedy.ask()));
      }
    }
    return text.toString();
  }

  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
