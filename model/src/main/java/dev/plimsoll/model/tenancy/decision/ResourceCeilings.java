package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.DividedCapacity;
import dev.plimsoll.model.tenancy.LeanedWeight;
import dev.plimsoll.model.tenancy.division.Apportionment;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ceilings on one resource as decided.
 *
 * @param capacity what was divided, with what is lost and still counts
 * @param lost how much of it is that
 * @param shares each tenant's share, in units
 * @param ceilings the ceilings
 * @param accounts what tenants used while others waited, by tenant; none without a history
 * @param clusterQuotas the ClusterResourceQuotas that bound some of them
 */
public record ResourceCeilings(
    DividedCapacity capacity,
    long lost,
    Apportionment shares,
    List<DecidedCeiling> ceilings,
    Map<String, LeanedWeight> accounts,
    List<ClusterQuotaObservation> clusterQuotas) {

  public ResourceCeilings {
    ceilings = List.copyOf(ceilings);
    accounts = Map.copyOf(accounts);
    clusterQuotas = List.copyOf(clusterQuotas);
  }

  /** Returns the ceilings in units, by namespace. */
  public SortedMap<String, Long> byNamespace() {
    SortedMap<String, Long> units = new TreeMap<>();
    ceilings.forEach(c -> units.put(c.seen().namespace(), c.units()));
    return units;
  }
}
