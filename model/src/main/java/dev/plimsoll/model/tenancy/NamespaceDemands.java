package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.TerminatingNamespaces;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The demands of a cluster's namespaces: requests of bound pods, of pending pods and of pods still
 * to be created. A terminating namespace has no demand.
 */
public final class NamespaceDemands {
  private final Cluster cluster;
  private final NextPods nextPods;
  private final TenantCapacity tenantCapacity;
  private final TenantNamespaces tenants;
  private final ReachablePools reachablePools;
  private final UnservableRequests unservableRequests;
  private final Map<String, String> poolOfNode = new HashMap<>();
  private final SortedMap<String, Gathering> gathered = new TreeMap<>();

  /** A namespace's demand by pools. */
  private record Gathering(
      Map<Set<String>, Resources> placed,
      Map<Set<String>, Resources> pending,
      Map<Set<String>, Resources> missing,
      Map<Set<String>, Resources> suspended,
      List<UnservableDemand> unservable,
      List<String> unknown,
      Map<ResourceName, Set<String>> reach) {
    Gathering() {
      this(
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new HashMap<>());
    }

    Set<String> reaches(Set<String> pools, Resources requests) {
      requests.names().forEach(n -> reach.merge(n, pools, TenantDemand::union));
      return pools;
    }
  }

  private NamespaceDemands(Cluster cluster, TenantCapacity tenantCapacity) {
    this.cluster = cluster;
    this.nextPods = new NextPods(cluster);
    this.tenantCapacity = tenantCapacity;
    this.tenants = TenantNamespaces.of(cluster, tenantCapacity.policy());
    this.reachablePools = new ReachablePools(tenantCapacity);
    this.unservableRequests = new UnservableRequests(cluster, tenantCapacity);
    for (PoolCapacity pool : tenantCapacity.pools()) {
      for (Node node : pool.nodes()) {
        poolOfNode.put(node.name(), pool.name());
      }
    }
  }

  /** Returns the demand of each namespace that has any, with or without a tenant, by its name. */
  public static SortedMap<String, NamespaceDemand> of(
      Cluster cluster, TenantCapacity tenantCapacity) {
    return of(cluster, Workloads.of(cluster), tenantCapacity, PodTemplateOwner::missing);
  }

  /**
   * Returns that, with the pods of the cluster gathered before.
   *
   * @param creatable how many of the missing pods of an owner could be created
   */
  public static SortedMap<String, NamespaceDemand> of(
      Cluster cluster,
      Workloads workloads,
      TenantCapacity tenantCapacity,
      ToIntFunction<PodTemplateOwner> creatable) {
    NamespaceDemands demands = new NamespaceDemands(cluster, tenantCapacity);
    cluster.list(Pod.class).forEach(demands::existing);
    workloads.templateOwners().forEach(o -> demands.missing(o, creatable.applyAsInt(o)));
    SuspendedWork suspended =
        SuspendedWork.of(cluster, workloads, tenantCapacity.policy().suspendedDemand());
    suspended.pods().forEach(demands::suspended);
    suspended.unknown().forEach(demands::unknown);
    SortedMap<String, NamespaceDemand> byName = new TreeMap<>();
    demands.gathered.forEach((name, g) -> byName.put(name, demands.demand(name, g)));
    return Collections.unmodifiableSortedMap(byName);
  }

  private NamespaceDemand demand(String namespace, Gathering gathering) {
    return new NamespaceDemand(
        namespace,
        tenants.tenantOf(namespace).map(Tenant::name),
        capped(gathering.placed),
        capped(gathering.pending),
        capped(gathering.missing),
        capped(gathering.suspended),
        gathering.unservable,
        gathering.unknown,
        gathering.reach);
  }

  private void existing(Pod pod) {
    if (pod.isTerminal()) {
      return;
    }
    if (pod.isBound()) {
      placed(pod, gathered(pod.namespace()));
    } else if (!TerminatingNamespaces.contains(cluster, pod.namespace())) {
      Gathering gathering = gathered(pod.namespace());
      waiting(pod, pod.reference(), 1, gathering, gathering.pending);
    }
  }

  private void placed(Pod pod, Gathering gathering) {
    Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
    gathering.reaches(reachablePools.of(pod, requests), requests);
    String pool = poolOfNode.get(pod.spec().nodeName());
    gathering.placed.merge(pool == null ? Set.of() : Set.of(pool), requests, Resources::add);
  }

  private void missing(PodTemplateOwner owner, int count) {
    if (count > 0) {
      toBeCreated(owner, count, g -> g.missing);
    }
  }

  private void suspended(PodTemplateOwner owner) {
    toBeCreated(owner, owner.missing(), g -> g.suspended);
  }

  private void toBeCreated(
      PodTemplateOwner owner, int count, Function<Gathering, Map<Set<String>, Resources>> where) {
    String namespace = owner.workload().namespace();
    if (!TerminatingNamespaces.contains(cluster, namespace)) {
      Gathering gathering = gathered(namespace);
      waiting(
          nextPods.admitted(owner),
          owner.workload().reference(),
          count,
          gathering,
          where.apply(gathering));
    }
  }

  private void unknown(String sentence, Workload workload) {
    gathered(workload.namespace()).unknown.add(sentence);
  }

  private void waiting(
      Pod pod,
      ObjectReference object,
      int count,
      Gathering gathering,
      Map<Set<String>, Resources> where) {
    Resources one = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    if (unservableRequests.contain(pod, one)) {
      gathering.unservable.add(new UnservableDemand(object, count, one));
      return;
    }
    where.merge(
        gathering.reaches(reachablePools.of(pod, one), one),
        NextPods.times(one, count),
        Resources::add);
  }

  private Gathering gathered(String namespace) {
    return gathered.computeIfAbsent(namespace, n -> new Gathering());
  }

  private List<PoolDemand> capped(Map<Set<String>, Resources> byPools) {
    byPools.replaceAll((pools, resources) -> capped(resources));
    return PoolDemand.of(byPools);
  }

  private Resources capped(Resources resources) {
    Resources capped = resources;
    for (DividedResource resource : tenantCapacity.policy().resources()) {
      Quantity most = resource.quantity(DividedResource.MAX_UNITS);
      if (capped.getOrZero(resource.name()).compareTo(most) > 0) {
        capped = capped.with(resource.name(), most);
      }
    }
    return capped;
  }
}
