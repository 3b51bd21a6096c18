package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.topology.TopologyLevels;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A policy for the tenants that share a cluster.
 *
 * @param name the name
 * @param tenants who shares it
 * @param pools the nodes that are shared, by kind; if there are none, each product is a pool
 * @param systemNamespaces namespaces whose pods serve all tenants
 * @param reserve what is kept in reserve, by resource
 * @param resources what is divided
 * @param division by what it is divided
 * @param interval how often it is decided at least
 * @param suspendedDemand whose waiting work counts as demand though it has no pods yet
 * @param enforcement what happens to a pod beyond its tenant's share
 * @param changes how quotas are changed
 * @param topology the levels of domains, from wide to narrow; if there are none, well-known labels
 *     count
 * @param approvals which QuotaRequests are approved or denied
 */
@RecordBuilder
public record CapacityPolicy(
    String name,
    List<Tenant> tenants,
    List<NodePool> pools,
    NamespaceSelection systemNamespaces,
    Map<ResourceName, Amount> reserve,
    List<DividedResource> resources,
    Division division,
    Duration interval,
    Set<SuspendedDemand> suspendedDemand,
    Enforcement enforcement,
    ChangePolicy changes,
    TopologyLevels topology,
    List<RequestApproval> approvals)
    implements CapacityPolicyBuilder.With, PolicyObject.Spec {

  /** The namespaces that Kubernetes itself runs in. */
  public static final NamespaceSelection SYSTEM =
      NamespaceSelection.named("kube-system", "kube-public", "kube-node-lease");

  /** How often it is decided where the policy doesn't say. */
  public static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(5);

  public CapacityPolicy {
    tenants = List.copyOf(tenants);
    pools = List.copyOf(pools);
    reserve = Map.copyOf(reserve);
    resources = List.copyOf(resources);
    suspendedDemand = Set.copyOf(suspendedDemand);
    approvals = List.copyOf(approvals);
  }

  /** Returns a policy that divides resources by weight, without reserve, and enforces nothing. */
  public static CapacityPolicy proportional(
      String name, List<Tenant> tenants, List<DividedResource> resources) {
    return new CapacityPolicy(
        name,
        tenants,
        List.of(),
        SYSTEM,
        Map.of(),
        resources,
        new Division.Proportional(BigDecimal.ONE),
        DEFAULT_INTERVAL,
        Set.of(),
        Enforcement.NONE,
        ChangePolicy.PROPOSED,
        TopologyLevels.NONE,
        List.of());
  }

  /**
   * Returns the policy with accounts as an advisor published them, by resource and tenant. A policy
   * without a history stays as it is.
   */
  public CapacityPolicy withAccounts(Map<ResourceName, Map<String, LeanedWeight>> accounts) {
    return division instanceof Division.Demand demand && demand.history().isPresent()
        ? withDivision(
            new Division.Demand(
                demand.window(), demand.overcommit(), demand.history().map(h -> h.with(accounts))))
        : this;
  }

  /** Returns the tenant of that name. */
  public Optional<Tenant> tenant(String tenant) {
    return tenants.stream().filter(t -> t.name().equals(tenant)).findFirst();
  }

  /** Returns the pool of that name; empty for a product of a policy without pools. */
  public Optional<NodePool> pool(String pool) {
    return pools.stream().filter(p -> p.name().equals(pool)).findFirst();
  }

  /** Returns the pool of a node: the first pool that selects the node. */
  public Optional<NodePool> poolOf(Node node) {
    return pools.stream().filter(p -> PoolNodes.selects(p, node)).findFirst();
  }

  /** Returns how the resource is divided, if it is. */
  public Optional<DividedResource> resource(ResourceName resource) {
    return resources.stream().filter(r -> r.name().equals(resource)).findFirst();
  }
}
