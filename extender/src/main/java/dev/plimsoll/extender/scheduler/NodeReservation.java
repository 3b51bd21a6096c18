package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;

/**
 * A node that accepts no other pod that would leave a large pod too little.
 *
 * @param pod the pod
 * @param node the node's name
 * @param expires when it is given up, in nanoseconds of a ticker
 */
public record NodeReservation(Pod pod, String node, long expires) {

  /** Returns the reserved amounts. */
  public Resources requests() {
    return Decisions.requests(pod);
  }

  /** Returns the devices among it. */
  public Resources devices() {
    return devices(pod);
  }

  /** Returns the devices that a pod requests. */
  static Resources devices(Pod pod) {
    return Decisions.requests(pod).mask(ResourceName::isExtended).removeZeros();
  }

  /** Returns whether it is for that pod. */
  boolean isFor(Pod other) {
    return AssumedPod.uid(pod).equals(AssumedPod.uid(other));
  }
}
