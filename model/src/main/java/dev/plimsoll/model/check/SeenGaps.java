package dev.plimsoll.model.check;

import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.gap.UnknownGaps;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The gaps before or after a set is applied.
 *
 * @param findings the gaps
 * @param unknowns which kinds there may be besides
 * @param unexamined on what rules failed
 */
record SeenGaps(List<Finding> findings, List<UnknownGaps> unknowns, List<Unexamined> unexamined) {
  /** Looking at the whole cluster once is cheaper than at more namespaces one by one. */
  private static final int FEW = 24;

  SeenGaps {
    findings = List.copyOf(findings);
    unknowns = List.copyOf(unknowns);
    unexamined = List.copyOf(unexamined);
  }

  /**
   * Looks at a cluster; of a snapshot for checks, which has no workloads of others, only at the
   * namespaces of the set.
   */
  static SeenGaps of(Simulation simulation, PodHolds holds, Set<String> namespaces) {
    if (simulation.cluster().limits().isEmpty() || namespaces.size() > FEW) {
      return of(List.of(GapFinder.surveyWithout(OpenedGaps.RECORDED, simulation, holds)));
    }
    return of(
        namespaces.stream()
            .sorted()
            .map(n -> GapFinder.surveyWithout(OpenedGaps.RECORDED, simulation, n, holds))
            .toList());
  }

  private static SeenGaps of(List<GapSurvey> surveys) {
    List<Finding> findings = new ArrayList<>();
    List<UnknownGaps> unknowns = new ArrayList<>();
    List<Unexamined> unexamined = new ArrayList<>();
    for (GapSurvey survey : surveys) {
      findings.addAll(survey.findings());
      unknowns.addAll(survey.unknowns());
      unexamined.addAll(survey.unexamined());
    }
    return new SeenGaps(findings, unknowns, unexamined);
  }
}
