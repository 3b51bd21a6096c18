package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import java.util.List;

/**
 * Proposes kube-scheduler for pods that name another scheduler. The template itself must have the
 * name: a webhook that adds the name to pods would add the name again.
 */
final class SchedulerNameProposer implements RemedyProposer {
  private static final String DEFAULT = "default-scheduler";

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.OtherScheduler other && isOfTemplate(other)
        ? List.of(
            Proposal.ofPods(
                    "let kube-scheduler place the pods (schedulerName %s)".formatted(DEFAULT),
                    PodEdit.ofTemplate(spec -> named(spec, other.scheduler())))
                .withCosts(
                    List.of(
                        "queues and gangs of %s then don't apply to the pods"
                            .formatted(other.scheduler()))))
        : List.of();
  }

  private static boolean isOfTemplate(GapCause.OtherScheduler other) {
    return other.workload().templateOwners().isEmpty()
        || other.workload().templateOwners().stream()
            .anyMatch(o -> o.template().spec().schedulerName().equals(other.scheduler()));
  }

  private static PodSpec named(PodSpec spec, String former) {
    return spec.schedulerName().equals(former) ? spec.with().schedulerName(DEFAULT).build() : spec;
  }
}
