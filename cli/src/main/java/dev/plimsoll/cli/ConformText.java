package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.conform.ConformResult;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A comparison with a control plane, for people. */
final class ConformText {
  private final ConformResult result;
  private final long seed;
  private final KubernetesControlPlane controlPlane;

  ConformText(ConformResult result, long seed, KubernetesControlPlane controlPlane) {
    this.result = result;
    this.seed = seed;
    this.controlPlane = controlPlane;
  }

  private String heading() {
    return "%s. Seed %d, %d sequences, %d requests."
        .formatted(controlPlane.describe(), seed, result.sequences(), result.steps());
  }

  private String verdict() {
    if (!result.differences().isEmpty()) {
      return "Differences: " + result.differences().size() + ".";
    }
    return result.unknown().isEmpty()
        ? "Every verdict and message is as the model says."
        : "No difference was found, and not everything was compared.";
  }

  private List<String> unknown() {
    List<String> lines = new ArrayList<>();
    new TreeMap<>(result.unknown())
        .forEach((why, sequences) -> lines.add("in " + sequences + " sequences: " + why));
    return lines;
  }

  private static String title(int number, ConformResult.Difference difference) {
    return "Difference %d: %s, in sequence %d (%s)"
        .formatted(number, difference.rule(), difference.sequence(), difference.family());
  }

  private static String caseTitle(ConformResult.Difference difference) {
    return difference.isReduced() ? "The smallest case:" : "The case, not reduced:";
  }

  private static String line(JsonObject step) {
    JsonObject object = step.getAsJsonObject("object");
    String content = object.has("spec") ? " " + object.get("spec") : "";
    return step.get("op").getAsString()
        + " "
        + object.get("kind").getAsString()
        + " "
        + object.getAsJsonObject("metadata").get("name").getAsString()
        + ": "
        + step.get("code").getAsInt()
        + content
        + (object.has("status") ? " " + object.get("status") : "");
  }

  /** Prints the comparison as a table, and each difference below the table. */
  void print(TerminalPrinter out) {
    out.wrapped(heading());
    out.println();
    Table table = new Table("rule", "requests", "differences");
    result
        .differencesByRule()
        .forEach(
            (rule, count) ->
                table.row(
                    rule,
                    Integer.toString(result.rules().getOrDefault(rule, 0)),
                    Integer.toString(count)));
    out.table(table, true, false);
    out.println();
    out.wrapped(verdict());
    for (int i = 0; i < result.differences().size(); i++) {
      ConformResult.Difference difference = result.differences().get(i);
      out.println();
      out.println(title(i + 1, difference));
      difference.sentences().forEach(s -> out.wrapped("  " + s));
      out.println("  " + caseTitle(difference));
      difference.steps().forEach(s -> out.wrapped("    " + line(s)));
    }
    if (!result.unknown().isEmpty()) {
      out.println();
      out.println("Not compared:");
      unknown().forEach(line -> out.wrapped("  " + line));
    }
  }

  /** Returns the comparison as Markdown. */
  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("# plimsoll conform\n\n").append(heading()).append("\n\n");
    text.append("| rule | requests | differences |\n|---|--:|--:|\n");
    result
        .differencesByRule()
        .forEach(
            (rule, count) ->
                text.append(
                    "| %s | %d | %d |%n"
                        .formatted(rule, result.rules().getOrDefault(rule, 0), count)));
    text.append('\n').append(verdict()).append('\n');
    for (int i = 0; i < result.differences().size(); i++) {
      ConformResult.Difference difference = result.differences().get(i);
      text.append("\n## ").append(title(i + 1, difference)).append("\n\n");
      difference.sentences().forEach(s -> text.append("- `").append(s).append("`\n"));
      text.append('\n').append(caseTitle(difference)).append("\n\n```json\n");
      difference.steps().forEach(s -> text.append(Documents.json(s)));
      text.append("```\n");
    }
    if (!result.unknown().isEmpty()) {
      text.append("\n## Not compared\n\n");
      unknown().forEach(line -> text.append("- ").append(line).append('\n'));
    }
    return text.toString();
  }
}
