package dev.plimsoll.model.gap.detect;

import dev.plimsoll.model.capacity.NodeAvailability;
import dev.plimsoll.model.cluster.Requirement;
import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Taint;
import dev.plimsoll.model.object.Toleration;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.placement.snapshot.Tolerations;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.workload.Workloads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds nodes whose free extended resources no pod can use: cordoned, not ready, or with a taint
 * that no pod and no pod template of the cluster that requests the resource tolerates.
 */
final class WithheldNodeDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.CapacityWithheld);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.namespace().isEmpty()
        ? context.unreadNodes().and(PodRequirements.ofOwners(context))
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    if (!context.knows(List.of(Requirement.all(Pod.RESOURCE)))) {
      return List.of();
    }
    boolean knowsUsers = context.unread(Workloads.resources(context.cluster())).isEmpty();
    Map<ResourceName, Set<List<Toleration>>> users = users(context);
    return context
        .examination()
        .each(
            context.cluster().nodes(),
            ApiObject::reference,
            n -> findings(context, n, knowsUsers, users));
  }

  private static List<Finding> findings(
      DetectionContext context,
      Node node,
      boolean knowsUsers,
      Map<ResourceName, Set<List<Toleration>>> users) {
    List<Finding> found = new ArrayList<>();
    for (ResourceName resource : context.scarce()) {
      Quantity free = context.headroom(node).getOrZero(resource);
      if (free.signum() > 0) {
        reason(node, knowsUsers ? users.getOrDefault(resource, Set.of()) : List.of())
            .ifPresent(why -> found.add(finding(context, node, resource, free, why)));
      }
    }
    return found;
  }

  /** Returns the tolerations of everything that requests each scarce resource. */
  private static Map<ResourceName, Set<List<Toleration>>> users(DetectionContext context) {
    Map<ResourceName, Set<List<Toleration>>> users = new HashMap<>();
    for (Pod pod : context.cluster().list(Pod.class)) {
      if (!pod.isTerminal()) {
        note(context, users, pod);
      }
    }
    for (Workload workload : context.cluster().list(Workload.class)) {
      for (Workload.PodTemplate template : workload.templates()) {
        note(context, users, DetectionContext.podOf(workload, template));
      }
    }
    return users;
  }

  private static void note(
      DetectionContext context, Map<ResourceName, Set<List<Toleration>>> users, Pod pod) {
    for (ResourceName name : DetectionContext.requests(pod).names()) {
      if (context.scarce().contains(name)) {
        users.computeIfAbsent(name, n -> new HashSet<>()).add(pod.spec().tolerations());
      }
    }
  }

  private static Optional<String> reason(Node node, Collection<List<Toleration>> users) {
    NodeAvailability availability = NodeAvailability.of(node);
    if (!availability.isAvailable()) {
      return Optional.of(availability.message());
    }
    boolean reached =
        users.isEmpty() || users.stream().anyMatch(u -> NodeAvailability.of(node, u).isAvailable());
    return reached ? Optional.empty() : Optional.of(untolerated(node, users));
  }

  private static String untolerated(Node node, Collection<List<Toleration>> users) {
    List<Taint> taints = node.taints().stream().filter(Tolerations::preventsScheduling).toList();
    return "has the taint "
        + taints.stream()
            .filter(t -> users.stream().noneMatch(u -> Tolerations.tolerates(u, t)))
            .findFirst()
            .map(Taint::text)
            .orElse("combination " + taints.stream().map(Taint::text).toList())
        + ", which no pod that requests it tolerates";
  }

  private static Finding finding(
      DetectionContext context, Node node, ResourceName resource, Quantity free, String why) {
    return FindingBuilder.of(GapKind.CapacityWithheld, node)
        .resource(resource)
        .message(
            "node "
                + node.name()
                + " "
                + why
                + ": "
                + free
                + " free "
                + resource
                + " cannot be used")
        .evidence("free", free)
        .evidence("allocatable", node.allocatable().getOrZero(resource))
        .evidence("why", why)
        .cost(Costs.idle(context.cluster(), node, resource, free))
        .cause(context, new GapCause.WithheldNode(node));
  }
}
