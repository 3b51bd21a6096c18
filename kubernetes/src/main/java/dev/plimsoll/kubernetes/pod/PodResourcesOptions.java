package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;

/**
 * The parts that count when a pod's resources are added up. Each caller in Kubernetes chooses
 * differently; the constants are named after the callers.
 *
 * <p>Source: {@code staging/src/k8s.io/component-helpers/resource/helpers.go}.
 *
 * @param statusResources whether what the kubelet reports of a container counts beside its spec
 * @param podLevel which of the pod's own resources take the place of its containers'
 * @param overhead whether the runtime class' overhead comes on top
 * @param nonMissingContainerRequests what a container requests that says nothing of a resource
 * @param maxOfSums whether sums over the containers are compared during a resize, as since 1.37,
 *     instead of adding up what is greatest of each container
 */
public record PodResourcesOptions(
    boolean statusResources,
    PodLevel podLevel,
    boolean overhead,
    Resources nonMissingContainerRequests,
    boolean maxOfSums) {

  /** The pod-level resources that replace the sum over the containers. */
  public enum PodLevel {
    /** None. */
    SKIP,
    /** The CPU and memory in the spec. */
    CPU_AND_MEMORY,
    /** The CPU, memory and huge pages in the spec. */
    SPEC,
    /** As {@link #SPEC}; resources in force by the status count, too. */
    SPEC_AND_STATUS;

    boolean supports(ResourceName name) {
      return switch (this) {
        case SKIP -> false;
        case CPU_AND_MEMORY -> isCpuOrMemory(name);
        case SPEC, SPEC_AND_STATUS -> isCpuOrMemory(name) || name.isHugePage();
      };
    }

    private static boolean isCpuOrMemory(ResourceName name) {
      return name.equals(ResourceName.CPU) || name.equals(ResourceName.MEMORY);
    }
  }

  /** The charge of a ResourceQuota. */
  public static final PodResourcesOptions QUOTA =
      new PodResourcesOptions(true, PodLevel.SPEC, true, Resources.EMPTY, false);

  /** A pod that kube-scheduler looks for a node for. Also what a resize is compared with. */
  public static final PodResourcesOptions SCHEDULER_INCOMING =
      new PodResourcesOptions(false, PodLevel.SPEC, true, Resources.EMPTY, false);

  /** A pod that is on a node, as kube-scheduler counts it. */
  public static final PodResourcesOptions SCHEDULER_PLACED =
      new PodResourcesOptions(true, PodLevel.SPEC_AND_STATUS, true, Resources.EMPTY, false);

  /** The totals that a LimitRange of type Pod bounds. */
  public static final PodResourcesOptions LIMIT_RANGER =
      new PodResourcesOptions(false, PodLevel.CPU_AND_MEMORY, false, Resources.EMPTY, false);

  /** The containers' specs and nothing else. */
  public static final PodResourcesOptions CONTAINERS =
      new PodResourcesOptions(false, PodLevel.SKIP, false, Resources.EMPTY, false);

  /** Returns whether a pod as a whole may request the resource: cpu, memory and huge pages. */
  public static boolean isSupportedPodLevelResource(ResourceName name) {
    return PodLevel.SPEC.supports(name);
  }

  /** Returns the options without the parts whose features are disabled. */
  public PodResourcesOptions under(KubernetesControlPlane controlPlane) {
    boolean status = statusResources && controlPlane.enables(FeatureGate.POD_VERTICAL_SCALING);
    PodLevel level = podLevel;
    if (!controlPlane.enables(FeatureGate.POD_LEVEL_RESOURCES)) {
      level = PodLevel.SKIP;
    } else if (level == PodLevel.SPEC_AND_STATUS
        && !controlPlane.enables(FeatureGate.POD_LEVEL_RESOURCES_VERTICAL_SCALING)) {
      level = PodLevel.SPEC;
    }
    boolean sums = controlPlane.isAtLeast(KubernetesVersion.V1_37);
    return status == statusResources && level == podLevel && sums == maxOfSums
        ? this
        : new PodResourcesOptions(status, level, overhead, nonMissingContainerRequests, sums);
  }

  /** Returns a copy in which containers that leave out these resources request this much. */
  public PodResourcesOptions withNonMissingContainerRequests(Resources requests) {
    return new PodResourcesOptions(statusResources, podLevel, overhead, requests, maxOfSums);
  }
}
