package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.capacity.NodeOutlook;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Claimants;
import dev.plimsoll.model.tenancy.ClusterQuotaLimits;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.NamespaceDemand;
import dev.plimsoll.model.tenancy.NamespaceDemands;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.PoolCapacity;
import dev.plimsoll.model.tenancy.PoolDemand;
import dev.plimsoll.model.tenancy.QuotaRequests;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.TenantDemand;
import dev.plimsoll.model.tenancy.TenantDemands;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Observes a cluster for a decision. */
public final class ClusterObservation {
  private final Cluster cluster;
  private final Workloads workloads;
  private final CapacityPolicy policy;
  private final TenantCapacity tenantCapacity;
  private final SortedMap<String, NamespaceDemand> demands;
  private final Claimants claimants;
  private final List<NamespaceUsage> usages;
  private final DeniedPods deniedPods;
  private final QuotaRequests requests;
  private final ClusterQuotaLimits clusterQuotas;

  private ClusterObservation(
      Simulation simulation, CapacityPolicy policy, UsageHistory usageHistory) {
    this.cluster = simulation.cluster();
    this.workloads = simulation.workloads();
    this.policy = policy;
    this.tenantCapacity = TenantCapacity.of(cluster, policy);
    AdmissiblePods admissible = new AdmissiblePods(simulation, policy);
    this.demands = NamespaceDemands.of(cluster, workloads, tenantCapacity, admissible::count);
    List<TenantDemand> ofTenants = TenantDemands.of(demands, policy);
    this.claimants = new Claimants(tenantCapacity, ofTenants, usageHistory);
    this.usages = NamespaceUsages.of(cluster, workloads, policy);
    this.requests = QuotaRequests.of(cluster, policy);
    this.clusterQuotas = new ClusterQuotaLimits(cluster, policy);
    this.deniedPods = new DeniedPods(simulation, admissible, tenantCapacity, isScarce(ofTenants));
  }

  /**
   * Returns the observation of the cluster.
   *
   * @param usageHistory what tenants used and wanted before
   * @param acceptsLosses whether a person accepts the losses of capacity up to now
   */
  public static Observation of(
      Simulation simulation,
      CapacityPolicy policy,
      UsageHistory usageHistory,
      boolean acceptsLosses) {
    ClusterObservation seen = new ClusterObservation(simulation, policy, usageHistory);
    return new Observation(
        policy,
        seen.cluster.asOf(),
        policy.interval(),
        acceptsLosses,
        policy.resources().parallelStream().map(seen::of).toList());
  }

  private boolean isScarce(List<TenantDemand> ofTenants) {
    return policy.resources().stream()
        .anyMatch(
            r ->
                ofTenants.stream().mapToLong(d -> r.unitsFor(d.total(r))).sum()
                    > tenantCapacity.divided(r));
  }

  private ResourceObservation of(DividedResource resource) {
    List<PoolObservation> pools = new ArrayList<>();
    for (PoolCapacity pool : tenantCapacity.pools()) {
      if (resource.countsIn(pool.name())) {
        pools.add(pool(pool, resource));
      }
    }
    Map<String, Long> multiples = ChargeGranularity.of(cluster, workloads, resource);
    List<NamespaceUsage> of = usages.stream().filter(u -> u.resource().equals(resource)).toList();
    PartsOfUnits parts = PartsOfUnits.of(resource, of, pools, promisable(resource));
    List<NamespaceObservation> namespaces = new ArrayList<>();
    for (NamespaceUsage usage : of) {
      namespaces.add(namespace(usage, parts, multiples.getOrDefault(usage.namespace(), 1L)));
    }
    return new ResourceObservation(
        resource,
        parts.takenFrom(pools),
        claimants.of(resource),
        claimants.peaks(resource),
        namespaces,
        clusterQuotas.selections().stream()
            .flatMap(s -> observation(s, resource, of, parts).stream())
            .toList(),
        elsewhere(resource));
  }

