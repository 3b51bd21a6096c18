package dev.plimsoll.cli;

import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.function.Predicate;

/**
 * The gaps that keep the most devices from being used, each with its tried remedies.
 *
 * @param gaps the gaps, the costliest first
 * @param unexamined the rules that failed
 * @param isShown which remedies are shown
 */
record CostliestGaps(List<Gap> gaps, List<Unexamined> unexamined, Predicate<Remedy> isShown) {
  private static final List<String> HEADERS =
      List.of("gpus", "gpu-hours", "namespace", "kind", "object", "what would help");

  static final CostliestGaps NONE = new CostliestGaps(List.of(), List.of(), r -> true);

  CostliestGaps {
    gaps = List.copyOf(gaps);
    unexamined = List.copyOf(unexamined);
  }

  /** Returns up to a number of gaps that cost devices, the costliest first. */
  static CostliestGaps of(Simulation simulation, PodHolds holds, int most) {
    return of(simulation, holds, most, namespace -> true);
  }

  private static CostliestGaps of(
      Simulation simulation, PodHolds holds, int most, Predicate<String> namespaces) {
    if (most == 0) {
      return NONE;
    }
    GapSurvey survey = GapFinder.survey(simulation, holds);
    List<Gap> gaps =
        survey.findings().stream()
            .filter(f -> f.gap().cost().largest().isPresent())
            .filter(f -> namespaces.test(f.gap().namespace()))
            .limit(most)
            .toList()
            .parallelStream()
            .map(Finding::withRemedies)
            .toList();
    return new CostliestGaps(gaps, survey.unexamined(), r -> true);
  }

  /**
   * Returns up to a number of the costliest gaps of some namespaces. Of the remedies only those
   * stay that need no rights but the tenant's.
   */
  static CostliestGaps ofTenant(
      Simulation simulation, PodHolds holds, int most, Predicate<String> isOwn) {
    CostliestGaps all = of(simulation, holds, most, isOwn);
    return new CostliestGaps(all.gaps(), all.unexamined(), r -> isOwn(r, isOwn));
  }

  private static boolean isOwn(Remedy remedy, Predicate<String> isOwn) {
    return remedy.who().equals(List.of(Actor.TENANT))
        && remedy.stops().filter(s -> !isOwn.test(s.namespace())).isEmpty();
  }

  /** Returns the gaps as a table of the report. */
  ReportSection section() {
    return new ReportSection(
        "The costliest gaps",
        ", in devices and in device-hours so far and per day",
        new ReportTable(HEADERS, gaps.stream().map(this::row).toList()));
  }

  private List<String> row(Gap gap) {
    return List.of(
        CostText.devices(gap.cost()),
        CostText.hours(gap.cost()),
        gap.namespace(),
        gap.kind().name(),
        Workloads.label(gap.object()),
        gap.remedies().stream()
            .filter(r -> r.helps() && isShown.test(r))
            .findFirst()
            .map(Remedy::action)
            .orElse(""));
  }
}
