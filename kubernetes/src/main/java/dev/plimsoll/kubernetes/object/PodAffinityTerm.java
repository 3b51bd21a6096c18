package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Optional;

/**
 * Pods to be placed with or kept from.
 *
 * @param labelSelector which pods; absent selects none
 * @param namespaces the namespaces they are in
 * @param namespaceSelector the namespaces they are in, by label; empty selects all
 * @param topologyKey the node label whose values are the topology domains
 * @param matchLabelKeys keys of the incoming pod's labels that are added to the selector
 * @param mismatchLabelKeys the same, excluded
 */
public record PodAffinityTerm(
    Optional<LabelSelector> labelSelector,
    List<String> namespaces,
    Optional<LabelSelector> namespaceSelector,
    String topologyKey,
    List<String> matchLabelKeys,
    List<String> mismatchLabelKeys) {

  public PodAffinityTerm {
    namespaces = List.copyOf(namespaces);
    matchLabelKeys = List.copyOf(matchLabelKeys);
    mismatchLabelKeys = List.copyOf(mismatchLabelKeys);
  }
}