  private static Optional<ClusterQuotaObservation> observation(
      ClusterQuotaLimits.Selection selection,
      DividedResource resource,
      List<NamespaceUsage> usages,
      PartsOfUnits parts) {
    Quantity others = selection.others(resource);
    BigDecimal written =
        parts.in(
            usages.stream().filter(u -> selection.namespaces().contains(u.namespace())).toList());
    return selection
        .hard(resource)
        .map(
            hard ->
                new ClusterQuotaObservation(
                    selection.quota().name(),
                    hard,
                    others,
                    resource.unitsIn(hard.subtract(others).toBigDecimal().subtract(written)),
                    selection.namespaces()));
  }

  private PoolObservation pool(PoolCapacity pool, DividedResource resource) {
    List<NodeObservation> nodes = new ArrayList<>();
    pool.nodes().forEach(n -> nodes.add(node(pool, n, resource)));
    pool.withheldNodes().forEach(n -> nodes.add(node(pool, n, resource)));
    nodes.removeIf(n -> n.available() + n.lost() + n.withheld() == 0);
    return new PoolObservation(
        pool.name(),
        pool.promisableUnits(resource),
        nodes,
        policy.pool(pool.name()).flatMap(NodePool::autoscaling).isPresent());
  }

  private static NodeObservation node(PoolCapacity pool, Node node, DividedResource resource) {
    Quantity all = node.allocatable().getOrZero(resource.name());
    Quantity taken =
        pool.taken().getOrDefault(node.name(), Resources.EMPTY).getOrZero(resource.name());
    long units = resource.unitsIn(all.subtract(taken).toBigDecimal());
    long takenUnits = resource.unitsIn(all.toBigDecimal()) - units;
    NodeOutlook outlook = NodeOutlook.of(node);
    return switch (outlook.prospect()) {
      case AVAILABLE -> new NodeObservation(node.name(), units, 0, Optional.empty(), takenUnits);
      case BACK_SOON ->
          NodeOutlook.isStarting(node)
              ? new NodeObservation(node.name(), 0, 0, Optional.empty(), takenUnits + units)
              : new NodeObservation(node.name(), 0, units, outlook.since(), takenUnits);
      case GOING -> new NodeObservation(node.name(), 0, 0, Optional.empty(), takenUnits + units);
    };
  }

  /** Returns the amount of available nodes for tenants, which needn't be whole units. */
  private BigDecimal promisable(DividedResource resource) {
    return tenantCapacity
        .allocatable(resource)
        .add(tenantCapacity.toCome(resource))
        .subtract(tenantCapacity.system(resource))
        .subtract(tenantCapacity.others(resource));
  }

  /** Returns the nodes that are there, and in no pool where the resource counts. */
  private Set<String> elsewhere(DividedResource resource) {
    Set<String> names = new HashSet<>();
    cluster.nodes().forEach(n -> names.add(n.name()));
    for (PoolCapacity pool : tenantCapacity.pools()) {
      if (resource.countsIn(pool.name())) {
        pool.taken().keySet().forEach(names::remove);
      }
    }
    return names;
  }

  private NamespaceObservation namespace(NamespaceUsage usage, PartsOfUnits parts, long multiple) {
    DividedResource resource = usage.resource();
    long running = capped(parts.units(usage.bound()));
    long charged = Math.max(running, capped(parts.units(usage.used())));
    long suspended =
        Optional.ofNullable(demands.get(usage.namespace()))
            .map(d -> units(d.suspended(), resource))
            .orElse(0L);
    return new NamespaceObservation(
        usage.tenant().name(),
        usage.namespace(),
        usage.hasQuota() ? capped(usage.nowUnits()) : NamespaceObservation.NO_QUOTA,
        running,
        charged,
        capped(deniedPods.denied(usage.namespace(), resource) + suspended),
        capped(deniedPods.placeable(usage.namespace(), resource)),
        multiple,
        capped(requests.units(usage.namespace(), resource)));
  }

  private static long units(List<PoolDemand> some, DividedResource resource) {
    return resource.unitsFor(TenantDemand.sum(some, resource));
  }

  /** Returns the units within bounds, so that no sum overflows. */
  private static long capped(long units) {
    return Math.max(0, Math.min(units, Claim.MAX_UNITS >> 20));
  }
}
