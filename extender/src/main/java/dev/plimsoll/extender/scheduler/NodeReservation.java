package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Optional;

/**
 * A node that accepts no other pod that would leave a large pod, or a pod of a gang, too little.
 *
 * @param pod the pod
 * @param gang the gang whose missing pods have reservations together; empty for a large pod
 * @param node the node's name
 * @param expires when it is given up, in nanoseconds of a ticker
 */
public record NodeReservation(Pod pod, Optional<Gang> gang, String node, long expires) {

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

  /** Returns whether it is for that pod itself. */
  boolean isOf(Pod other) {
    return AssumedPod.uid(pod).equals(AssumedPod.uid(other));
  }

  /** Returns whether it is for that pod or for the pod's gang. */
  boolean isFor(Pod other) {
    return isOf(other) || (gang.isPresent() && Gang.of(other).equals(gang));
  }

  /** Returns the reason for which the node rejects others. */
  String rejection() {
    return gang.isPresent() ? Gangs.REJECTION : NodeReservations.REJECTION;
  }
}
