package dev.plimsoll.extender.accounting;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * A node on which pods would be evicted for a pod, with everything that decides whether they may be
 * evicted and what that costs.
 *
 * @param node the node
 * @param isReserved whether the pod would leave too little of what is reserved for another pod
 * @param isViolatingBudgets whether the evictions violate disruption budgets
 * @param quotas what quotas say of the pod once the victims are gone
 * @param resources what the node has free then
 * @param shares what each policy says that holds pods; empty if something else forbids the
 *     evictions
 * @param part the largest part of a divided resource that the victims hold: 0 to 1
 * @param oldest when the first of the victims started
 */
public record EvictionCandidate(
    String node,
    boolean isReserved,
    boolean isViolatingBudgets,
    List<QuotaCheck> quotas,
    NodeCheck resources,
    List<VictimShares> shares,
    double part,
    Instant oldest) {

  /** The least cost first: of pods that started at different times, the younger costs less. */
  static final Comparator<EvictionCandidate> BY_COST =
      Comparator.comparingInt(EvictionCandidate::notBorrowing)
          .thenComparingDouble(EvictionCandidate::part)
          .thenComparing(EvictionCandidate::oldest, Comparator.reverseOrder())
          .thenComparing(EvictionCandidate::node);

  public EvictionCandidate {
    quotas = List.copyOf(quotas);
    shares = List.copyOf(shares);
  }

  /** Returns whether the pods may be evicted. */
  public boolean isAllowed() {
    return !isReserved
        && HoldCheck.firstHold(quotas).isEmpty()
        && resources.insufficientResource().isEmpty()
        && shares.stream().allMatch(s -> s.allow(isViolatingBudgets));
  }

  boolean isReclaiming() {
    return shares.stream().anyMatch(VictimShares::isReclaiming);
  }

  int notBorrowing() {
    return shares.stream().mapToInt(VictimShares::notBorrowing).sum();
  }
}
