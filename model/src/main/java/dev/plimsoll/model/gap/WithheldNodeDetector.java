package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Taint;
import dev.plimsoll.model.object.Toleration;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.placement.snapshot.Tolerations;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds nodes that hold a scarce resource back: cordoned, not ready, or with a taint that no pod
 * and no pod template of the cluster that requests the resource tolerates.
 */
final class WithheldNodeDetector implements GapDetector {

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    List<Finding> found = new ArrayList<>();
    Map<ResourceName, Set<List<Toleration>>> users = users(detectionContext);
    for (Node node : detectionContext.cluster().nodes()) {
      for (ResourceName resource : detectionContext.scarce()) {
        Quantity free = detectionContext.free(node).getOrZero(resource);
        if (free.signum() > 0) {
          reason(node, users.getOrDefault(resource, Set.of()))
              .ifPresent(why -> found.add(finding(detectionContext, node, resource, free, why)));
        }
      }
    }
    return found;
  }

  /** Returns the tolerations of everything that requests each scarce resource. */
  private static Map<ResourceName, Set<List<Toleration>>> users(DetectionContext detectionContext) {
    Map<ResourceName, Set<List<Toleration>>> users = new HashMap<>();
    for (Pod pod : detectionContext.cluster().list(Pod.class)) {
      if (!pod.isTerminal()) {
        note(detectionContext, users, pod);
      }
    }
    for (Workload workload : detectionContext.cluster().list(Workload.class)) {
      for (Workload.PodTemplate template : workload.templates()) {
        note(detectionContext, users, DetectionContext.podOf(workload, template));
      }
    }
    return users;
  }

  private static void note(
      DetectionContext detectionContext, Map<ResourceName, Set<List<Toleration>>> users, Pod pod) {
    for (ResourceName name : DetectionContext.requests(pod).names()) {
      if (detectionContext.scarce().contains(name)) {
        users.computeIfAbsent(name, n -> new HashSet<>()).add(pod.spec().tolerations());
      }
    }
  }

  private static Optional<String> reason(Node node, Collection<List<Toleration>> users) {
    if (node.unschedulable()) {
      return Optional.of("is cordoned");
    }
    if (!node.isReady()) {
      return Optional.of("is not ready");
    }
    List<Taint> keepingOut =
        node.taints().stream().filter(t -> !t.effect().equals("PreferNoSchedule")).toList();
    boolean reached =
        users.isEmpty()
            || users.stream()
                .anyMatch(
                    tolerations ->
                        keepingOut.stream()
                            .allMatch(taint -> Tolerations.tolerates(tolerations, taint)));
    return reached
        ? Optional.empty()
        : Optional.of(
            "has the taint "
                + keepingOut.stream()
                    .filter(t -> users.stream().noneMatch(u -> Tolerations.tolerates(u, t)))
                    .findFirst()
                    .map(WithheldNodeDetector::text)
                    .orElse(
                        "combination "
                            + keepingOut.stream().map(WithheldNodeDetector::text).toList())
                + ", which no pod that requests it tolerates");
  }

  static String text(Taint taint) {
    String value = taint.value().isEmpty() ? "" : "=" + taint.value();
    return taint.key() + value + ":" + taint.effect();
  }

  private static Finding finding(
      DetectionContext detectionContext,
      Node node,
      ResourceName resource,
      Quantity free,
      String why) {
    return FindingBuilder.of(GapKind.CapacityWithheld, node)
        .resource(resource)
        .message(
            "node "
                + node.name()
                + " "
                + why
                + " and holds "
                + free
                + " free "
                + resource
                + " back")
        .evidence("free", free)
        .evidence("allocatable", node.allocatable().getOrZero(resource))
        .evidence("why", why)
        .remedies(
            () ->
                node.unschedulable()
                    ? List.of(QuotaRemedies.uncordon(detectionContext, node))
                    : List.of());
  }
}
