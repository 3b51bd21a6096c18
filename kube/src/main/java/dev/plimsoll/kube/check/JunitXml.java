package dev.plimsoll.kube.check;

import dev.plimsoll.model.check.FindingLevel;
import java.util.List;
import java.util.Locale;

/**
 * The answer as JUnit's XML. Each finding is a test case: errors and warnings fail, notes pass, and
 * what isn't known is an error. Without findings there is one case that passes.
 */
final class JunitXml {
  private JunitXml() {}

  static String of(CheckReport report) {
    List<ReportedFinding> findings = report.findings();
    long failures = findings.stream().filter(JunitXml::fails).count();
    long errors = findings.stream().filter(JunitXml::isUnknown).count() + report.unknown().size();
    int tests = findings.size() + report.unknown().size();
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append(
        String.format(
            Locale.ROOT,
            "<testsuites>%n  <testsuite name=\"plimsoll check\" tests=\"%d\" failures=\"%d\""
                + " errors=\"%d\" skipped=\"0\" time=\"0\" timestamp=\"%s\" hostname=\"localhost\">%n",
            Math.max(1, tests),
            failures,
            errors,
            report.asOf().toString().replaceFirst("(\\.[0-9]+)?Z$", "")));
    findings.forEach(f -> testCase(xml, f));
    for (String unknown : report.unknown()) {
      open(xml, "plimsoll.cluster", "everything is known");
      xml.append("      <error message=\"")
          .append(escaped(unknown))
          .append("\" type=\"Unread\"/>\n    </testcase>\n");
    }
    if (tests == 0) {
      open(xml, "plimsoll.set", "the set can be applied");
      xml.append("    </testcase>\n");
    }
    return xml.append("  </testsuite>\n</testsuites>\n").toString().replace("\r\n", "\n");
  }

  private static boolean isUnknown(ReportedFinding finding) {
    return !finding.isKnown();
  }

  private static boolean fails(ReportedFinding finding) {
    return !isUnknown(finding) && finding.level() != FindingLevel.note;
  }

  private static void testCase(StringBuilder xml, ReportedFinding finding) {
    String where = finding.position().map(p -> p.file() + ":" + p.line()).orElse("");
    open(
        xml,
        "plimsoll." + finding.rule(),
        finding.object() + (where.isEmpty() ? "" : " (" + where + ")"));
    String element = isUnknown(finding) ? "error" : fails(finding) ? "failure" : "";
    if (element.isEmpty()) {
      xml.append("      <system-out>").append(escaped(finding.text())).append("</system-out>\n");
    } else {
      xml.append("      <")
          .append(element)
          .append(" message=\"")
          .append(escaped(finding.message()))
          .append("\" type=\"")
          .append(escaped(finding.rule()))
          .append("\">")
          .append(escaped(finding.text()))
          .append("</")
          .append(element)
          .append(">\n");
    }
    xml.append("    </testcase>\n");
  }

  private static void open(StringBuilder xml, String className, String name) {
    xml.append("    <testcase classname=\"")
        .append(escaped(className))
        .append("\" name=\"")
        .append(escaped(name))
        .append("\" time=\"0\">\n");
  }

  /** Characters that XML 1.0 can't hold become a question mark. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n' -> escaped.append("&#10;");
                default -> escaped.appendCodePoint(isXml(c) ? c : '?');
              }
            });
    return escaped.toString();
  }

  private static boolean isXml(int c) {
    return c == '\t' || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) || c >= 0x10000;
  }
}
