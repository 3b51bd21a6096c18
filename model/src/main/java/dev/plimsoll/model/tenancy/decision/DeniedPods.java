package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ResourceQuotaStatus;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.tenancy.UnservableRequests;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.PlacedCount;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.workload.PodTemplateOwner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the pods request that workloads miss and that would be created if only the ceilings on what
 * is divided were higher: where a limit range or another key denies them, a ceiling is no help.
 */
final class DeniedPods {
  private static final Quantity NO_LIMIT = Quantity.of(Long.MAX_VALUE / 2);

  private final Simulation unlimited;
  private final UnservableRequests unservable;
  private final Map<String, Resources> denied = new HashMap<>();
  private final Map<String, Resources> placeable = new HashMap<>();

  DeniedPods(Simulation simulation, CapacityPolicy policy, boolean scarce) {
    this.unlimited = simulation.with(unlimited(simulation.cluster(), policy));
    this.unservable = new UnservableRequests(simulation.cluster());
    TenantNamespaces tenants = TenantNamespaces.of(simulation.cluster(), policy);
    simulation
        .workloads()
        .templateOwners()
        .filter(o -> o.missing() > 0 && tenants.tenantOf(o.workload().namespace()).isPresent())
        .forEach(o -> add(o, policy, scarce));
  }

  /** Returns how much of a resource the denied pods of a namespace request, in units. */
  long denied(String namespace, DividedResource resource) {
    return units(denied, namespace, resource);
  }

  /** Returns how much of that nodes could run now. */
  long placeable(String namespace, DividedResource resource) {
    return units(placeable, namespace, resource);
  }

  private static long units(
      Map<String, Resources> some, String namespace, DividedResource resource) {
    return resource.unitsFor(
        some.getOrDefault(namespace, Resources.EMPTY).getOrZero(resource.name()));
  }

  private static List<Change> unlimited(Cluster cluster, CapacityPolicy policy) {
    List<Change> changes = new ArrayList<>();
    for (ResourceQuota quota : cluster.list(ResourceQuota.class)) {
      Resources hard = unlimited(quota.spec().hard(), policy);
      Resources enforced = unlimited(quota.status().hard(), policy);
      if (!hard.equals(quota.spec().hard()) || !enforced.equals(quota.status().hard())) {
        changes.add(
            new Change.Apply(
                quota
                    .withSpec(quota.spec().withHard(hard))
                    .withStatus(new ResourceQuotaStatus(enforced, quota.status().used()))));
      }
    }
    return changes;
  }

  private static Resources unlimited(Resources hard, CapacityPolicy policy) {
    Resources unlimited = hard;
    for (DividedResource resource : policy.resources()) {
      for (ResourceName key : QuotaKeys.chargedKeys(resource.name())) {
        unlimited = unlimited.contains(key) ? unlimited.with(key, NO_LIMIT) : unlimited;
      }
    }
    return unlimited;
  }

  private void add(PodTemplateOwner owner, CapacityPolicy policy, boolean scarce) {
    Simulation.Step first = unlimited.admit(owner.nextPods(1).get(0));
    if (!first.attempt().isAdmitted()) {
      return;
    }
    Pod pod = first.attempt().pod();
    Resources one = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    if (policy.resources().stream().allMatch(r -> one.getOrZero(r.name()).isZero())
        || unservable.contain(pod, one)) {
      return;
    }
    String namespace = owner.workload().namespace();
    int placed =
        scarce ? PlacedCount.asAdmitted(unlimited, pod, owner.missingPods()) : owner.missing();
    denied.merge(namespace, times(one, owner.missing()), Resources::add);
    placeable.merge(namespace, times(one, placed), Resources::add);
  }

  private static Resources times(Resources one, int count) {
    Resources.Builder all = Resources.builder();
    one.forEach((name, quantity) -> all.put(name, quantity.multiply(count)));
    return all.build();
  }
}
