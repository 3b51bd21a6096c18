package dev.plimsoll.kube.check;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import java.util.function.Function;

/** How the answer is written. The names are options. */
@SuppressWarnings("ImmutableEnumChecker") // The functions keep nothing.
public enum CheckFormat {
  /** Lines for people. */
  text(r -> String.join("\n", CheckText.lines(r)) + "\n"),
  /** The answer as JSON. */
  json(r -> pretty(CheckReportJson.of(r))),
  /** SARIF 2.1.0, for code scanning. */
  sarif(r -> pretty(SarifLog.of(r))),
  /** JUnit's XML, with a test case for each finding. */
  junit(JunitXml::of),
  /** Workflow commands of GitHub, which annotate a pull request's lines. */
  github(GithubAnnotations::of),
  /** A Code Quality report of GitLab. */
  gitlab(r -> pretty(GitlabCodeQuality.of(r))),
  /** A comment for a pull request. */
  markdown(MarkdownComment::of);

  private static final Gson PRETTY =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private final Function<CheckReport, String> writer;

  CheckFormat(Function<CheckReport, String> writer) {
    this.writer = writer;
  }

  /** Returns the answer, which ends with a line break if it isn't empty. */
  public String write(CheckReport report) {
    return writer.apply(report);
  }

  private static String pretty(JsonElement json) {
    return PRETTY.toJson(json) + "\n";
  }
}
