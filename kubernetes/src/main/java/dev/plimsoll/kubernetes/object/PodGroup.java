package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A group of pods, or a Workload of Kubernetes 1.35, which has several.
 *
 * @param metadata name and the like
 * @param api by which of the APIs it is one
 * @param minCounts how many pods of each group must run if any does, by the group's name, which is
 *     empty of a PodGroup; groups of which each pod may run by itself are left out
 * @param topologyKey the node label of whose values one must be that of all nodes of the group
 * @param queueing its queue, and its state there; empty of an API without queues
 */
public record PodGroup(
    ObjectMeta metadata,
    PodGroupApi api,
    Map<String, Integer> minCounts,
    Optional<String> topologyKey,
    Optional<Queueing> queueing)
    implements ApiObject {

  /**
   * The queue of a PodGroup, and its state there.
   *
   * @param queue the name of its queue
   * @param phase Volcano's phase to the letter; empty if none is set
   * @param minResources the least that it needs to start; empty if it doesn't say so
   * @param conditions its conditions
   */
  public record Queueing(
      String queue, String phase, Resources minResources, List<Condition> conditions) {
    public Queueing {
      conditions = List.copyOf(conditions);
    }
  }

  public PodGroup {
    minCounts = Map.copyOf(minCounts);
  }

  /** Creates a group without a topology constraint. */
  public PodGroup(ObjectMeta metadata, PodGroupApi api, Map<String, Integer> minCounts) {
    this(metadata, api, minCounts, Optional.empty(), Optional.empty());
  }

  /**
   * Returns how many pods must run if any does; empty if each may run by itself.
   *
   * @param group the group's name, empty of a PodGroup
   */
  public OptionalInt minCount(String group) {
    return minCounts.containsKey(group)
        ? OptionalInt.of(minCounts.getOrDefault(group, 1))
        : OptionalInt.empty();
  }

  @Override
  public GroupVersionKind type() {
    return api.type();
  }

  @Override
  public GroupResource resource() {
    return api.resource();
  }

  @Override
  public String identity() {
    return identity(api, name());
  }

  /** Returns the identity of one by its name. */
  public static String identity(PodGroupApi api, String name) {
    return api.resource() + "/" + name;
  }
}
