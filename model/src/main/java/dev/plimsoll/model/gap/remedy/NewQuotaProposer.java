package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import java.util.List;

/** Proposes a quota of what a namespace requests now. */
final class NewQuotaProposer implements RemedyProposer {

  @Override
  public List<Remedy> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.Unlimited unlimited)) {
      return List.of();
    }
    return List.of(
        Remedy.of(
                "give the namespace a quota of what it requests now",
                "what runs stays; further pods that request "
                    + unlimited.resource()
                    + " are denied until the quota is raised")
            .withCommand(
                "kubectl create quota plimsoll -n %s --hard=requests.%s=%s"
                    .formatted(
                        unlimited.namespace(), unlimited.resource(), unlimited.requested())));
  }
}
