package dev.plimsoll.model.testing;

import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodSpec;
import dev.plimsoll.model.object.PodStatus;
import dev.plimsoll.model.object.ResourceRequirements;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.List;
import java.util.Optional;

/** Makes pods for tests out of short texts: a resource list is {@code cpu=1,memory=2Gi}. */
public final class PodFixtures {

  private PodFixtures() {}

  /** Returns the resource list that a text names. */
  public static Resources list(String text) {
    Resources.Builder builder = Resources.builder();
    for (String entry : text.split(",")) {
      int equals = entry.indexOf('=');
      if (equals > 0) {
        builder.put(
            ResourceName.of(entry.substring(0, equals)),
            Quantity.parse(entry.substring(equals + 1)));
      }
    }
    return builder.build();
  }

  /** Returns requests and limits. */
  public static ResourceRequirements requirements(String requests, String limits) {
    return ResourceRequirements.of(list(requests), list(limits));
  }

  /** Returns a container. */
  public static Container container(String name, String requests, String limits) {
    return Container.of(name, requirements(requests, limits));
  }

  /** Returns an init container that keeps running. */
  public static Container sidecar(String name, String requests, String limits) {
    return new Container(name, requirements(requests, limits), List.of(), "Always");
  }

  /** Returns a pod named p of these containers. */
  public static Pod of(Container... containers) {
    return of(PodSpec.builder().containers(List.of(containers)));
  }

  /** Returns a pod named p. */
  public static Pod of(PodSpec.Builder spec) {
    return new Pod(ObjectMeta.of("team-a", "p"), spec.build(), PodStatus.PENDING);
  }

  /** Returns the pod with resources of its own. */
  public static Pod withResources(Pod pod, String requests, String limits) {
    return pod.withSpec(
        pod.spec().toBuilder().resources(Optional.of(requirements(requests, limits))).build());
  }

  /** Returns the pod with these init containers. */
  public static Pod withInit(Pod pod, Container... initContainers) {
    return pod.withSpec(pod.spec().toBuilder().initContainers(List.of(initContainers)).build());
  }

  /** Returns the pod with overhead. */
  public static Pod withOverhead(Pod pod, String overhead) {
    return pod.withSpec(pod.spec().toBuilder().overhead(list(overhead)).build());
  }
}
