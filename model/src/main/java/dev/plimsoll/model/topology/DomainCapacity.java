package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Map;

/**
 * The devices of one domain.
 *
 * @param name the domain's name
 * @param resource the device
 * @param nodes how many of its nodes have the device
 * @param total how many devices the nodes have
 * @param usable how many are free on nodes that take pods, with CPU and memory for typical pods
 * @param wholeNodes how many nodes have all their devices usable
 * @param fitting how many jobs of each size would fit, by {@link JobFit}
 */
public record DomainCapacity(
    String name,
    ResourceName resource,
    int nodes,
    long total,
    long usable,
    int wholeNodes,
    Map<Integer, Long> fitting) {
  public DomainCapacity {
    fitting = Map.copyOf(fitting);
  }
}
