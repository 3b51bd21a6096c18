package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The devices of all domains of a level.
 *
 * @param level the level; empty for the cluster as a whole
 * @param resource the device
 * @param domains the domains that have the device
 * @param unlabelled how many nodes with the device are in no domain of the level
 */
public record LevelCapacity(
    Optional<TopologyLevel> level,
    ResourceName resource,
    List<DomainCapacity> domains,
    int unlabelled) {
  public LevelCapacity {
    domains = List.copyOf(domains);
  }

  /** Returns the domain with the most usable devices; of several, the first by name. */
  public Optional<DomainCapacity> largest() {
    return domains.stream()
        .max(
            Comparator.comparingLong(DomainCapacity::usable)
                .thenComparing(DomainCapacity::name, Comparator.reverseOrder()));
  }

  /** Returns the most nodes of one domain whose devices are all usable. */
  public int wholeNodes() {
    return domains.stream().mapToInt(DomainCapacity::wholeNodes).max().orElse(0);
  }

  /** Returns how many devices are usable in all domains. */
  public long usable() {
    return domains.stream().mapToLong(DomainCapacity::usable).sum();
  }

  /** Returns how many jobs of each size fit at once, each in one domain. */
  public Map<Integer, Long> fitting() {
    Map<Integer, Long> sums = new TreeMap<>();
    DomainCapacities.JOBS.forEach(size -> sums.put(size, 0L));
    domains.forEach(d -> d.fitting().forEach((size, jobs) -> sums.merge(size, jobs, Long::sum)));
    return sums;
  }
}
