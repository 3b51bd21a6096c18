package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.List;

/** Proposes to have a controller try again at once, which any change of its object does. */
final class RetryProposer implements RemedyProposer {
  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.Retrying retrying)) {
      return List.of();
    }
    Workload creator = retrying.creator().workload();
    return List.of(
        Proposal.ofCluster(
            "have the " + creator.type().kind() + " controller try again now",
            Actor.TENANT,
            List.of(new WorkloadChange.Retry(creator, context.cluster().asOf()))));
  }
}
