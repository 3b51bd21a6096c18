package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.division.Claimant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The observation of a resource, in whole units.
 *
 * @param resource the resource
 * @param pools what the nodes have
 * @param claimants the tenants with their weights and with what they ask for, in the order of the
 *     policy; how far their guarantees and ceilings go follows from the capacity that is decided on
 * @param peaks what each tenant used at most, by its name, where the division goes by that
 * @param namespaces what is seen in the tenants' namespaces
 * @param clusterQuotas what ClusterResourceQuotas leave to some of these together
 * @param elsewhere the names of nodes that are there, and in no pool that counts
 * @param fixed the namespaces whose ceilings this decision can't change
 */
public record ResourceObservation(
    DividedResource resource,
    List<PoolObservation> pools,
    List<Claimant> claimants,
    Map<String, Long> peaks,
    List<NamespaceObservation> namespaces,
    List<ClusterQuotaObservation> clusterQuotas,
    Set<String> elsewhere,
    Set<String> fixed) {

  public ResourceObservation {
    pools = List.copyOf(pools);
    claimants = List.copyOf(claimants);
    peaks = Map.copyOf(peaks);
    namespaces = List.copyOf(namespaces);
    clusterQuotas = List.copyOf(clusterQuotas);
    elsewhere = Set.copyOf(elsewhere);
    fixed = Set.copyOf(fixed);
  }

  /** Makes an observation where each ceiling can be changed. */
  public ResourceObservation(
      DividedResource resource,
      List<PoolObservation> pools,
      List<Claimant> claimants,
      Map<String, Long> peaks,
      List<NamespaceObservation> namespaces,
      List<ClusterQuotaObservation> clusterQuotas,
      Set<String> elsewhere) {
    this(resource, pools, claimants, peaks, namespaces, clusterQuotas, elsewhere, Set.of());
  }

  /** Makes an observation where each node is in a pool that counts. */
  public ResourceObservation(
      DividedResource resource,
      List<PoolObservation> pools,
      List<Claimant> claimants,
      Map<String, Long> peaks,
      List<NamespaceObservation> namespaces,
      List<ClusterQuotaObservation> clusterQuotas) {
    this(resource, pools, claimants, peaks, namespaces, clusterQuotas, Set.of());
  }

  /** Makes an observation where no ClusterResourceQuota selects a tenant's namespace, either. */
  public ResourceObservation(
      DividedResource resource,
      List<PoolObservation> pools,
      List<Claimant> claimants,
      Map<String, Long> peaks,
      List<NamespaceObservation> namespaces) {
    this(resource, pools, claimants, peaks, namespaces, List.of());
  }

  ResourceObservation keeping(Set<String> some) {
    return new ResourceObservation(
        resource,
        pools,
        claimants,
        peaks,
        namespaces.stream().map(n -> some.contains(n.namespace()) ? n.withAllInUse() : n).toList(),
        clusterQuotas,
        elsewhere,
        fixed);
  }

  ResourceObservation fixing(Set<String> some) {
    return new ResourceObservation(
        resource, pools, claimants, peaks, namespaces, clusterQuotas, elsewhere, some);
  }

  /** Returns the units that all existing pods hold, including pods without a node. */
  long charged() {
    return namespaces.stream().mapToLong(NamespaceObservation::charged).sum();
  }
}
