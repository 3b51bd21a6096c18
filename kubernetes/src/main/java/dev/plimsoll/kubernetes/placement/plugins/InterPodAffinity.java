package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.snapshot.AffinityTerm;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PlacedPod;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.placement.snapshot.WeightedAffinityTerm;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Filters and scores nodes by the pod affinity and anti-affinity of the pod and of placed pods. A
 * domain must have the pods that the pod requires. It must have no pod that either side's
 * anti-affinity excludes. Preferred terms change the score.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/interpodaffinity}.
 */
public final class InterPodAffinity implements FilterPlugin, ScorePlugin {
  static final String NAME = "InterPodAffinity";
  private static final String NAMESPACES_UNKNOWN =
      "The snapshot has no Namespaces; assuming that a namespaceSelector of pod affinity selects none.";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Requirement> requirements(PodInfo info, Snapshot snapshot) {
    return !snapshot.cluster().covers(Namespace.RESOURCE) && selectsNamespaces(info, snapshot)
        ? List.of(Requirement.all(Namespace.RESOURCE))
        : List.of();
  }

  @Override
  public PreFilterResult preFilter(PodInfo info, Snapshot snapshot) {
    InterPodAffinityTerms terms =
        new InterPodAffinityTerms(
            info.pod(),
            snapshot.namespaceLabels(info.pod().namespace()),
            resolved(info.affinity(), snapshot.cluster()),
            resolved(info.antiAffinity(), snapshot.cluster()));
    TopologyCounts existing = existing(terms, snapshot);
    List<String> assumptions = assumptions(info, snapshot);
    if (existing.isEmpty() && terms.isEmpty()) {
      return new PreFilterResult.Skip(assumptions);
    }
    TopologyCounts.Builder together = new TopologyCounts.Builder();
    TopologyCounts.Builder apart = new TopologyCounts.Builder();
    for (String namespace : namespaces(terms.all(), snapshot)) {
      for (PlacedPod placed : snapshot.pods(namespace)) {
        Pod pod = placed.pod().pod();
        NodeInfo node = snapshot.node(placed.node());
        terms.togetherKeys(pod).forEach(key -> together.add(node, key));
        terms.apartKeys(pod).forEach(key -> apart.add(node, key));
      }
    }
    return new PreFilterResult.Check(
        new InterPodAffinityFilter(terms, existing, together.build(), apart.build()), assumptions);
  }

  @Override
  public long[] score(PodInfo info, Snapshot snapshot, List<NodeInfo> nodes) {
    InterPodAffinityScore score =
        new InterPodAffinityScore(info.pod(), snapshot.namespaceLabels(info.pod().namespace()))
            .ofOthers(snapshot);
    if (!info.preferences().isEmpty()) {
      List<WeightedAffinityTerm> preferences = new ArrayList<>();
      for (WeightedAffinityTerm weighted : info.preferences()) {
        preferences.add(
            new WeightedAffinityTerm(
                weighted.weight(), resolved(weighted.term(), snapshot.cluster())));
      }
      List<AffinityTerm> terms = preferences.stream().map(WeightedAffinityTerm::term).toList();
      score.ofItself(preferences, namespaces(terms, snapshot), snapshot);
    }
    return score.of(nodes);
  }

  private static TopologyCounts existing(InterPodAffinityTerms terms, Snapshot snapshot) {
    TopologyCounts.Builder existing = new TopologyCounts.Builder();
    for (PlacedPod placed : snapshot.podsWithAntiAffinity()) {
      NodeInfo node = snapshot.node(placed.node());
      terms.existingKeys(placed.pod()).forEach(key -> existing.add(node, key));
    }
    return existing.build();
  }

  private static List<AffinityTerm> resolved(List<AffinityTerm> terms, Cluster cluster) {
    return terms.isEmpty() ? terms : terms.stream().map(t -> resolved(t, cluster)).toList();
  }

  private static AffinityTerm resolved(AffinityTerm term, Cluster cluster) {
    Optional<LabelSelector> selector = term.namespaceSelector().filter(s -> !isEmpty(s));
    if (selector.isEmpty()) {
      return term;
    }
    Set<String> namespaces = new HashSet<>(term.namespaces());
    for (Namespace namespace : cluster.list(Namespace.class)) {
      if (selector.get().matches(namespace.metadata().labels())) {
        namespaces.add(namespace.name());
      }
    }
    return new AffinityTerm(namespaces, Optional.empty(), term.selector(), term.topologyKey());
  }

  private static Iterable<String> namespaces(List<AffinityTerm> terms, Snapshot snapshot) {
    Set<String> namespaces = new HashSet<>();
    for (AffinityTerm term : terms) {
      if (term.namespaceSelector().isPresent()) {
        return snapshot.podNamespaces();
      }
      namespaces.addAll(term.namespaces());
    }
    return namespaces;
  }

  private static List<String> assumptions(PodInfo pod, Snapshot snapshot) {
    return !snapshot.cluster().covers(Namespace.RESOURCE) && selectsNamespaces(pod, snapshot)
        ? List.of(NAMESPACES_UNKNOWN)
        : List.of();
  }

  private static boolean selectsNamespaces(PodInfo pod, Snapshot snapshot) {
    Stream<AffinityTerm> existing =
        snapshot.podsWithAntiAffinity().stream().flatMap(p -> p.pod().antiAffinity().stream());
    return Stream.of(pod.affinity().stream(), pod.antiAffinity().stream(), existing)
        .flatMap(terms -> terms)
        .anyMatch(t -> t.namespaceSelector().filter(s -> !isEmpty(s)).isPresent());
  }

  private static boolean isEmpty(LabelSelector selector) {
    return selector.matchLabels().isEmpty() && selector.matchExpressions().isEmpty();
  }
}
