package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.AffinityTerm;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  private static final int MOST_TERMS_TOLD = 3;

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

  @Override
  public boolean hasDetails() {
    return true;
  }

  @Override
  public Optional<RejectionDetail> detail(NodeInfo node, Rejection rejection) {
    if (rejection.equals(NOT_TOGETHER)) {
      return missing(node).map(UnmetConstraint::new);
    }
    if (rejection.equals(NOT_APART)) {
      return terms.apart().stream()
          .filter(t -> apart.at(node, t.topologyKey()) > 0)
          .findFirst()
          .map(t -> new UnmetConstraint("a pod" + onNodeAlike(t)));
    }
    return rejection.equals(KEPT_AWAY)
        ? existing
            .keyAt(node)
            .map(key -> "a pod on a node with the same " + key + " keeps it away")
            .map(UnmetConstraint::new)
        : Optional.empty();
  }

  private Optional<String> missing(NodeInfo node) {
    for (AffinityTerm term : terms.together()) {
      if (!node.node().metadata().labels().containsKey(term.topologyKey())) {
        return Optional.of("no label " + term.topologyKey());
      }
    }
    if (together.isEmpty()) {
      return terms.togetherKeys(terms.pod()).isEmpty()
          ? Optional.of(
              "no placed pod has "
                  + terms.together().stream()
                      .limit(MOST_TERMS_TOLD)
                      .map(this::text)
                      .collect(Collectors.joining(" and ")))
          : Optional.empty();
    }
    return terms.together().stream()
        .filter(t -> together.at(node, t.topologyKey()) == 0)
        .findFirst()
        .map(t -> "no pod" + onNodeAlike(t));
  }

  private String onNodeAlike(AffinityTerm term) {
    return " with " + text(term) + " is on a node with the same " + term.topologyKey();
  }

  /** Returns which pods a term selects. It names no namespace that the pod selects by labels. */
  private String text(AffinityTerm term) {
    String selector = term.selector().map(LabelSelector::toString).orElse("no label at all");
    Set<String> namespaces = term.namespaces();
    if (term.namespaceSelector().isEmpty() && namespaces.equals(Set.of(terms.pod().namespace()))) {
      return selector;
    }
    boolean named =
        term.namespaceSelector().isEmpty()
            && Stream.of(
                    terms.pod().spec().affinity().requiredPods(),
                    terms.pod().spec().affinity().requiredAntiPods())
                .flatMap(List::stream)
                .filter(t -> t.namespaceSelector().isEmpty())
                .anyMatch(t -> Set.copyOf(t.namespaces()).equals(namespaces));
    return selector
        + " in "
        + (named ? String.join(", ", new TreeSet<>(namespaces)) : "the selected namespaces");
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
