package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of a pod that quotas, scopes, shares, gangs and reservations read. Waiting pods of one
 * shape are held or free alike.
 *
 * @param namespace the pods' namespace
 * @param gang the pods' gang, if they belong to one
 * @param spec what they ask for and which scopes match them; all else is left out
 * @param reservedNodes the nodes that would take them and are reserved for others, if that holds
 *     them
 */
record PodShape(String namespace, Optional<Gang> gang, PodSpec spec, Set<String> reservedNodes) {

  static PodShape of(Pod pod, Set<String> reservedNodes) {
    PodSpec spec = pod.spec();
    return new PodShape(
        pod.namespace(),
        Gang.of(pod),
        PodSpec.builder()
            .initContainers(resourcesOnly(spec.initContainers()))
            .containers(resourcesOnly(spec.containers()))
            .resources(spec.resources())
            .overhead(spec.overhead())
            .affinity(spec.affinity())
            .priorityClassName(spec.priorityClassName())
            .priority(spec.priority())
            .activeDeadlineSeconds(spec.activeDeadlineSeconds())
            .resourceClaims(spec.resourceClaims())
            .build(),
        Set.copyOf(reservedNodes));
  }

  private static List<Container> resourcesOnly(List<Container> containers) {
    return containers.stream()
        .map(c -> new Container("", c.resources(), List.of(), c.restartPolicy()))
        .toList();
  }

  /** Returns the pods' priority, by which kube-scheduler's queue is sorted first. */
  int priority() {
    return spec.priority().orElse(0);
  }
}
