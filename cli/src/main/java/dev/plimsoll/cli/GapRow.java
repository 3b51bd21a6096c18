package dev.plimsoll.cli;

import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.Evidence;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.cost.GapCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A row of the table: one gap, or several that are alike.
 *
 * @param findings at least one, the costliest first
 * @param remedies the tried remedies of the gap; empty before the trial, and for several gaps
 */
record GapRow(List<Finding> findings, List<Remedy> remedies) {
  private static final int NAMED = 3;

  private record Likeness(Object kind, String objectKind, String resource, String why) {
    static Likeness of(Gap gap) {
      return new Likeness(gap.kind(), gap.object().kind(), gap.resource(), GapRow.why(gap));
    }
  }

  GapRow {
    findings = List.copyOf(findings);
    remedies = List.copyOf(remedies);
  }

  private static GapRow untried(List<Finding> findings) {
    return new GapRow(findings, List.of());
  }

  /** Tries the remedies of rows that show one gap each; a row of several shows none. */
  static List<GapRow> withRemedies(List<GapRow> rows) {
    return rows.parallelStream()
        .map(
            row ->
                row.isFolded()
                    ? row
                    : new GapRow(row.findings, row.findings.get(0).withRemedies().remedies()))
        .toList();
  }

  /**
   * Returns the rows. Where there are more gaps than rows allowed, those that are alike in kind,
   * resource and reason share one, the most numerous first, until they fit.
   *
   * @param limit how many rows are allowed, 0 for any number
   * @param order how rows of several gaps are put among the others
   */
  static List<GapRow> of(List<Finding> findings, int limit, GapOrder order) {
    if (limit == 0 || findings.size() <= limit) {
      return findings.stream().map(f -> untried(List.of(f))).toList();
    }
    Map<Likeness, List<Finding>> alike =
        findings.stream()
            .collect(
                Collectors.groupingBy(
                    f -> Likeness.of(f.gap()), LinkedHashMap::new, Collectors.toList()));
    List<List<Finding>> numerous =
        alike.values().stream()
            .sorted(Comparator.comparing((List<Finding> g) -> g.size()).reversed())
            .toList();
    List<GapRow> rows = new ArrayList<>();
    int left = findings.size();
    for (List<Finding> group : numerous) {
      if (left > limit && group.size() > 1) {
        rows.add(untried(group));
        left -= group.size() - 1;
      } else {
        group.forEach(f -> rows.add(untried(List.of(f))));
      }
    }
    Comparator<GapRow> byCost = Comparator.comparing(GapRow::cost, GapCost.COSTLIEST_FIRST);
    Comparator<GapRow> byFirst = Comparator.comparing(GapRow::first, order.comparator());
    rows.sort(
        (order == GapOrder.cost ? byCost : byFirst.thenComparing(byCost))
            .thenComparing(r -> findings.indexOf(r.findings.get(0))));
    return rows;
  }

  /** Returns a sentence about the gaps that rows don't show one by one, if there are any. */
  static Optional<String> leftOut(List<GapRow> rows, int limit) {
    int shown = limit == 0 ? rows.size() : Math.min(limit, rows.size());
    List<GapRow> folded = rows.subList(0, shown).stream().filter(GapRow::isFolded).toList();
    List<GapRow> hidden = rows.subList(shown, rows.size());
    if (folded.isEmpty() && hidden.isEmpty()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    if (!folded.isEmpty()) {
      parts.add(count(folded) + " gaps share " + folded.size() + " rows");
    }
    if (!hidden.isEmpty()) {
      parts.add(count(hidden) + " gaps are left out");
    }
    return Optional.of(
        String.join(", ", parts)
            + ": --limit 0 prints a row for each, --kind, -n and -l choose, -o json has all");
  }

  private static int count(List<GapRow> rows) {
    return rows.stream().mapToInt(r -> r.findings.size()).sum();
  }

  private static String why(Gap gap) {
    return gap.evidence().stream()
        .filter(e -> e.name().equals("why"))
        .map(Evidence::value)
        .findFirst()
        .orElse("");
  }

  /** Returns the costliest of the gaps. */
  Gap first() {
    return findings.get(0).gap();
  }

  boolean isFolded() {
    return findings.size() > 1;
  }

  GapCost cost() {
    return GapCost.sum(findings.stream().map(f -> f.gap().cost()).toList());
  }

  int pods() {
    return findings.stream().mapToInt(f -> f.gap().pods()).sum();
  }

  String namespace() {
    long namespaces = findings.stream().map(f -> f.gap().namespace()).distinct().count();
    return namespaces == 1 ? first().namespace() : namespaces + " namespaces";
  }

  String object() {
    return isFolded()
        ? findings.size() + " " + first().object().kind().toLowerCase(Locale.ROOT) + "s"
        : Workloads.label(first().object());
  }

  String message() {
    if (!isFolded()) {
      return first().message();
    }
    String named =
        findings.stream()
            .limit(NAMED)
            .map(f -> qualified(f.gap()))
            .collect(Collectors.joining(", "));
    int more = findings.size() - NAMED;
    return first().kind().meaning()
        + (why(first()).isEmpty() ? "" : "; each " + why(first()))
        + ": "
        + named
        + (more > 0 ? " and " + more + " more" : "");
  }

  private String qualified(Gap gap) {
    String name = gap.object().name();
    return gap.namespace().isEmpty() || gap.namespace().equals(namespace())
        ? name
        : gap.namespace() + "/" + name;
  }
}
