package dev.plimsoll.console.tool;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.report.GapsReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSummary;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.RemediedGaps;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.hold.PodHolds;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the gaps, or tells all about one of them. */
final class GapsTool implements Tool {

  @Override
  public String name() {
    return "gaps";
  }

  @Override
  public ToolAnswer answer(ToolArguments arguments, ClusterView view) {
    Optional<GapKind> kind = arguments.text("kind").map(GapsTool::kind);
    Optional<String> id = arguments.text("id");
    PodHolds holds = view.holds();
    GapSurvey all =
        arguments
            .namespace()
            .map(n -> GapFinder.survey(view.simulation(), n, holds))
            .orElseGet(() -> GapFinder.survey(view.simulation(), holds));
    List<Finding> chosen =
        all.findings().stream()
            .filter(f -> kind.map(f.gap().kind()::equals).orElse(true))
            .filter(f -> id.map(f.gap().id()::equals).orElse(true))
            .toList();
    if (id.isPresent() && chosen.isEmpty()) {
      throw new InputException(
          "no gap has id \"" + id.get() + "\" now: it may be closed, or of other pods");
    }
    Cluster cluster = view.cluster();
    List<Gap> gaps = chosen.stream().map(Finding::gap).toList();
    JsonObject summary = GapsReport.summary(GapSummary.of(gaps, cluster));
    JsonObject numbers = new JsonObject();
    List.of("gaps", "namespaces", "deniedPods", "pendingPods")
        .forEach(name -> numbers.add(name, summary.get(name)));
    JsonObject withoutGaps =
        GapsReport.of(RemediedGaps.of(all.withFindings(List.of())), cluster, "");
    AnswerNotes notes = AnswerNotes.of(withoutGaps, withoutGaps.get("asOf").getAsString());
    return new ToolAnswer(
        sentence(numbers, gaps, notes),
        numbers,
        chosen.stream().<Supplier<JsonObject>>map(f -> () -> item(f, id.isPresent())).toList(),
        notes);
  }

  private static JsonObject item(Finding finding, boolean whole) {
    JsonObject gap = GapsReport.gap(finding.withRemedies());
    return whole ? GapItems.whole(gap) : GapItems.brief(gap);
  }

  private static GapKind kind(String name) {
    return Arrays.stream(GapKind.values())
        .filter(k -> k.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "unknown kind \"" + name + "\"; resource plimsoll://gaps lists all kinds"));
  }

  private static String sentence(JsonObject numbers, List<Gap> gaps, AnswerNotes notes) {
    if (gaps.isEmpty()) {
      return notes.notRead().isEmpty()
          ? "No gap between quota and capacity."
          : "No gap in what was read; notRead names what wasn't.";
    }
    Gap first = gaps.get(0);
    return "%s: %s denied, %s pending. The costliest is %s: %s"
        .formatted(
            Counted.of(gaps.size(), "gap"),
            Counted.of(numbers.get("deniedPods").getAsInt(), "pod"),
            Counted.of(numbers.get("pendingPods").getAsInt(), "pod"),
            first.kind(),
            Quoted.of(first.message()));
  }
}
