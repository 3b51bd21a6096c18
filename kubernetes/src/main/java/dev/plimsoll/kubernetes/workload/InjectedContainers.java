package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Containers that webhooks and policies add to new pods, such as the proxy of a service mesh. The
 * newest pod of a template shows which containers the next pod gets. Only ReplicaSets and Jobs tell
 * for certain that a pod was made from the present template.
 */
final class InjectedContainers {
  private static final Set<String> FIXED_TEMPLATE = Set.of("ReplicaSet", "Job");

  private InjectedContainers() {}

  /** Returns the spec with the containers that the newest pod has beyond the template. */
  static PodSpec into(PodSpec spec, Workload workload, List<Pod> pods) {
    return FIXED_TEMPLATE.contains(workload.type().kind())
        ? pods.stream()
            .max(Comparator.comparing(InjectedContainers::created))
            .map(newest -> into(spec, newest.spec()))
            .orElse(spec)
        : spec;
  }

  private static Instant created(Pod pod) {
    return pod.metadata().creationTimestamp().orElse(Instant.MIN);
  }

  private static PodSpec into(PodSpec spec, PodSpec made) {
    List<Container> containers = merged(spec.containers(), made.containers());
    List<Container> initContainers = merged(spec.initContainers(), made.initContainers());
    return containers.size() == spec.containers().size()
            && initContainers.size() == spec.initContainers().size()
        ? spec
        : spec.with().containers(containers).initContainers(initContainers).build();
  }

  /** Returns all containers in the pod's order, which counts for sidecars among init containers. */
  private static List<Container> merged(List<Container> template, List<Container> made) {
    Map<String, Container> all = new LinkedHashMap<>();
    made.forEach(c -> all.put(c.name(), c));
    template.forEach(c -> all.put(c.name(), c));
    return List.copyOf(all.values());
  }
}
