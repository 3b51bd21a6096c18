package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Optional;

/**
 * The node and pod affinity of a pod.
 *
 * @param requiredNodes the node terms that must match
 * @param preferredNodes the node terms that should match
 * @param requiredPods the pods it must be placed with
 * @param preferredPods the pods it should be placed with
 * @param requiredAntiPods the pods it must be kept from
 * @param preferredAntiPods the pods it would like to be kept from
 */
public record Affinity(
    Optional<NodeSelector> requiredNodes,
    List<PreferredSchedulingTerm> preferredNodes,
    List<PodAffinityTerm> requiredPods,
    List<WeightedPodAffinityTerm> preferredPods,
    List<PodAffinityTerm> requiredAntiPods,
    List<WeightedPodAffinityTerm> preferredAntiPods) {

  /** No affinity at all. */
  public static final Affinity NONE =
      new Affinity(Optional.empty(), List.of(), List.of(), List.of(), List.of(), List.of());

  public Affinity {
    preferredNodes = List.copyOf(preferredNodes);
    requiredPods = List.copyOf(requiredPods);
    preferredPods = List.copyOf(preferredPods);
    requiredAntiPods = List.copyOf(requiredAntiPods);
    preferredAntiPods = List.copyOf(preferredAntiPods);
  }

  /** Returns a copy with other node terms that must match. */
  public Affinity withRequiredNodes(Optional<NodeSelector> terms) {
    return new Affinity(
        terms, preferredNodes, requiredPods, preferredPods, requiredAntiPods, preferredAntiPods);
  }

  /** Returns a copy that must be placed with other pods. */
  public Affinity withRequiredPods(List<PodAffinityTerm> terms) {
    return new Affinity(
        requiredNodes, preferredNodes, terms, preferredPods, requiredAntiPods, preferredAntiPods);
  }

  /** Returns a copy that is kept from other pods. */
  public Affinity withRequiredAntiPods(List<PodAffinityTerm> terms) {
    return new Affinity(
        requiredNodes, preferredNodes, requiredPods, preferredPods, terms, preferredAntiPods);
  }

  /**
   * A node term that had better match.
   *
   * @param weight how much that counts
   * @param preference the term
   */
  public record PreferredSchedulingTerm(int weight, NodeSelector.Term preference) {}

  /**
   * A pod term that had better hold.
   *
   * @param weight how much that counts
   * @param podAffinityTerm the term
   */
  public record WeightedPodAffinityTerm(int weight, PodAffinityTerm podAffinityTerm) {}
}
