package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.quantity.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
      if (!isKept(counts, node)) {
        return SKEWED;
      }
    }
    return Status.Success.SUCCESS;
  }

  private boolean isKept(SpreadCounts counts, NodeInfo node) {
    SpreadConstraint constraint = counts.constraint();
    int self = constraint.matches(pod) ? 1 : 0;
    int skew = counts.in(constraint.domain(node)) + self - counts.minimum();
    return constraint.hasDomain(node) && skew <= constraint.maxSkew();
  }

  @Override
  public boolean hasDetails() {
    return true;
  }

  @Override
  public Optional<RejectionDetail> detail(NodeInfo node, Rejection rejection) {
    if (!rejection.plugin().equals(PodTopologySpread.NAME)) {
      return Optional.empty();
    }
    return spread.stream()
        .filter(c -> !isKept(c, node))
        .findFirst()
        .map(c -> new UnmetConstraint(rejection.equals(NO_LABEL) ? label(c) : text(c)));
  }

  private static String label(SpreadCounts counts) {
    return "no label " + counts.constraint().topologyKey();
  }

  private static String text(SpreadCounts counts) {
    SpreadConstraint constraint = counts.constraint();
    String most = "maxSkew %d over %s, ".formatted(constraint.maxSkew(), constraint.topologyKey());
    return counts.counts().size() < constraint.minDomains()
        ? most
            + "minDomains %d, but nodes have %s"
                .formatted(constraint.minDomains(), Counted.of(counts.counts().size(), "domain"))
        : most + "%s has %s".formatted(counts.emptiest(), Counted.of(counts.minimum(), "pod"));
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
