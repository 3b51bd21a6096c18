package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;

/** Proposes to change a limit range that denies pods, or the pods; tried without the former. */
final class LimitRangeRemovalProposer implements RemedyProposer {

  @Override
  public List<Remedy> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.Denied denied)) {
      return List.of();
    }
    WorkloadDenial denial = denied.denial();
    String namespace = denial.namespace();
    String limitRange = limitRange(denial.report());
    Change change = new Change.RemoveLimitRange(namespace, limitRange);
    SimulationRun run =
        SimulationRun.create(context.simulation().with(change), denial.missingPods());
    return List.of(
        Remedy.tried(
                "change the request to what limit range "
                    + limitRange
                    + " allows, or the limit range (tried without it)",
                run)
            .withCommand("kubectl edit limitrange " + limitRange + " -n " + namespace)
            .withOptions(List.of("--remove-limitrange", namespace + "/" + limitRange)));
  }

  /** Returns the limit range that is violated, or whose defaults make the pod invalid. */
  private static String limitRange(AdmissionReport report) {
    return report.limitRangeViolations().isEmpty()
        ? report.injections().get(0).limitRange()
        : report.limitRangeViolations().get(0).limitRange();
  }
}
