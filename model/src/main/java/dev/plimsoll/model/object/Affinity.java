package dev.plimsoll.model.object;

import java.util.List;
import java.util.Optional;

/**
 * Which nodes and which neighbours a pod wants. Preferred node terms only shift scores and aren't
 * kept; preferred pod terms are, since quota scopes look at their namespaces.
 *
 * @param requiredNodes the node terms that must match
 * @param requiredPods the pods it must be placed with
 * @param preferredPods the pods it would like to be placed with
 * @param requiredAntiPods the pods it must be kept from
 * @param preferredAntiPods the pods it would like to be kept from
 */
public record Affinity(
    Optional<NodeSelector> requiredNodes,
    List<PodAffinityTerm> requiredPods,
    List<PodAffinityTerm> preferredPods,
    List<PodAffinityTerm> requiredAntiPods,
    List<PodAffinityTerm> preferredAntiPods) {

  /** No affinity at all. */
  public static final Affinity NONE =
      new Affinity(Optional.empty(), List.of(), List.of(), List.of(), List.of());

  /** Makes the lists unmodifiable. */
  public Affinity {
    requiredPods = List.copyOf(requiredPods);
    preferredPods = List.copyOf(preferredPods);
    requiredAntiPods = List.copyOf(requiredAntiPods);
    preferredAntiPods = List.copyOf(preferredAntiPods);
  }
}
