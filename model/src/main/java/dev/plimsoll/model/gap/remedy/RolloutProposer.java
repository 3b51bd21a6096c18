package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DeploymentRollout;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.List;

/**
 * Proposes that an old pod goes before each new one, where no node takes the surge of a rollout.
 */
final class RolloutProposer implements UnschedulablePodsProposer {
  private static final int MISSING = 1;

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    return DeploymentRollout.waitingFor(context, pods)
        .filter(DeploymentRollout::continuesWithoutSurge)
        .map(
            r ->
                SurgeProposer.oldFirst(
                    r.withoutSurge(MISSING),
                    r.oldPods().stream().limit(pods.pods().size()).toList(),
                    MISSING))
        .map(List::of)
        .orElseGet(List::of);
  }
}
