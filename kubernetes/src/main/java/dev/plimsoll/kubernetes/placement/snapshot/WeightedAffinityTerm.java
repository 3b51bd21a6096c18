package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.Affinity.WeightedPodAffinityTerm;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.List;

/**
 * A pod affinity term that shifts scores.
 *
 * @param weight by how much; negative for anti-affinity
 * @param term the term
 */
public record WeightedAffinityTerm(int weight, AffinityTerm term) {

  /** Returns the preferred affinity and anti-affinity terms of a pod. */
  static List<WeightedAffinityTerm> of(Pod pod) {
    Affinity affinity = pod.spec().affinity();
    if (affinity.preferredPods().isEmpty() && affinity.preferredAntiPods().isEmpty()) {
      return List.of();
    }
    List<WeightedAffinityTerm> terms = new ArrayList<>();
    addTerms(pod, affinity.preferredPods(), 1, terms);
    addTerms(pod, affinity.preferredAntiPods(), -1, terms);
    return terms;
  }

  private static void addTerms(
      Pod pod, List<WeightedPodAffinityTerm> from, int sign, List<WeightedAffinityTerm> to) {
    for (WeightedPodAffinityTerm weighted : from) {
      for (AffinityTerm term : AffinityTerm.of(pod, List.of(weighted.podAffinityTerm()))) {
        to.add(new WeightedAffinityTerm(sign * weighted.weight(), term));
      }
    }
  }
}
