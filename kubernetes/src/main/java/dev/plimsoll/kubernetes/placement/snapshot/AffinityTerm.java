package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A pod affinity term as the scheduler reads it.
 *
 * <p>Source: {@code AffinityTerm} in {@code staging/src/k8s.io/kube-scheduler/framework/types.go};
 * matchLabelKeys and mismatchLabelKeys, which the API server merges into the selector of a pod it
 * stores: {@code pkg/registry/core/pod/strategy.go}.
 *
 * @param namespaces the namespaces named
 * @param namespaceSelector the namespaces by label; absent selects none, empty selects all
 * @param selector the pods; absent selects none
 * @param topologyKey the node label whose values are the topology domains
 */
public record AffinityTerm(
    Set<String> namespaces,
    Optional<LabelSelector> namespaceSelector,
    Optional<LabelSelector> selector,
    String topologyKey) {

  public AffinityTerm {
    namespaces = Set.copyOf(namespaces);
  }

  /** Returns the terms of a pod. */
  public static List<AffinityTerm> of(Pod pod, List<PodAffinityTerm> terms) {
    if (terms.isEmpty()) {
      return List.of();
    }
    List<AffinityTerm> read = new ArrayList<>(terms.size());
    for (PodAffinityTerm term : terms) {
      boolean own = term.namespaces().isEmpty() && term.namespaceSelector().isEmpty();
      read.add(
          new AffinityTerm(
              own ? Set.of(pod.namespace()) : Set.copyOf(term.namespaces()),
              term.namespaceSelector(),
              term.labelSelector().map(s -> merged(s, term, pod.metadata().labels())),
              term.topologyKey()));
    }
    return List.copyOf(read);
  }

  /** Returns whether a pod is meant, given the labels of its namespace. */
  public boolean matches(Pod pod, Map<String, String> namespaceLabels) {
    return (namespaces.contains(pod.namespace())
            || (namespaceSelector.isPresent() && namespaceSelector.get().matches(namespaceLabels)))
        && selector.isPresent()
        && selector.get().matches(pod.metadata().labels());
  }

  private static LabelSelector merged(
      LabelSelector selector, PodAffinityTerm term, Map<String, String> labels) {
    if (term.matchLabelKeys().isEmpty() && term.mismatchLabelKeys().isEmpty()) {
      return selector;
    }
    List<LabelSelector.Requirement> all = new ArrayList<>(selector.matchExpressions());
    addRequirements(selector, term.matchLabelKeys(), "In", labels, all);
    addRequirements(selector, term.mismatchLabelKeys(), "NotIn", labels, all);
    return new LabelSelector(selector.matchLabels(), all);
  }

  private static void addRequirements(
      LabelSelector selector,
      List<String> keys,
      String operator,
      Map<String, String> labels,
      List<LabelSelector.Requirement> all) {
    for (String key : keys) {
      boolean merged = selector.matchExpressions().stream().anyMatch(r -> r.key().equals(key));
      String value = labels.get(key);
      if (!merged && value != null) {
        all.add(new LabelSelector.Requirement(key, operator, List.of(value)));
      }
    }
  }
}
