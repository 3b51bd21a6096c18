package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A topology spread constraint as one pod reads it.
 *
 * @param maxSkew by how much the fullest domain may exceed the emptiest
 * @param topologyKey the node label whose values are the domains
 * @param selector which pods count; absent selects none
 * @param minDomains how many domains there must be for the emptiest not to count as empty
 * @param eligible which nodes count
 */
record SpreadConstraint(
    int maxSkew,
    String topologyKey,
    Optional<LabelSelector> selector,
    int minDomains,
    Predicate<NodeInfo> eligible) {

  boolean hasDomain(NodeInfo node) {
    return node.node().metadata().labels().containsKey(topologyKey);
  }

  String domain(NodeInfo node) {
    return node.node().metadata().labels().getOrDefault(topologyKey, "");
  }

  boolean matches(Pod pod) {
    return selector.isPresent() && selector.get().matches(pod.metadata().labels());
  }

  /**
   * Returns whether a placed pod counts. An empty selector counts no pods, and terminating pods
   * don't count.
   */
  boolean counts(Pod pod) {
    return !pod.isTerminating() && !selectsEverything() && matches(pod);
  }

  private boolean selectsEverything() {
    return selector.isPresent()
        && selector.get().matchLabels().isEmpty()
        && selector.get().matchExpressions().isEmpty();
  }
}
