package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import java.util.ArrayList;
import java.util.List;

/** Whether one pod would keep its spread constraints. */
final class PodTopologySpreadFilter implements NodeFilter {
  private static final Rejection SKEWED =
      Rejection.unschedulable(
          PodTopologySpread.NAME, "node(s) didn't match pod topology spread constraints");
  private static final Rejection NO_LABEL =
      Rejection.unresolvable(
          PodTopologySpread.NAME,
          "node(s) didn't match pod topology spread constraints (missing required label)");

  private final Pod pod;
  private final List<SpreadCounts> spread;

  PodTopologySpreadFilter(Pod pod, List<SpreadCounts> spread) {
    this.pod = pod;
    this.spread = List.copyOf(spread);
  }

  @Override
  public Status filter(NodeInfo node) {
    for (SpreadCounts counts : spread) {
      SpreadConstraint constraint = counts.constraint();
      if (!constraint.hasDomain(node)) {
        return NO_LABEL;
      }
      int self = constraint.matches(pod) ? 1 : 0;
      int skew = counts.in(constraint.domain(node)) + self - counts.minimum();
      if (skew > constraint.maxSkew()) {
        return SKEWED;
      }
    }
    return Status.Success.SUCCESS;
  }

  @Override
  public NodeFilter with(PodInfo added, NodeInfo node) {
    return changed(added.pod(), node, 1);
  }

  @Override
  public NodeFilter without(PodInfo removed, NodeInfo node) {
    return changed(removed.pod(), node, -1);
  }

  private NodeFilter changed(Pod other, NodeInfo node, int by) {
    if (!other.namespace().equals(pod.namespace())) {
      return this;
    }
    List<SpreadConstraint> constraints = spread.stream().map(SpreadCounts::constraint).toList();
    List<SpreadCounts> changed = new ArrayList<>(spread.size());
    for (SpreadCounts counts : spread) {
      SpreadConstraint constraint = counts.constraint();
      boolean counted =
          constraint.matches(other) && PodTopologySpread.isCounted(node, constraint, constraints);
      changed.add(counted ? counts.changed(constraint.domain(node), by) : counts);
    }
    return new PodTopologySpreadFilter(pod, changed);
  }
}
