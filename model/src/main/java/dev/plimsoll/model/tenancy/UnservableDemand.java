package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.quantity.Resources;

/**
 * Pods that no node could take even if it were empty.
 *
 * @param object the pod, or what would create the pods
 * @param pods how many they are
 * @param each what one of them requests
 */
public record UnservableDemand(ObjectReference object, int pods, Resources each) {}
