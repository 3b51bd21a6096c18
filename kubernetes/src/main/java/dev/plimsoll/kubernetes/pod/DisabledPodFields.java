package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodSpecBuilder;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Drops the fields of a pod whose feature is disabled, silently, as the API server does. Fields
 * that are in use already stay.
 *
 * <p>Source: {@code dropDisabledFields} in {@code pkg/api/pod/util.go}.
 */
public final class DisabledPodFields {

  private DisabledPodFields() {}

  /**
   * Returns the spec without fields of disabled features.
   *
   * @param former the spec as stored; empty for one that is new
   */
  public static PodSpec drop(
      PodSpec spec, Optional<PodSpec> former, KubernetesControlPlane controlPlane) {
    boolean dropsResources =
        !controlPlane.enables(FeatureGate.POD_LEVEL_RESOURCES)
            && spec.resources().isPresent()
            && former.flatMap(PodSpec::resources).isEmpty();
    boolean dropsClaims =
        !controlPlane.enables(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION)
            && claimsDevices(spec)
            && !former.map(DisabledPodFields::claimsDevices).orElse(false);
    if (!dropsResources && !dropsClaims) {
      return spec;
    }
    PodSpecBuilder left = PodSpecBuilder.builder(spec);
    if (dropsResources) {
      left.resources(Optional.empty());
    }
    if (dropsClaims) {
      left.resourceClaims(List.of())
          .containers(withoutClaims(spec.containers()))
          .initContainers(withoutClaims(spec.initContainers()));
    }
    return left.build();
  }

  private static boolean claimsDevices(PodSpec spec) {
    return !spec.resourceClaims().isEmpty()
        || Stream.concat(spec.containers().stream(), spec.initContainers().stream())
            .anyMatch(c -> !c.resources().claims().isEmpty());
  }

  private static List<Container> withoutClaims(List<Container> containers) {
    List<Container> left = new ArrayList<>(containers.size());
    for (Container container : containers) {
      ResourceRequirements given = container.resources();
      left.add(container.withResources(ResourceRequirements.of(given.requests(), given.limits())));
    }
    return left;
  }
}
