package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.AffinityTerm;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The required affinity and anti-affinity terms of one incoming pod.
 *
 * @param pod the incoming pod
 * @param namespaceLabels the labels of its namespace
 * @param together which pods it must be with; selectors of namespaces are resolved to names, but
 *     for those that select all
 * @param apart which pods it must be kept from, likewise
 */
record InterPodAffinityTerms(
    Pod pod,
    Map<String, String> namespaceLabels,
    List<AffinityTerm> together,
    List<AffinityTerm> apart) {

  boolean isEmpty() {
    return together.isEmpty() && apart.isEmpty();
  }

  List<AffinityTerm> all() {
    List<AffinityTerm> all = new ArrayList<>(together);
    all.addAll(apart);
    return all;
  }

  /** The labels by which another pod keeps the incoming one away. */
  List<String> existingKeys(PodInfo other) {
    return keys(other.antiAffinity(), pod, namespaceLabels);
  }

  /** The labels by which another pod attracts the incoming one: all of them, or none. */
  List<String> togetherKeys(Pod other) {
    List<String> keys = keys(together, other, Map.of());
    return keys.size() == together.size() ? keys : List.of();
  }

  /** The labels by which the incoming pod keeps away from another. */
  List<String> apartKeys(Pod other) {
    return keys(apart, other, Map.of());
  }

  private static List<String> keys(
      List<AffinityTerm> terms, Pod other, Map<String, String> labels) {
    List<String> keys = List.of();
    for (AffinityTerm term : terms) {
      if (term.matches(other, labels)) {
        keys = keys.isEmpty() ? new ArrayList<>(terms.size()) : keys;
        keys.add(term.topologyKey());
      }
    }
    return keys;
  }
}
