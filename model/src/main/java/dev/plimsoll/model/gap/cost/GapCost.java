package dev.plimsoll.model.gap.cost;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The cost of a gap: the stopped pods, the requested or unusable extended resources, and the start.
 *
 * @param deniedPods how many pods are missing because they are denied
 * @param pendingPods how many pods have no node, or would have none if they were created
 * @param resources one for each extended resource that is concerned, by name
 * @param since the earliest start that the cluster recorded; empty where it recorded none
 * @param unknownStarts of how many pods and nodes the start isn't recorded; they add no hours
 */
public record GapCost(
    int deniedPods,
    int pendingPods,
    List<ResourceCost> resources,
    Optional<WaitingSince> since,
    int unknownStarts) {

  /** The cost of a gap that stops no pod and makes no resource unusable. */
  public static final GapCost NONE = new GapCost(0, 0, List.of(), Optional.empty(), 0);

  /**
   * Orders gaps by cost, the costliest first: the largest part of the cluster's total of a
   * resource, then hours so far, then pods.
   */
  public static final Comparator<GapCost> COSTLIEST_FIRST =
      Comparator.comparingDouble(GapCost::share)
          .thenComparingDouble(GapCost::hours)
          .thenComparingInt(GapCost::pods)
          .reversed();

  public GapCost {
    resources = List.copyOf(resources);
  }

  /** Returns the sum of the costs of several gaps. */
  public static GapCost sum(Collection<GapCost> costs) {
    Map<ResourceName, ResourceCost> resources = new TreeMap<>();
    Optional<WaitingSince> since = Optional.empty();
    for (GapCost cost : costs) {
      cost.resources.forEach(r -> resources.merge(r.resource(), r, ResourceCost::plus));
      since =
          Stream.concat(since.stream(), cost.since.stream())
              .min(Comparator.comparing(WaitingSince::time));
    }
    return new GapCost(
        costs.stream().mapToInt(GapCost::deniedPods).sum(),
        costs.stream().mapToInt(GapCost::pendingPods).sum(),
        List.copyOf(resources.values()),
        since,
        costs.stream().mapToInt(GapCost::unknownStarts).sum());
  }

  /** Returns how many pods it keeps from running. */
  public int pods() {
    return deniedPods + pendingPods;
  }

  /** Returns the largest part of what all nodes have of a resource, from 0. */
  public double share() {
    return resources.stream().mapToDouble(ResourceCost::share).max().orElse(0);
  }

  /** Returns the gap's dominant resource; empty if the gap concerns no extended resource. */
  public Optional<ResourceCost> largest() {
    return resources.stream()
        .max(Comparator.comparingDouble(ResourceCost::share).thenComparing(ResourceCost::amount));
  }

  private double hours() {
    return resources.stream().mapToDouble(ResourceCost::hours).max().orElse(0);
  }
}
