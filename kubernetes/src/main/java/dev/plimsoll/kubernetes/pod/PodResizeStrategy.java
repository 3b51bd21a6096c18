package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the parts of a change that {@code pods/resize} accepts: resources of the containers and of
 * the pod, and resize policies. Everything else is dropped silently, including the annotation of
 * LimitRanger.
 *
 * <p>Source: {@code dropNonResizeUpdates} in {@code pkg/registry/core/pod/strategy.go}.
 */
public final class PodResizeStrategy {

  private PodResizeStrategy() {}

  /**
   * Returns the former pod with the wanted resources. Where containers were added, removed, renamed
   * or put in another order, they are left so, for the validation to reject them.
   *
   * @param wanted the pod as submitted, after mutating admission
   * @param former the pod as stored
   * @param controlPlane by whose rules the pod's own resources may be changed or not
   */
  public static Pod prepareForUpdate(Pod wanted, Pod former, KubernetesControlPlane controlPlane) {
    List<Container> containers = wanted.spec().containers();
    List<Container> initContainers = wanted.spec().initContainers();
    if (containers.size() != former.spec().containers().size()
        || initContainers.size() != former.spec().initContainers().size()) {
      return wanted;
    }
    return former.withSpec(
        former
            .spec()
            .with()
            .containers(resized(containers, former.spec().containers()))
            .initContainers(resized(initContainers, former.spec().initContainers()))
            .resources(
                controlPlane.enables(FeatureGate.POD_LEVEL_RESOURCES_VERTICAL_SCALING)
                    ? wanted.spec().resources()
                    : former.spec().resources())
            .build());
  }

  private static List<Container> resized(List<Container> wanted, List<Container> former) {
    List<Container> resized = new ArrayList<>(former.size());
    for (int i = 0; i < former.size(); i++) {
      if (!wanted.get(i).name().equals(former.get(i).name())) {
        return wanted;
      }
      resized.add(
          former
              .get(i)
              .withResources(wanted.get(i).resources())
              .withResizePolicy(wanted.get(i).resizePolicy()));
    }
    return resized;
  }
}
