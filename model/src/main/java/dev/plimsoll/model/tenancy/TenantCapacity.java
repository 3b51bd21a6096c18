package dev.plimsoll.model.tenancy;

import static java.util.stream.Collectors.partitioningBy;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.division.StepLimits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The capacity that can be given to tenants. It is the allocatable capacity of available nodes, and
 * of nodes that autoscalers may add, less the reserve and the requests of DaemonSets and system
 * namespaces. Quotas can promise less while other namespaces, which have no tenant, take some.
 *
 * <p>A DaemonSet of a tenant takes from that tenant's share, not from all shares.
 *
 * @param policy what was agreed
 * @param pools what the nodes have, by pool
 */
public record TenantCapacity(CapacityPolicy policy, List<PoolCapacity> pools) {

  public TenantCapacity {
    pools = List.copyOf(pools);
  }

  /** Returns the capacity of the cluster for tenants. */
  public static TenantCapacity of(Cluster cluster, CapacityPolicy policy) {
    TenantNamespaces tenants = TenantNamespaces.of(cluster, policy);
    List<PoolCapacity> pools = new ArrayList<>();
    PoolNodes.of(cluster, policy)
        .forEach((name, nodes) -> pools.add(pool(cluster, policy, tenants, name, nodes)));
    return new TenantCapacity(policy, pools);
  }

  /** Returns the pool of that name. */
  public Optional<PoolCapacity> pool(String name) {
    return pools.stream().filter(p -> p.name().equals(name)).findFirst();
  }

  /**
   * Returns the allocatable amount of available nodes, in the pools where the resource is counted.
   */
  public BigDecimal allocatable(DividedResource resource) {
    return sum(resource, PoolCapacity::allocatable);
  }

  /** Returns the allocatable amount of unavailable nodes. */
  public BigDecimal withheld(DividedResource resource) {
    return sum(resource, PoolCapacity::withheld);
  }

  /** Returns the requests of DaemonSets and system namespaces. */
  public BigDecimal system(DividedResource resource) {
    return sum(resource, PoolCapacity::system);
  }

  /** Returns the requests of other namespaces without a tenant. */
  public BigDecimal others(DividedResource resource) {
    return sum(resource, PoolCapacity::others);
  }

  /** Returns the nodes that autoscalers may add. */
  public List<Node> nodesToCome() {
    return pools.stream().flatMap(p -> p.toCome().nodes().stream()).toList();
  }

  /** Returns the amount on nodes that autoscalers may add. */
  public BigDecimal toCome(DividedResource resource) {
    return sum(resource, p -> p.toCome().sum());
  }

  /** Returns how many units there are for tenants and the reserve. */
  public long available(DividedResource resource) {
    return pools.stream().mapToLong(p -> p.units(resource)).sum();
  }

  /** Returns how many units quotas can promise, the reserve included. */
  public long promisable(DividedResource resource) {
    return pools.stream().mapToLong(p -> p.promisableUnits(resource)).sum();
  }

  /** Returns how the units of a resource are divided. */
  public DividedCapacity of(DividedResource resource) {
    return new DividedCapacity(policy, resource, available(resource));
  }

  /** Returns how many units are kept in reserve; a percentage is one of what is available. */
  public long reserve(DividedResource resource) {
    return of(resource).reserve();
  }

  /** Returns how many units are divided among tenants. */
  public long distributable(DividedResource resource) {
    return of(resource).distributable();
  }

  /** Returns how many units tenants may get together: what there is, times the overcommit. */
  public long divided(DividedResource resource) {
    return of(resource).divided();
  }

  /** Returns how many whole units an amount comes to; a percentage is one of what is divided. */
  public long units(DividedResource resource, Amount amount) {
    return of(resource).units(amount);
  }

  /** Returns how large one change may be; one unit can always be made. */
  public StepLimits stepLimits(DividedResource resource) {
    return of(resource).stepLimits();
  }

  private BigDecimal sum(DividedResource resource, Function<PoolCapacity, Resources> part) {
    return pools.stream()
        .filter(p -> resource.countsIn(p.name()))
        .map(p -> part.apply(p).getOrZero(resource.name()).toBigDecimal())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static PoolCapacity pool(
      Cluster cluster,
      CapacityPolicy policy,
      TenantNamespaces tenants,
      String name,
      List<Node> nodes) {
    Map<Boolean, List<Node>> byAvailability =
        nodes.stream().collect(partitioningBy(n -> NodeAvailability.of(n).isAvailable()));
    List<Node> available = byAvailability.getOrDefault(true, List.of());
    List<Node> withheld = byAvailability.getOrDefault(false, List.of());
    Map<String, Resources> takenOn = new HashMap<>();
    Resources system = Resources.EMPTY;
    Resources others = Resources.EMPTY;
    for (Node node : nodes) {
      Taken taken = Taken.of(cluster, policy, tenants, node);
      takenOn.put(node.name(), taken.system().add(taken.others()));
      if (NodeAvailability.of(node).isAvailable()) {
        system = system.add(taken.system());
        others = others.add(taken.others());
      }
    }
    return new PoolCapacity(
        name,
        available,
        withheld,
        allocatable(available),
        allocatable(withheld),
        system,
        others,
        policy.pool(name).map(p -> NodesToCome.of(p, nodes)).orElse(NodesToCome.NONE),
        takenOn);
  }

  /** The part of a node's allocatable resources that can't be given to tenants. */
  private record Taken(Resources system, Resources others) {
    static Taken of(Cluster cluster, CapacityPolicy policy, TenantNamespaces tenants, Node node) {
      Resources system = Resources.EMPTY;
      Resources others = Resources.EMPTY;
      for (Pod pod : cluster.podsOn(node.name())) {
        if (tenants.tenantOf(pod.namespace()).isEmpty()) {
          Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
          if (servesAll(cluster, policy, pod)) {
            system = system.add(requests);
          } else {
            others = others.add(requests);
          }
        }
      }
      Resources rest = node.allocatable().subtractWithNonNegativeResult(system);
      return new Taken(
          node.allocatable().subtract(rest),
          rest.subtract(rest.subtractWithNonNegativeResult(others)));
    }
  }

  private static boolean servesAll(Cluster cluster, CapacityPolicy policy, Pod pod) {
    boolean daemon =
        pod.metadata()
            .controller()
            .map(OwnerReference::kind)
            .filter("DaemonSet"::equals)
            .isPresent();
    return daemon
        || policy
            .systemNamespaces()
            .matches(pod.namespace(), TenantNamespaces.labels(cluster, pod.namespace()));
  }

  private static Resources allocatable(List<Node> nodes) {
    Resources sum = Resources.EMPTY;
    for (Node node : nodes) {
      sum = sum.add(node.allocatable());
    }
    return sum;
  }
}
