package dev.plimsoll.cli;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.Severity;
import dev.plimsoll.model.gap.UnknownGaps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which gaps are listed, and in which order. */
final class GapSelection {
  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      description = "List only gaps of these kinds, separated by commas (docs/gaps.md).")
  private List<GapKind> kinds = new ArrayList<>();

  @Option(
      names = "--min-severity",
      paramLabel = "SEVERITY",
      defaultValue = "Info",
      description = "List only gaps of this severity or worse: error, warning or info (default).")
  private Severity least;

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description = "List only gaps of objects with these labels, in kubectl's syntax.")
  private @Nullable String selector;

  @Option(
      names = "--sort-by",
      paramLabel = "ORDER",
      defaultValue = "cost",
      description = "cost (default), severity, since (the oldest first), pods, namespace or kind.")
  private GapOrder order;

  /** Only picocli makes one. */
  GapSelection() {}

  GapOrder order() {
    return order;
  }

  /** Returns the selected gaps of a survey in the requested order. */
  GapSurvey of(GapSurvey survey, Cluster cluster) {
    List<UnknownGaps> unknowns =
        survey.unknowns().stream().flatMap(u -> u.only(this::selects).stream()).toList();
    return new GapSurvey(
        of(survey.findings(), cluster), unknowns, survey.examined(), survey.examination());
  }

  private List<Finding> of(List<Finding> findings, Cluster cluster) {
    Optional<LabelSelector> labels = Optional.ofNullable(selector).map(SelectorOption::parse);
    return findings.stream()
        .filter(f -> selects(f.gap().kind()))
        .filter(
            f ->
                labels
                    .map(
                        s ->
                            ObjectLabels.of(cluster, f.gap().object())
                                .map(s::matches)
                                .orElse(false))
                    .orElse(true))
        .sorted((a, b) -> order.comparator().compare(a.gap(), b.gap()))
        .toList();
  }

  private boolean selects(GapKind kind) {
    return (kinds.isEmpty() || kinds.contains(kind)) && kind.severity().compareTo(least) <= 0;
  }

  /** Returns the options that narrow the list, as they would be written; empty for none. */
  String text(Optional<String> namespace) {
    List<String> options = new ArrayList<>();
    namespace.ifPresent(n -> options.add("-n " + n));
    if (!kinds.isEmpty()) {
      options.add(
          "--kind "
              + kinds.stream()
                  .sorted()
                  .distinct()
                  .map(GapKind::name)
                  .collect(Collectors.joining(",")));
    }
    if (least != Severity.Info) {
      options.add("--min-severity " + least);
    }
    if (selector != null) {
      options.add("-l " + selector);
    }
    return String.join(" ", options);
  }
}
