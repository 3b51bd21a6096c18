package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Map;

/**
 * The capacity of a pool's nodes.
 *
 * @param name the pool's name
 * @param nodes those that are available ({@link dev.plimsoll.kubernetes.capacity.NodeAvailability})
 * @param withheldNodes the others
 * @param allocatable what the former have for pods
 * @param withheld what the latter have for pods, which is not divided
 * @param system what DaemonSets and system namespaces take of the former
 * @param others what other namespaces that are of no tenant take of the rest
 * @param toCome the nodes that an autoscaler may add
 * @param taken what tenants can't have of each node, available or not, by the node's name
 */
public record PoolCapacity(
    String name,
    List<Node> nodes,
    List<Node> withheldNodes,
    Resources allocatable,
    Resources withheld,
    Resources system,
    Resources others,
    NodesToCome toCome,
    Map<String, Resources> taken) {

  public PoolCapacity {
    nodes = List.copyOf(nodes);
    withheldNodes = List.copyOf(withheldNodes);
    taken = Map.copyOf(taken);
  }

  /**
   * Returns the number of whole units that quotas can promise to tenants. Shares are parts of these
   * units, less the present requests of other namespaces.
   */
  public long promisableUnits(DividedResource resource) {
    return resource.countsIn(name)
        ? resource.unitsIn(
            allocatable
                .getOrZero(resource.name())
                .add(toCome.sum().getOrZero(resource.name()))
                .subtract(system.getOrZero(resource.name()))
                .subtract(others.getOrZero(resource.name()))
                .toBigDecimal())
        : 0;
  }

  /** Returns how many whole units tenants can have of the resource here. */
  public long units(DividedResource resource) {
    if (!resource.countsIn(name)) {
      return 0;
    }
    return resource.unitsIn(
        allocatable
            .getOrZero(resource.name())
            .add(toCome.sum().getOrZero(resource.name()))
            .subtract(system.getOrZero(resource.name()))
            .toBigDecimal());
  }
}
