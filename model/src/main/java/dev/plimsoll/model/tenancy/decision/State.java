package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.ContendedUsage;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state that a decision passes to the next one.
 *
 * @param time when it was decided
 * @param accepted losses of capacity until then were accepted by a person and don't count
 * @param resources what is remembered of each resource
 */
public record State(
    Instant time, Instant accepted, SortedMap<ResourceName, ResourceState> resources) {

  /** Nothing was decided before. */
  public static final State NONE =
      new State(Instant.EPOCH, Instant.EPOCH, Collections.emptySortedMap());

  public State {
    resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
  }

  /** Returns whether nothing was decided before. */
  public boolean isNone() {
    return time.equals(Instant.EPOCH);
  }

  ResourceState of(ResourceName resource) {
    return resources.getOrDefault(resource, ResourceState.NONE);
  }

  /**
   * The remembered state of a resource.
   *
   * @param budget how many unit-hours of waiting may still be let happen
   * @param namespaces what is remembered of each namespace
   * @param nodes what was seen of each node
   * @param accounts what each tenant used while others waited, by its name
   */
  public record ResourceState(
      double budget,
      Map<String, NamespaceState> namespaces,
      Map<String, NodeState> nodes,
      Map<String, ContendedUsage> accounts) {

    static final ResourceState NONE = new ResourceState(0, Map.of(), Map.of(), Map.of());

    public ResourceState {
      namespaces = Collections.unmodifiableSortedMap(new TreeMap<>(namespaces));
      nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
      accounts = Collections.unmodifiableSortedMap(new TreeMap<>(accounts));
    }

    NamespaceState namespace(String name) {
      return namespaces.getOrDefault(name, NamespaceState.NONE);
    }
  }

  /**
   * The remembered state of a namespace.
   *
   * @param waited how many unit-hours it has waited needlessly, for what it still waits for
   * @param demand how its demand moved
   * @param recurring the demand that comes back every hour
   * @param granted what it has because of an approved request
   */
  public record NamespaceState(
      double waited, DemandHistory demand, RecurringDemand recurring, long granted) {
    static final NamespaceState NONE =
        new NamespaceState(0, DemandHistory.NONE, RecurringDemand.NONE, 0);
  }
}
