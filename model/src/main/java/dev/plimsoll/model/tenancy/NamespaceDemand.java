package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The present demand of a namespace's pods.
 *
 * @param namespace the namespace
 * @param tenant the name of the tenant that it belongs to, if any
 * @param placed what its pods on nodes hold
 * @param pending what its pods without a node wait for
 * @param missing what pods would request that its workloads should have and haven't
 * @param suspended what pods would request of work that waits to be started, as far as the policy
 *     counts it
 * @param unservable what no node could serve even if it were empty, which is in none of the others
 * @param unknown what isn't known of the demand, a sentence each
 * @param reach the pools that its pods reach which request the resource
 */
public record NamespaceDemand(
    String namespace,
    Optional<String> tenant,
    List<PoolDemand> placed,
    List<PoolDemand> pending,
    List<PoolDemand> missing,
    List<PoolDemand> suspended,
    List<UnservableDemand> unservable,
    List<String> unknown,
    Map<ResourceName, Set<String>> reach) {

  public NamespaceDemand {
    placed = List.copyOf(placed);
    pending = List.copyOf(pending);
    missing = List.copyOf(missing);
    suspended = List.copyOf(suspended);
    unservable = List.copyOf(unservable);
    unknown = List.copyOf(unknown);
    reach = Map.copyOf(reach);
  }

  /** Returns the demand of pods without a node: pending, missing and suspended. */
  public List<PoolDemand> waiting() {
    return PoolDemand.sum(List.of(pending, missing, suspended));
  }
}
