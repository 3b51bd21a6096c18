package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.capacity.DeviceHeadroom;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.SchedulerProfiles;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds failures at binding, which keep a pod from every node that passes the filters. Once a node
 * is chosen, the claim for the pod's extended resources may be denied. Or the pod may name a claim
 * twice, which can't be reserved.
 *
 * <p>Source: {@code PreBind} and {@code bindClaim} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}.
 */
final class BindingFailure {
  private static final String PLUGIN = DefaultPlugin.DynamicResources.name();

  private BindingFailure() {}

  /**
   * Returns the result, or that the pod can't be bound.
   *
   * @param scheduler what chooses the node
   */
  static ScheduleResult of(
      Simulation simulation, Pod pod, ScheduleResult result, SchedulerProfiles scheduler) {
    if (!(result instanceof ScheduleResult.Feasible feasible)) {
      return result;
    }
    Optional<String> failure =
        pod.spec().resourceClaims().isEmpty()
            ? Optional.empty()
            : namedTwice(simulation.cluster(), pod);
    if (failure.isEmpty() && mayBeDeniedClaim(simulation.cluster(), pod)) {
      String node = scheduler.selectHost(simulation.snapshot(), pod, feasible.nodes());
      failure = deniedClaim(simulation, pod, scheduler.reserve(simulation.snapshot(), pod, node));
    }
    return failure.<ScheduleResult>map(f -> failed(simulation, feasible, f)).orElse(result);
  }

  /**
   * Returns the failure for a claim that the pod names twice: the second reservation finds the pod
   * already there.
   */
  private static Optional<String> namedTwice(Cluster cluster, Pod pod) {
    Set<String> seen = new HashSet<>();
    for (PodResourceClaim reference : pod.spec().resourceClaims()) {
      String name = reference.resourceClaimName();
      Optional<ResourceClaim> claim = cluster.find(ResourceClaim.class, pod.namespace(), name);
      boolean isAllocated = claim.filter(c -> c.allocation().isPresent()).isPresent();
      if (!name.isEmpty() && !seen.add(name) && isAllocated) {
        int users = claim.orElseThrow().reservedFor().size();
        return Optional.of(
            "add reservation to claim %s/%s: ResourceClaim.resource.k8s.io \"%s\" is invalid: status.reservedFor[%d]: Duplicate value: \"%s\""
                .formatted(pod.namespace(), name, name, users + 1, pod.metadata().uid()));
      }
    }
    return Optional.empty();
  }

  /** Nothing but a quota denies the claim, and there is one only for what classes serve. */
  private static boolean mayBeDeniedClaim(Cluster cluster, Pod pod) {
    boolean hasQuota =
        !cluster.list(ResourceQuota.class, pod.namespace()).isEmpty()
            || !cluster.list(ClusterResourceQuota.class).isEmpty();
    return hasQuota
        && PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING).names().stream()
            .anyMatch(r -> DeviceHeadroom.mayServe(cluster, r));
  }

  /**
   * Returns the denial of the claim for extended resources. The random end of the claim's name is
   * unknown.
   */
  private static Optional<String> deniedClaim(Simulation simulation, Pod pod, Cluster reserved) {
    String name = pod.name() + "-extended-resources";
    return reserved
        .find(ResourceClaim.class, pod.namespace(), name)
        .filter(c -> simulation.cluster().find(ResourceClaim.class, c.namespace(), name).isEmpty())
        .map(simulation::admissionOf)
        .filter(r -> r.isKnown() && !r.allowed())
        .map(AdmissionReport::message)
        .map(m -> "create claim for extended resources " + pod.namespace() + "/: " + m);
  }

  private static ScheduleResult.Unschedulable failed(
      Simulation simulation, ScheduleResult.Feasible feasible, String failure) {
    Rejection rejection = Rejection.error(PLUGIN, failure);
    List<NodeDiagnosis> nodes =
        feasible.nodes().stream()
            .flatMap(n -> simulation.snapshot().node(n).stream())
            .map(n -> new NodeDiagnosis(n.node(), rejection, Optional::empty))
            .toList();
    return new ScheduleResult.Unschedulable(
        "running PreBind plugin \"" + PLUGIN + "\": " + failure,
        nodes,
        Optional.of(rejection),
        feasible.assumptions());
  }
}
