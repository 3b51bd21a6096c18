package dev.plimsoll.extender.accounting;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses the nodes on which pods may be evicted for a pod. Nothing is evicted for a pod that its
 * gang holds. Of the nodes whose evictions are allowed, those stay where the fewest victims have
 * borrowed nothing. If a policy reclaims what was borrowed, the node stays that costs least.
 *
 * @param gang what the pod's gang says, if the pod has a gang
 * @param candidates the nodes with victims
 */
public record EvictionChoice(Optional<GangCheck> gang, List<EvictionCandidate> candidates) {
  public EvictionChoice {
    candidates = List.copyOf(candidates);
  }

  /** Returns the nodes from which pods may be evicted. */
  public Set<String> nodes() {
    List<EvictionCandidate> allowed =
        candidates.stream().filter(EvictionCandidate::isAllowed).toList();
    Optional<EvictionCandidate> best = allowed.stream().min(EvictionCandidate.BY_COST);
    if (best.isEmpty() || gang.flatMap(GangCheck::holdReason).isPresent()) {
      return Set.of();
    }
    boolean isReclaiming = allowed.stream().anyMatch(EvictionCandidate::isReclaiming);
    return allowed.stream()
        .filter(c -> isReclaiming ? c == best.get() : c.notBorrowing() == best.get().notBorrowing())
        .map(EvictionCandidate::node)
        .collect(Collectors.toUnmodifiableSet());
  }
}
