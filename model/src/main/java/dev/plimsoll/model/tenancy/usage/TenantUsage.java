package dev.plimsoll.model.tenancy.usage;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The usage of divided resources by the tenants of one policy, updated with each change. */
public final class TenantUsage {
  private final AppliedPolicy appliedPolicy;
  private final Predicate<ResourceName> divided;
  private final Map<String, Resources> placed = new HashMap<>();
  private final Map<String, Resources> assumed = new HashMap<>();
  private final WaitingRequests waiting = new WaitingRequests();
  private Resources all = Resources.EMPTY;

  /** Creates a usage without any pods. */
  public TenantUsage(AppliedPolicy appliedPolicy) {
    this.appliedPolicy = appliedPolicy;
    this.divided = divided(appliedPolicy.policy());
  }

  /** Returns the policy and the shares that it goes by. */
  public AppliedPolicy appliedPolicy() {
    return appliedPolicy;
  }

  /** Adds or removes a pod of the cluster; a pod counts only if it has a node and hasn't ended. */
  public void placed(Pod pod, boolean in, Cluster now) {
    if (pod.isBound() && !pod.isTerminal()) {
      tenantOf(pod, now).ifPresent(t -> take(placed, t, placedRequests(pod), in));
    }
  }

  /** Takes in, or out, a pod that is on its way; it counts wherever it may come to be. */
  public void assumed(Pod pod, boolean in, Cluster now) {
    tenantOf(pod, now).ifPresent(t -> take(assumed, t, requests(pod), in));
  }

  /** Takes in, or out, a pod that waits for a node, unless no node could take it. */
  public void waiting(Pod pod, boolean in, Cluster now) {
    if (appliedPolicy.isServable(pod)) {
      tenantOf(pod, now).ifPresent(t -> waiting.count(t, requests(pod), in));
    }
  }

  /** Returns the requests of waiting pods. */
  WaitingRequests waiting() {
    return waiting;
  }

  private void take(Map<String, Resources> some, String tenant, Resources resources, boolean in) {
    Resources signed = in ? resources : Resources.EMPTY.subtract(resources);
    some.merge(tenant, signed, Resources::add);
    all = all.add(signed);
  }

  /** Returns the tenant of the pod. */
  public Optional<String> tenantOf(Pod pod, Cluster now) {
    return appliedPolicy.tenantOf(pod.namespace(), now);
  }

  /** Returns a placed pod's requests for the resources that are divided on its node. */
  public Resources placedRequests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED)
        .mask(appliedPolicy.countedOn(pod.spec().nodeName()))
        .removeZeros();
  }

  /** Returns the requests for divided resources of a pod without a node. */
  public Resources requests(Pod pod) {
    return requests(pod, divided);
  }

  /** Returns the requests of a pod without a node for resources that the policy divides. */
  public static Resources requests(Pod pod, CapacityPolicy policy) {
    return requests(pod, divided(policy));
  }

  private static Resources requests(Pod pod, Predicate<ResourceName> divided) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING)
        .mask(divided)
        .removeZeros();
  }

  private static Predicate<ResourceName> divided(CapacityPolicy policy) {
    return policy.resources().stream().map(DividedResource::name).toList()::contains;
  }

  /** Returns the usage of a tenant: by placed and by assumed pods. */
  public Quantity use(String tenant, ResourceName resource) {
    return placed(tenant).getOrZero(resource).add(assumed(tenant).getOrZero(resource));
  }

  /** Returns the usage of all tenants together. */
  public Quantity use(ResourceName resource) {
    return all.getOrZero(resource);
  }

  /** Returns the usage of a tenant's placed pods. */
  public Resources placed(String tenant) {
    return placed.getOrDefault(tenant, Resources.EMPTY);
  }

  /** Returns the usage of a tenant's assumed pods. */
  public Resources assumed(String tenant) {
    return assumed.getOrDefault(tenant, Resources.EMPTY);
  }

  /** Returns for which tenants others count otherwise. */
  public List<String> differences(TenantUsage other) {
    List<String> differences = new ArrayList<>();
    if (appliedPolicy.countsLike(other.appliedPolicy)) {
      appliedPolicy.policy().tenants().stream()
          .filter(
              t ->
                  !same(placed(t.name()), other.placed(t.name()))
                      || !same(assumed(t.name()), other.assumed(t.name())))
          .forEach(t -> differences.add("tenant " + t.name()));
    }
    return differences;
  }

  private static boolean same(Resources one, Resources other) {
    return one.removeZeros().equals(other.removeZeros());
  }
}
