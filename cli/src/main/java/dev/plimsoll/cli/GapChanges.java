package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.GapsReport;
import dev.plimsoll.kube.report.RecordedGaps;
import dev.plimsoll.kube.report.RecordedGaps.RecordedGap;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.cost.ResourceCost;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the gaps of a run differ from those of another; gaps are the same if their ids are.
 *
 * @param added gaps that weren't there
 * @param worse gaps that keep more pods from running, or cost more of a resource, than before
 * @param better gaps that keep fewer pods from running, or cost less, and nothing more
 * @param gone gaps that aren't there any more
 * @param unknown gaps that may still be there, since what their kind rests on was not read now
 */
record GapChanges(
    List<Finding> added,
    List<Finding> worse,
    List<Finding> better,
    List<RecordedGap> gone,
    List<RecordedGap> unknown) {

  /** The pods and the cost of all gaps with one id. */
  private static final class Extent {
    private int pods;
    private final Map<String, Long> amounts = new HashMap<>();

    void add(int morePods, Map<String, Long> more) {
      pods += morePods;
      more.forEach((resource, amount) -> amounts.merge(resource, amount, Long::sum));
    }

    boolean exceeds(Extent other) {
      return pods > other.pods
          || amounts.entrySet().stream()
              .anyMatch(e -> e.getValue() > other.amounts.getOrDefault(e.getKey(), 0L));
    }
  }

  static GapChanges of(RecordedGaps before, GapSurvey survey) {
    List<Finding> now = survey.findings();
    Map<String, Extent> then = new HashMap<>();
    before
        .gaps()
        .forEach(g -> then.computeIfAbsent(g.id(), i -> new Extent()).add(g.pods(), g.amounts()));
    Map<String, Extent> here = new HashMap<>();
    now.forEach(
        f ->
            here.computeIfAbsent(f.gap().id(), i -> new Extent())
                .add(f.gap().pods(), amounts(f.gap())));
    Set<String> seen = new HashSet<>();
    List<Finding> distinct = now.stream().filter(f -> seen.add(f.gap().id())).toList();
    Set<String> unknownKinds =
        survey.unknowns().stream()
            .flatMap(u -> u.kinds().stream())
            .map(Enum::name)
            .collect(Collectors.toSet());
    Map<Boolean, List<RecordedGap>> absent =
        before.gaps().stream()
            .filter(g -> !here.containsKey(g.id()))
            .collect(Collectors.partitioningBy(g -> unknownKinds.contains(g.kind())));
    return new GapChanges(
        now.stream().filter(f -> !then.containsKey(f.gap().id())).toList(),
        compared(distinct, then, here, true),
        compared(distinct, then, here, false),
        absent.getOrDefault(false, List.of()),
        absent.getOrDefault(true, List.of()));
  }

  private static List<Finding> compared(
      List<Finding> findings, Map<String, Extent> then, Map<String, Extent> here, boolean worse) {
    return findings.stream()
        .filter(f -> then.containsKey(f.gap().id()))
        .filter(
            f -> {
              Extent before = then.getOrDefault(f.gap().id(), new Extent());
              Extent now = here.getOrDefault(f.gap().id(), new Extent());
              return worse ? now.exceeds(before) : !now.exceeds(before) && before.exceeds(now);
            })
        .toList();
  }

  private static Map<String, Long> amounts(Gap gap) {
    Map<String, Long> amounts = new HashMap<>();
    for (ResourceCost cost : gap.cost().resources()) {
      amounts.merge(cost.resource().name(), GapsReport.thousandths(cost), Long::sum);
    }
    return amounts;
  }

  /** Returns the changes as JSON. */
  JsonObject report(String since) {
    return GapsReport.changes(since, gaps(added), gaps(worse), gaps(better), gone, unknown);
  }

  private static List<Gap> gaps(List<Finding> findings) {
    return findings.stream().map(Finding::gap).toList();
  }

  /** Returns whether anything is new or worse. */
  boolean foundProblem() {
    return !added.isEmpty() || !worse.isEmpty();
  }
}
