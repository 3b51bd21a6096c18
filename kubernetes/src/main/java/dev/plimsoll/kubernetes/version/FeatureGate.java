package dev.plimsoll.kubernetes.version;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The feature gates on which modelled rules depend.
 *
 * <p>Source: {@code pkg/features/kube_features.go}, for 1.37 as of commit ae5d4d35bd94 of 24 July
 * 2026.
 */
public enum FeatureGate {
  /** Claims on devices, and the scheduler's plug-in for them. */
  DYNAMIC_RESOURCE_ALLOCATION("DynamicResourceAllocation", 32, 34, 35),
  /** Extended resources that device classes provide. */
  DRA_EXTENDED_RESOURCE("DRAExtendedResource", 35, 36, 37),
  /** Claims on devices that others have too. */
  DRA_ADMIN_ACCESS("DRAAdminAccess", 34, 34, 36),
  /** Requests of devices with alternatives. */
  DRA_PRIORITIZED_LIST("DRAPrioritizedList", 34, 34, 37),
  /** Devices that share counters. */
  DRA_PARTITIONABLE_DEVICES("DRAPartitionableDevices", 36, 36),
  /** Taints of devices. */
  DRA_DEVICE_TAINTS("DRADeviceTaints", 36, 36),
  /** Taints that DeviceTaintRules add to devices. */
  DRA_DEVICE_TAINT_RULES("DRADeviceTaintRules", 36, 37),
  /** Devices that pods are bound to only once their driver says so. */
  DRA_DEVICE_BINDING_CONDITIONS("DRADeviceBindingConditions", 36, 36),
  /** Devices that several claims share. */
  DRA_CONSUMABLE_CAPACITY("DRAConsumableCapacity", 36, 36),
  /** Changing the resources of a pod that runs. */
  POD_VERTICAL_SCALING("InPlacePodVerticalScaling", 33, 33, 35),
  /** The same for init containers that aren't sidecars. */
  INIT_CONTAINER_VERTICAL_SCALING("InPlacePodVerticalScalingInitContainers", 36, 36, 37),
  /** The same for the resources of the pod as a whole. */
  POD_LEVEL_RESOURCES_VERTICAL_SCALING("InPlacePodLevelResourcesVerticalScaling", 35, 36),
  /** The features that kubelets declare, and the scheduler's plug-in for them. */
  NODE_DECLARED_FEATURES("NodeDeclaredFeatures", 36, 36, 37),
  /** Changing requests and limits in the template of a suspended Job. */
  MUTABLE_JOB_RESOURCES("MutablePodResourcesForSuspendedJobs", 36, 36),
  /** Requests and limits of the pod as a whole. */
  POD_LEVEL_RESOURCES("PodLevelResources", 34, 34),
  /** Claims whose growth failed are charged what was allocated. */
  RECOVER_VOLUME_EXPANSION_FAILURE("RecoverVolumeExpansionFailure", 31, 32, 34),
  /** Quotas by the attributes class of a claim. */
  VOLUME_ATTRIBUTES_CLASS("VolumeAttributesClass", 33, 34, 36),
  /** StatefulSets that replace several pods at a time. */
  MAX_UNAVAILABLE_STATEFUL_SET("MaxUnavailableStatefulSet", 35, 37),
  /** Webhooks and policies in files of the API server, which no API lists. */
  MANIFEST_BASED_ADMISSION("ManifestBasedAdmissionControlConfig", 36, 37),
  /** Tolerations that compare numbers. */
  TAINT_TOLERATION_COMPARISON("TaintTolerationComparisonOperators", 35, FeatureGate.NEVER),
  /** No pod for a node without the CSI driver of its volumes, if the driver says so. */
  VOLUME_LIMIT_SCALING("VolumeLimitScaling", 36, 37);

  private static final int NEVER = Integer.MAX_VALUE;

  private final String text;
  private final int settable;
  private final int onByDefault;
  private final int locked;

  FeatureGate(String text, int settable, int onByDefault) {
    this(text, settable, onByDefault, NEVER);
  }

  /** Takes the minor versions of Kubernetes 1 from which on it is so. */
  FeatureGate(String text, int settable, int onByDefault, int locked) {
    this.text = text;
    this.settable = settable;
    this.onByDefault = onByDefault;
    this.locked = locked;
  }

  /**
   * Reads what Kubernetes' components take as {@code --feature-gates}: {@code A=true,B=false}.
   *
   * @throws IllegalArgumentException if a part isn't of that form, or a gate isn't one of these
   */
  public static Map<FeatureGate, Boolean> parse(String text) {
    Map<FeatureGate, Boolean> gates = new EnumMap<>(FeatureGate.class);
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String value = part.substring(equals + 1).strip();
      if (equals < 0 || !(value.equals("true") || value.equals("false"))) {
        throw new IllegalArgumentException(
            "\"" + part.strip() + "\" is not of the form NAME=true or NAME=false");
      }
      gates.put(named(part.substring(0, equals).strip()), Boolean.valueOf(value));
    }
    return gates;
  }

  private static FeatureGate named(String name) {
    return Arrays.stream(values())
        .filter(g -> g.text.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "feature gate \""
                        + name
                        + "\" is not modelled; expected one of "
                        + Arrays.stream(values())
                            .map(FeatureGate::toString)
                            .sorted()
                            .collect(Collectors.joining(", "))));
  }

  /**
   * Returns whether a version has the gate and the model knows enough of its rules to set it. That
   * excludes most alpha versions.
   */
  public boolean isSettableIn(KubernetesVersion version) {
    return isFrom(settable, version);
  }

  /** Returns whether it is enabled in a version where nothing else is said. */
  public boolean isDefaultIn(KubernetesVersion version) {
    return isFrom(onByDefault, version);
  }

  /** Returns whether it can't be disabled in a version. */
  public boolean isLockedIn(KubernetesVersion version) {
    return isFrom(locked, version);
  }

  private static boolean isFrom(int minor, KubernetesVersion version) {
    return version.compareTo(new KubernetesVersion(1, minor)) >= 0;
  }

  /** Returns the name under Kubernetes. */
  @Override
  public String toString() {
    return text;
  }
}
