package dev.plimsoll.model.warning;

import dev.plimsoll.kubernetes.capacity.EligibleHeadroom;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Says that a pod finds no node at present. It names amounts, the pool of a node that the pod may
 * run on, and the pod's own tenant: nobody else's namespaces, and no nodes.
 */
final class PlacementWarning {
  private static final Set<String> OF_CLAIMS = Set.of("VolumeRestrictions", "VolumeBinding");

  private final Simulation simulation;
  private final List<CapacityPolicy> policies;
  private final Optional<QuotaHeadroom> quotaHeadroom;

  private PlacementWarning(
      Simulation simulation, List<CapacityPolicy> policies, Optional<QuotaHeadroom> quotaHeadroom) {
    this.simulation = simulation;
    this.policies = policies;
    this.quotaHeadroom = quotaHeadroom;
  }

  PlacementWarning(
      Simulation simulation, List<CapacityPolicy> policies, QuotaHeadroom quotaHeadroom) {
    this(simulation, policies, Optional.of(quotaHeadroom));
  }

  /** Returns the warnings of a later state, in which the quotas' headroom is not known. */
  PlacementWarning after(Simulation later) {
    return new PlacementWarning(later, policies, Optional.empty());
  }

  /**
   * Returns it; empty if the pod finds a node, or isn't looked at yet, or if that isn't known.
   *
   * @param it what waits, as the text calls it, with what it does
   */
  Optional<String> of(Pod pod, String it) {
    if (pod.isBound() || pod.isTerminal()) {
      return Optional.empty();
    }
    return of(pod, simulation.scheduleResultOf(pod), it);
  }

  /**
   * Returns the warning for what the scheduler says of a pod; empty if the pod finds a node, or if
   * that isn't known. A missing claim is named in kube-scheduler's words.
   */
  Optional<String> of(Pod pod, ScheduleResult result, String it) {
    if (result instanceof ScheduleResult.NoNodes) {
      return Optional.of("the cluster has no nodes; " + it);
    }
    if (result instanceof ScheduleResult.Unschedulable why) {
      return why.preFilter()
          .map(PlacementWarning::ownReason)
          .orElseGet(() -> Optional.of(text(pod, why)))
          .map(text -> text + "; " + it);
    }
    return Optional.empty();
  }

  /**
   * Returns the reasons about the pod's own claims. Reasons of other plug-ins may name objects of
   * other tenants.
   */
  private static Optional<String> ownReason(Rejection rejection) {
    return OF_CLAIMS.contains(rejection.plugin())
        ? Optional.of(String.join(", ", rejection.reasons()))
        : Optional.empty();
  }

  private String text(Pod pod, ScheduleResult.Unschedulable why) {
    List<Node> eligible = new ArrayList<>();
    boolean isKeptAway = false;
    for (NodeDiagnosis diagnosis : why.nodes()) {
      if (diagnosis.isEligible()) {
        eligible.add(diagnosis.node());
        isKeptAway |= !diagnosis.plugin().equals("NodeResourcesFit");
      }
    }
    Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    EligibleHeadroom headroom = EligibleHeadroom.of(eligible, this::headroom, requests);
    Optional<ResourceName> nowhere = headroom.nowhere();
    if (eligible.isEmpty()) {
      return "no node is eligible, by its selectors, affinity and tolerations";
    }
    if (nowhere.isPresent()) {
      return "no eligible node has " + nowhere.get();
    }
    if (isKeptAway) {
      return "no eligible node fits now: ports, volumes, spread or other pods keep it away";
    }
    ResourceName resource = headroom.shortInSum().or(headroom::scarcest).orElse(ResourceName.PODS);
    Quantity requested = requests.getOrZero(resource);
    Quantity largest = headroom.largest(resource);
    return largest.compareTo(requested) < 0
        ? shortage(pod, resource, requested, largest, pool(eligible, resource, largest))
        : "no eligible node has all that it requests free at once";
  }

  private String shortage(
      Pod pod, ResourceName resource, Quantity requested, Quantity largest, String pool) {
    String allowance =
        quotaHeadroom
            .flatMap(quota -> quota.of(pod.namespace(), resource))
            .filter(left -> left.compareTo(requested) >= 0)
            .map(left -> owner(pod.namespace()) + " has quota for " + left + " more, but ")
            .orElse("");
    return allowance
        + "no node has "
        + requested
        + " "
        + resource
        + " free: the largest free block is "
        + largest
        + (pool.isEmpty() ? "" : " (pool " + pool + ")");
  }

  private Resources headroom(Node node) {
    return NodeCapacity.of(simulation.cluster(), node).headroom();
  }

  /** Returns where the largest block is; empty if nodes there are called nothing. */
  private String pool(List<Node> eligible, ResourceName resource, Quantity largest) {
    return eligible.stream()
        .filter(n -> headroom(n).getOrZero(resource).compareTo(largest) == 0)
        .map(this::pool)
        .min(Comparator.naturalOrder())
        .orElse("");
  }

  private String pool(Node node) {
    return policies.stream()
        .flatMap(p -> p.poolOf(node).stream())
        .map(NodePool::name)
        .findFirst()
        .orElseGet(() -> NodeGroups.labelledProduct(node).orElse(""));
  }

  private String owner(String namespace) {
    return policies.stream()
        .flatMap(p -> TenantNamespaces.tenantOf(namespace, simulation.cluster(), p).stream())
        .map(Tenant::name)
        .findFirst()
        .map(tenant -> "tenant " + tenant)
        .orElse("namespace " + namespace);
  }
}
