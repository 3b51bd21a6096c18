package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.UnservableRequests;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.PlacedCount;
import dev.plimsoll.model.whatif.Simulation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The requests of missing pods that higher ceilings would let workloads create. */
final class DeniedPods {
  private final Simulation unlimited;
  private final UnservableRequests unservable;
  private final Map<String, Resources> denied = new HashMap<>();
  private final Map<String, Resources> placeable = new HashMap<>();

  DeniedPods(
      Simulation simulation, AdmissiblePods admissible, TenantCapacity capacity, boolean scarce) {
    CapacityPolicy policy = capacity.policy();
    this.unlimited =
        admissible
            .unlimited()
            .with(capacity.nodesToCome().stream().<Change>map(Change.Apply::new).toList());
    this.unservable = new UnservableRequests(simulation.cluster(), capacity);
    simulation
        .workloads()
        .templateOwners()
        .forEach(
            o ->
                Optional.ofNullable(admissible.byOwner().get(o))
                    .ifPresent(a -> a.pod().ifPresent(p -> add(o, p, a.count(), policy, scarce))));
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

  private void add(
      PodTemplateOwner owner, Pod pod, int count, CapacityPolicy policy, boolean scarce) {
    Resources one = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    if (policy.resources().stream().allMatch(r -> one.getOrZero(r.name()).isZero())
        || unservable.contain(pod, one)) {
      return;
    }
    String namespace = owner.workload().namespace();
    List<Pod> tried = owner.nextPods(Math.min(count, owner.tried()));
    int placed = scarce ? PlacedCount.asAdmitted(unlimited, pod, tried) : count;
    denied.merge(namespace, times(one, count), Resources::add);
    placeable.merge(namespace, times(one, placed), Resources::add);
  }

  private static Resources times(Resources one, int count) {
    Resources.Builder all = Resources.builder();
    one.forEach((name, quantity) -> all.put(name, quantity.multiply(count)));
    return all.build();
  }
}
