package dev.plimsoll.model.tenancy.usage;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The usage of the divided resources by one policy's tenants. An instance never changes: each
 * change returns another.
 */
public final class TenantUsage {
  private final AppliedPolicy appliedPolicy;
  private final Predicate<ResourceName> divided;
  private final SortedTree<String, Resources> placed;
  private final SortedTree<String, Resources> assumed;
  private final WaitingRequests waiting;
  private final Resources all;

  /** Creates usage in which no pod is counted. */
  public TenantUsage(AppliedPolicy appliedPolicy) {
    this(
        appliedPolicy,
        divided(appliedPolicy.policy()),
        SortedTree.empty(),
        SortedTree.empty(),
        WaitingRequests.NONE,
        Resources.EMPTY);
  }

  private TenantUsage(
      AppliedPolicy appliedPolicy,
      Predicate<ResourceName> divided,
      SortedTree<String, Resources> placed,
      SortedTree<String, Resources> assumed,
      WaitingRequests waiting,
      Resources all) {
    this.appliedPolicy = appliedPolicy;
    this.divided = divided;
    this.placed = placed;
    this.assumed = assumed;
    this.waiting = waiting;
    this.all = all;
  }

  /** Returns the policy and the shares that it goes by. */
  public AppliedPolicy appliedPolicy() {
    return appliedPolicy;
  }

  /** Returns the usage with, or without, a pod of the cluster; a pod without a node is ignored. */
  public TenantUsage placed(Pod pod, boolean in, Cluster now) {
    Optional<String> tenant =
        pod.isBound() && !pod.isTerminal() ? tenantOf(pod, now) : Optional.empty();
    if (tenant.isEmpty()) {
      return this;
    }
    Resources signed = signed(placedRequests(pod), in);
    return new TenantUsage(
        appliedPolicy,
        divided,
        sum(placed, tenant.get(), signed),
        assumed,
        waiting,
        all.add(signed));
  }

  /** Returns the usage with or without an assumed pod, which counts on any node. */
  public TenantUsage assumed(Pod pod, boolean in, Cluster now) {
    Optional<String> tenant = tenantOf(pod, now);
    if (tenant.isEmpty()) {
      return this;
    }
    Resources signed = signed(requests(pod), in);
    return new TenantUsage(
        appliedPolicy,
        divided,
        placed,
        sum(assumed, tenant.get(), signed),
        waiting,
        all.add(signed));
  }

  /**
   * Returns the usage with, or without, a waiting pod; a pod that no node could take is ignored.
   */
  public TenantUsage waiting(Pod pod, boolean in, Cluster now) {
    Optional<String> tenant = appliedPolicy.isServable(pod) ? tenantOf(pod, now) : Optional.empty();
    return tenant
        .map(t -> waiting.count(t, requests(pod), in))
        .map(w -> new TenantUsage(appliedPolicy, divided, placed, assumed, w, all))
        .orElse(this);
  }

  /** Returns the requests of waiting pods. */
  WaitingRequests waiting() {
    return waiting;
  }

  private static Resources signed(Resources resources, boolean in) {
    return in ? resources : Resources.EMPTY.subtract(resources);
  }

  private static SortedTree<String, Resources> sum(
      SortedTree<String, Resources> some, String tenant, Resources signed) {
    return some.with(tenant, some.get(tenant).orElse(Resources.EMPTY).add(signed));
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
    return placed.get(tenant).orElse(Resources.EMPTY);
  }

  /** Returns the usage of a tenant's assumed pods. */
  public Resources assumed(String tenant) {
    return assumed.get(tenant).orElse(Resources.EMPTY);
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
