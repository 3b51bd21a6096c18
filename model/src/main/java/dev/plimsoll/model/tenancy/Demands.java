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
import dev.plimsoll.model.workload.PodGroup;
import dev.plimsoll.model.workload.PodMaker;
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

/**
 * What the tenants of a cluster want: what they have placed, what is pending, and what was refused
 * at admission, by the pods that workloads should have and haven't.
 */
public final class Demands {
  private final Cluster cluster;
  private final TenantNamespaces tenants;
  private final Reach reach;
  private final Map<String, String> poolOfNode = new HashMap<>();
  private final Map<String, Gathered> gathered = new HashMap<>();

  /** A tenant's wants by pools. */
  private record Gathered(
      Map<Set<String>, Resources> placed,
      Map<Set<String>, Resources> pending,
      Map<Set<String>, Resources> refused,
      Map<ResourceName, Set<String>> reach) {
    Gathered() {
      this(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), new HashMap<>());
    }

    Demand demand(String tenant) {
      return new Demand(tenant, list(placed), list(pending), list(refused), reach);
    }

    Set<String> reaches(Set<String> pools, Resources requests) {
      requests.names().forEach(n -> reach.merge(n, pools, Gathered::union));
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

    private static List<Wanted> list(Map<Set<String>, Resources> some) {
      List<Wanted> wanted = new ArrayList<>();
      some.forEach((pools, resources) -> wanted.add(new Wanted(pools, resources)));
      return wanted;
    }
  }

  private Demands(Cluster cluster, Capacity capacity) {
    this.cluster = cluster;
    this.tenants = TenantNamespaces.of(cluster, capacity.policy());
    this.reach = new Reach(capacity);
    for (PoolCapacity pool : capacity.pools()) {
      for (Node node : pool.nodes()) {
        poolOfNode.put(node.name(), pool.name());
      }
    }
  }

  /** Returns what each tenant wants, in the order of the policy. */
  public static List<Demand> of(Cluster cluster, Capacity capacity) {
    Demands demands = new Demands(cluster, capacity);
    cluster.list(Pod.class).forEach(demands::existing);
    for (PodGroup group : Workloads.of(cluster).groups()) {
      group.makers().forEach(demands::missing);
    }
    return capacity.policy().tenants().stream()
        .map(
            t ->
                Optional.ofNullable(demands.gathered.get(t.name()))
                    .map(g -> g.demand(t.name()))
                    .orElse(Demand.none(t.name())))
        .toList();
  }

  /** Returns what the pods would request that workloads should have and haven't, by namespace. */
  public static SortedMap<String, Resources> missing(Cluster cluster) {
    SortedMap<String, Resources> missing = new TreeMap<>();
    for (PodGroup group : Workloads.of(cluster).groups()) {
      for (PodMaker maker : group.makers()) {
        if (maker.missing() > 0) {
          Resources one =
              PodResources.requests(
                  admitted(cluster, maker), PodResourcesOptions.SCHEDULER_INCOMING);
          missing.merge(maker.workload().namespace(), times(one, maker.missing()), Resources::add);
        }
      }
    }
    return missing;
  }

  /** Returns of each workload that misses pods the next one, as it would be admitted. */
  public static List<Pod> next(Cluster cluster) {
    List<Pod> next = new ArrayList<>();
    for (PodGroup group : Workloads.of(cluster).groups()) {
      for (PodMaker maker : group.makers()) {
        if (maker.missing() > 0) {
          next.add(admitted(cluster, maker));
        }
      }
    }
    return List.copyOf(next);
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
                hold(pod, g);
              } else {
                wait(pod, 1, g, g.pending);
              }
            });
  }

  private void hold(Pod pod, Gathered gathered) {
    Resources held = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
    gathered.reaches(reach.of(pod, held), held);
    String pool = poolOfNode.get(pod.spec().nodeName());
    gathered.placed.merge(pool == null ? Set.of() : Set.of(pool), held, Resources::add);
  }

  private void missing(PodMaker maker) {
    if (maker.missing() > 0) {
      tenants
          .tenantOf(maker.workload().namespace())
          .map(this::gathered)
          .ifPresent(g -> wait(admitted(cluster, maker), maker.missing(), g, g.refused));
    }
  }

  /** Returns the next pod as the API server would store it, as far as its requests go. */
  private static Pod admitted(Cluster cluster, PodMaker maker) {
    Pod next = PodDefaults.apply(maker.nextPods(1).get(0));
    return LimitRanger.admit(next, List.copyOf(cluster.list(LimitRange.class, next.namespace())))
        .pod();
  }

  private void wait(Pod pod, int count, Gathered gathered, Map<Set<String>, Resources> where) {
    Resources one = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    where.merge(gathered.reaches(reach.of(pod, one), one), times(one, count), Resources::add);
  }

  private static Resources times(Resources one, int count) {
    Resources.Builder all = Resources.builder();
    one.forEach((name, quantity) -> all.put(name, quantity.multiply(count)));
    return all.build();
  }

  private Gathered gathered(Tenant tenant) {
    return gathered.computeIfAbsent(tenant.name(), t -> new Gathered());
  }
}
