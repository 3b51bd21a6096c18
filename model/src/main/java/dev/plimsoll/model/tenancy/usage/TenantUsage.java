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

/** What the tenants of one policy hold of what is divided; kept current change by change. */
public final class TenantUsage {
  private final AppliedPolicy appliedPolicy;
  private final Predicate<ResourceName> divided;
  private final Map<String, Resources> placed = new HashMap<>();
  private final Map<String, Resources> assumed = new HashMap<>();
  private final WaitingRequests waiting = new WaitingRequests();
  private Resources all = Resources.EMPTY;

  /** Makes one that counts nothing yet. */
  public TenantUsage(AppliedPolicy appliedPolicy) {
    this.appliedPolicy = appliedPolicy;
    this.divided = divided(appliedPolicy.policy());
  }

  /** Returns the policy and the shares that it goes by. */
  public AppliedPolicy appliedPolicy() {
    return appliedPolicy;
  }

  /** Takes in, or out, a pod as it is in the cluster; only one that has a node counts. */
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

  /** Returns what pods wait for. */
  WaitingRequests waiting() {
    return waiting;
  }

  private void take(Map<String, Resources> some, String tenant, Resources resources, boolean in) {
    Resources signed = in ? resources : Resources.EMPTY.subtract(resources);
    some.merge(tenant, signed, Resources::add);
    all = all.add(signed);
  }

  /** Returns whose the pod is. */
  public Optional<String> tenantOf(Pod pod, Cluster now) {
    return appliedPolicy.tenantOf(pod.namespace(), now);
  }

  /** Returns what a placed pod holds of what is divided where it is. */
  public Resources placedRequests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED)
        .mask(appliedPolicy.countedOn(pod.spec().nodeName()))
        .removeZeros();
  }

  /** Returns what a pod without a node asks for of what is divided. */
  public Resources requests(Pod pod) {
    return requests(pod, divided);
  }

  /** Returns what a pod without a node asks for of what the policy divides. */
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

  /** Returns what a tenant holds: by placed pods and by those on their way. */
  public Quantity use(String tenant, ResourceName resource) {
    return placed(tenant).getOrZero(resource).add(assumed(tenant).getOrZero(resource));
  }

  /** Returns what all tenants hold together. */
  public Quantity use(ResourceName resource) {
    return all.getOrZero(resource);
  }

  /** Returns what a tenant holds by placed pods. */
  public Resources placed(String tenant) {
    return placed.getOrDefault(tenant, Resources.EMPTY);
  }

  /** Returns what a tenant holds by assumed pods. */
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
