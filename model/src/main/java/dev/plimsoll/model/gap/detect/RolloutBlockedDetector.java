package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.BlockedRollout;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    List<Finding> found = new ArrayList<>();
    found.addAll(
        context
            .examination()
            .each(
                context.denials().stream().filter(d -> context.isSubject(d.workload())).toList(),
                d -> d.workload().root(),
                d -> findings(context, BlockedRollout.of(context, d))));
    found.addAll(
        context
            .examination()
            .each(
                context.workloads().stream()
                    .filter(w -> w.root().kind().equals("DaemonSet") && context.isSubject(w))
                    .toList(),
                WorkloadPods::root,
                w -> findings(context, BlockedRollout.ofDaemonSet(context, w))));
    return found;
  }

  private static List<Finding> findings(
      DetectionContext context, Optional<BlockedRollout> rollout) {
    return rollout.flatMap(r -> finding(context, r)).stream().toList();
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
            ("%d %s the old template and %d the new one; the next new pod must come first"
                    + " (maxSurge %d, maxUnavailable %d), but quota %s denies it (%s: limit %s,"
                    + " used %s, requested %s per pod)")
                .formatted(
                    old,
                    old == 1 ? "pod has" : "pods have",
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
        .cost(Costs.denied(context, List.of(rollout.denial())))
        .cause(context, new GapCause.Rollout(rollout));
  }
}
