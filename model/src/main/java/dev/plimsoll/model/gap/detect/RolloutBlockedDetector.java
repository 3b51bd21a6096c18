package dev.plimsoll.model.gap.detect;

import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.gap.BlockedRollout;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaDenial;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds rollouts whose surge a quota denies. */
final class RolloutBlockedDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.RolloutBlocked);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return PodRequirements.ofDenials(context);
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    Stream<BlockedRollout> ofDeployments =
        context.denials().stream()
            .filter(denial -> context.isSubject(denial.workload()))
            .flatMap(denial -> BlockedRollout.of(context, denial).stream());
    Stream<BlockedRollout> ofDaemonSets =
        context.workloads().stream()
            .filter(w -> w.root().kind().equals("DaemonSet") && context.isSubject(w))
            .flatMap(w -> BlockedRollout.ofDaemonSet(context, w).stream());
    return Stream.concat(ofDeployments, ofDaemonSets)
        .map(rollout -> finding(context, rollout))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Finding> finding(DetectionContext context, BlockedRollout rollout) {
    return rollout
        .denial()
        .report()
        .exceededQuota()
        .map(exceeded -> finding(context, rollout, exceeded));
  }

  private static Finding finding(
      DetectionContext context, BlockedRollout rollout, QuotaDenial.Exceeded exceeded) {
    ResourceName key = exceeded.limited().names().get(0);
    int old = rollout.oldPods().size();
    return FindingBuilder.of(GapKind.RolloutBlocked, rollout.denial().workload().root())
        .resource(key)
        .message(
            ("%d %s of the old template, %d of the new: the next needs quota beside them (maxSurge"
                    + " %d, maxUnavailable %d), which %s denies (%s: limit %s, used %s, requested"
                    + " %s per pod)")
                .formatted(
                    old,
                    old == 1 ? "pod is" : "pods are",
                    rollout.newPods(),
                    rollout.surge(),
                    rollout.unavailable(),
                    exceeded.quota(),
                    key,
                    exceeded.limited().getOrZero(key),
                    exceeded.used().getOrZero(key),
                    exceeded.requested().getOrZero(key)))
        .evidence("quota", exceeded.quota())
        .evidence("hard", exceeded.limited().getOrZero(key))
        .evidence("used", exceeded.used().getOrZero(key))
        .evidence("requested", exceeded.requested().getOrZero(key))
        .evidence("oldPods", old)
        .evidence("newPods", rollout.newPods())
        .evidence("maxSurge", rollout.surge())
        .evidence("maxUnavailable", rollout.unavailable())
        .evidence("apiServer", rollout.denial().report().message())
        .pods(rollout.denial().deniedPods())
        .cost(Costs.denied(context.cluster(), List.of(rollout.denial())))
        .cause(context, new GapCause.Rollout(rollout));
  }
}
