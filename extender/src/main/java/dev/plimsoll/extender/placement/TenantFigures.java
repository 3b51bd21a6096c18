package dev.plimsoll.extender.placement;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.DividedResource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What the tenants of one policy hold of what is divided; kept current change by change. */
final class TenantFigures {
  private final Tenancy tenancy;
  private final Predicate<ResourceName> divided;
  private final Map<String, Resources> placed = new HashMap<>();
  private final Map<String, Resources> booked = new HashMap<>();
  private Resources all = Resources.EMPTY;

  TenantFigures(Tenancy tenancy) {
    this.tenancy = tenancy;
    this.divided =
        tenancy.policy().resources().stream().map(DividedResource::name).toList()::contains;
  }

  Tenancy tenancy() {
    return tenancy;
  }

  /** Takes in, or out, a pod as it is in the picture; only one that has a node counts. */
  void placed(Pod pod, boolean in, Cluster now) {
    if (pod.isBound() && !pod.isTerminal()) {
      tenantOf(pod, now).ifPresent(t -> take(placed, t, held(pod), in));
    }
  }

  /** Takes in, or out, a pod that is on its way; it counts wherever it may come to be. */
  void booked(Pod pod, boolean in, Cluster now) {
    tenantOf(pod, now).ifPresent(t -> take(booked, t, asked(pod), in));
  }

  private void take(Map<String, Resources> some, String tenant, Resources resources, boolean in) {
    Resources signed = in ? resources : Resources.EMPTY.subtract(resources);
    some.merge(tenant, signed, Resources::add);
    all = all.add(signed);
  }

  Optional<String> tenantOf(Pod pod, Cluster now) {
    return tenancy.tenantOf(pod.namespace(), now);
  }

  /** Returns what a placed pod holds of what is divided where it is. */
  Resources held(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED)
        .mask(tenancy.countedOn(pod.spec().nodeName()))
        .removeZeros();
  }

  /** Returns what a pod without a node asks for of what is divided. */
  Resources asked(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING)
        .mask(divided)
        .removeZeros();
  }

  /** Returns what a tenant holds: by placed pods and by those on their way. */
  Quantity use(String tenant, ResourceName resource) {
    return placed(tenant).getOrZero(resource).add(booked(tenant).getOrZero(resource));
  }

  /** Returns what all tenants hold together. */
  Quantity use(ResourceName resource) {
    return all.getOrZero(resource);
  }

  Resources placed(String tenant) {
    return placed.getOrDefault(tenant, Resources.EMPTY);
  }

  Resources booked(String tenant) {
    return booked.getOrDefault(tenant, Resources.EMPTY);
  }

  /** Returns for which tenants others count otherwise. */
  List<String> differences(TenantFigures other) {
    List<String> differences = new ArrayList<>();
    if (tenancy.countsLike(other.tenancy)) {
      tenancy.policy().tenants().stream()
          .filter(
              t ->
                  !same(placed(t.name()), other.placed(t.name()))
                      || !same(booked(t.name()), other.booked(t.name())))
          .forEach(t -> differences.add("tenant " + t.name()));
    }
    return differences;
  }

  private static boolean same(Resources one, Resources other) {
    return one.removeZeros().equals(other.removeZeros());
  }
}
