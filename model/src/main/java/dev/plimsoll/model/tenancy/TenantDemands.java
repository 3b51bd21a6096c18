package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.limits.LimitRanger;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodDefaults;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.workload.PodTemplateOwner;
import dev.plimsoll.model.workload.Workloads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the tenants of a cluster want: what their bound pods and their pending pods request, and the
 * missing pods that their workloads could not create.
 */
public final class TenantDemands {
  private final Cluster cluster;
  private final TenantNamespaces tenants;
  private final ReachablePools reachablePools;
  private final Map<String, String> poolOfNode = new HashMap<>();
  private final Map<String, DemandGathering> gathered = new HashMap<>();

  /** A tenant's wants by pools. */
  private record DemandGathering(
      Map<Set<String>, Resources> placed,
      Map<Set<String>, Resources> pending,
      Map<Set<String>, Resources> missing,
      Map<ResourceName, Set<String>> reach) {
    DemandGathering() {
      this(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), new HashMap<>());
    }

    TenantDemand demand(String tenant) {
      return new TenantDemand(tenant, list(placed), list(pending), list(missing), reach);
    }

    Set<String> reaches(Set<String> pools, Resources requests) {
      requests.names().forEach(n -> reach.merge(n, pools, DemandGathering::union));
      return pools;
    }

    private static Set<String> union(Set<String> a, Set<String> b) {
      if (a.containsAll(b)) {
        return a;
      }
      Set<String> union = new HashSet<>(a);
      union.addAll(b);
      return union;
    }

    private static List<PoolDemand> list(Map<Set<String>, Resources> some) {
      List<PoolDemand> wanted = new ArrayList<>();
      some.forEach((pools, resources) -> wanted.add(new PoolDemand(pools, resources)));
      return wanted;
    }
  }

  private TenantDemands(Cluster cluster, TenantCapacity tenantCapacity) {
    this.cluster = cluster;
    this.tenants = TenantNamespaces.of(cluster, tenantCapacity.policy());
    this.reachablePools = new ReachablePools(tenantCapacity);
    for (PoolCapacity pool : tenantCapacity.pools()) {
      for (Node node : pool.nodes()) {
        poolOfNode.put(node.name(), pool.name());
      }
    }
  }

  /** Returns what each tenant wants, in the order of the policy. */
  public static List<TenantDemand> of(Cluster cluster, TenantCapacity tenantCapacity) {
    TenantDemands tenantDemands = new TenantDemands(cluster, tenantCapacity);
    cluster.list(Pod.class).forEach(tenantDemands::existing);
    Workloads.of(cluster).templateOwners().forEach(tenantDemands::addMissing);
    return tenantCapacity.policy().tenants().stream()
        .map(
            t ->
                Optional.ofNullable(tenantDemands.gathered.get(t.name()))
                    .map(g -> g.demand(t.name()))
                    .orElse(TenantDemand.none(t.name())))
        .toList();
  }

  /** Returns what the pods would request that workloads should have and haven't, by namespace. */
  public static SortedMap<String, Resources> missingRequests(Cluster cluster) {
    SortedMap<String, Resources> missing = new TreeMap<>();
    withMissingPods(cluster)
        .forEach(
            owner -> {
              Resources one =
                  PodResources.requests(
                      admitted(cluster, owner), PodResourcesOptions.SCHEDULER_INCOMING);
              missing.merge(
                  owner.workload().namespace(), times(one, owner.missing()), Resources::add);
            });
    return missing;
  }

  /** Returns of each workload that misses pods the next one, as it would be admitted. */
  public static List<Pod> nextMissingPods(Cluster cluster) {
    return withMissingPods(cluster).map(o -> admitted(cluster, o)).toList();
  }

  private static Stream<PodTemplateOwner> withMissingPods(Cluster cluster) {
    return Workloads.of(cluster).templateOwners().filter(o -> o.missing() > 0);
  }

  private void existing(Pod pod) {
    if (pod.isTerminal()) {
      return;
    }
    tenants
        .tenantOf(pod.namespace())
        .map(this::gathered)
        .ifPresent(
            g -> {
              if (pod.isBound()) {
                addPlaced(pod, g);
              } else {
                addWaiting(pod, 1, g, g.pending);
              }
            });
  }

  private void addPlaced(Pod pod, DemandGathering demandGathering) {
    Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
    demandGathering.reaches(reachablePools.of(pod, requests), requests);
    String pool = poolOfNode.get(pod.spec().nodeName());
    demandGathering.placed.merge(pool == null ? Set.of() : Set.of(pool), requests, Resources::add);
  }

  private void addMissing(PodTemplateOwner owner) {
    if (owner.missing() > 0) {
      tenants
          .tenantOf(owner.workload().namespace())
          .map(this::gathered)
          .ifPresent(g -> addWaiting(admitted(cluster, owner), owner.missing(), g, g.missing));
    }
  }

  /** Returns the next pod as the API server would store it, as far as its requests go. */
  private static Pod admitted(Cluster cluster, PodTemplateOwner owner) {
    Pod next = PodDefaults.apply(owner.nextPods(1).get(0));
    return LimitRanger.admit(next, List.copyOf(cluster.list(LimitRange.class, next.namespace())))
        .pod();
  }

  private void addWaiting(
      Pod pod, int count, DemandGathering demandGathering, Map<Set<String>, Resources> where) {
    Resources one = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    where.merge(
        demandGathering.reaches(reachablePools.of(pod, one), one),
        times(one, count),
        Resources::add);
  }

  private static Resources times(Resources one, int count) {
    Resources.Builder all = Resources.builder();
    one.forEach((name, quantity) -> all.put(name, quantity.multiply(count)));
    return all.build();
  }

  private DemandGathering gathered(Tenant tenant) {
    return gathered.computeIfAbsent(tenant.name(), t -> new DemandGathering());
  }
}
