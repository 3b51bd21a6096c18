package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;

/**
 * The allocator's features, by the feature gates that are enabled.
 *
 * <p>Source: {@code AllocatorFeatures} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}.
 *
 * @param adminAccess whether requests may take devices that others have
 * @param prioritizedList whether requests may have alternatives
 * @param partitionableDevices whether devices may consume counters
 * @param deviceTaints whether taints of devices count
 * @param bindingConditions whether devices may have conditions for binding
 * @param consumableCapacity whether devices may be shared
 */
record AllocatorFeatures(
    boolean adminAccess,
    boolean prioritizedList,
    boolean partitionableDevices,
    boolean deviceTaints,
    boolean bindingConditions,
    boolean consumableCapacity) {

  static AllocatorFeatures of(KubernetesControlPlane controlPlane) {
    return new AllocatorFeatures(
        controlPlane.enables(FeatureGate.DRA_ADMIN_ACCESS),
        controlPlane.enables(FeatureGate.DRA_PRIORITIZED_LIST),
        controlPlane.enables(FeatureGate.DRA_PARTITIONABLE_DEVICES),
        controlPlane.enables(FeatureGate.DRA_DEVICE_TAINTS),
        controlPlane.enables(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS),
        controlPlane.enables(FeatureGate.DRA_CONSUMABLE_CAPACITY));
  }
}
