package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.AffinityTerm;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;

/**
 * Whether one pod's required affinity and anti-affinity, and those of other pods to it, would be
 * met.
 */
final class InterPodAffinityFilter implements NodeFilter {
  private static final Rejection NOT_TOGETHER =
      Rejection.unresolvable(InterPodAffinity.NAME, "node(s) didn't match pod affinity rules");
  private static final Rejection NOT_APART =
      Rejection.unschedulable(
          InterPodAffinity.NAME, "node(s) didn't match pod anti-affinity rules");
  private static final Rejection KEPT_AWAY =
      Rejection.unschedulable(
          InterPodAffinity.NAME, "node(s) didn't satisfy existing pods anti-affinity rules");

  private final InterPodAffinityTerms terms;
  private final TopologyCounts existing;
  private final TopologyCounts together;
  private final TopologyCounts apart;

  InterPodAffinityFilter(
      InterPodAffinityTerms terms,
      TopologyCounts existing,
      TopologyCounts together,
      TopologyCounts apart) {
    this.terms = terms;
    this.existing = existing;
    this.together = together;
    this.apart = apart;
  }

  @Override
  public Status filter(NodeInfo node) {
    if (!isTogether(node)) {
      return NOT_TOGETHER;
    }
    if (!isApart(node)) {
      return NOT_APART;
    }
    return existing.anyAt(node) ? KEPT_AWAY : Status.Success.SUCCESS;
  }

  /** The first pod of a group that wants to be with itself may go wherever the labels are. */
  private boolean isTogether(NodeInfo node) {
    boolean podsExist = true;
    for (AffinityTerm term : terms.together()) {
      if (!node.node().metadata().labels().containsKey(term.topologyKey())) {
        return false;
      }
      podsExist &= together.at(node, term.topologyKey()) > 0;
    }
    return podsExist || (together.isEmpty() && !terms.togetherKeys(terms.pod()).isEmpty());
  }

  private boolean isApart(NodeInfo node) {
    for (AffinityTerm term : terms.apart()) {
      if (apart.at(node, term.topologyKey()) > 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public NodeFilter with(PodInfo added, NodeInfo node) {
    return changed(added, node, 1);
  }

  @Override
  public NodeFilter without(PodInfo removed, NodeInfo node) {
    return changed(removed, node, -1);
  }

  private NodeFilter changed(PodInfo other, NodeInfo node, int by) {
    TopologyCounts newExisting = existing;
    for (String key : terms.existingKeys(other)) {
      newExisting = newExisting.changed(node, key, by);
    }
    TopologyCounts newTogether = together;
    for (String key : terms.togetherKeys(other.pod())) {
      newTogether = newTogether.changed(node, key, by);
    }
    TopologyCounts newApart = apart;
    for (String key : terms.apartKeys(other.pod())) {
      newApart = newApart.changed(node, key, by);
    }
    return new InterPodAffinityFilter(terms, newExisting, newTogether, newApart);
  }
}
