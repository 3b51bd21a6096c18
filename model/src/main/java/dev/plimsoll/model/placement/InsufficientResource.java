package dev.plimsoll.model.placement;

import dev.plimsoll.model.quantity.ResourceName;

/**
 * A resource of which a node has not enough left. Figures are milli for cpu, else whole units.
 *
 * @param name the resource; {@code pods} stands for the number of pods
 * @param requested what the pod asks for
 * @param used what the pods on the node ask for
 * @param capacity what the node has to give
 */
public record InsufficientResource(ResourceName name, long requested, long used, long capacity) {

  /** Returns the reason as kube-scheduler words it. */
  public String reason() {
    return name == ResourceName.PODS ? "Too many pods" : "Insufficient " + name;
  }

  /** Returns whether even the empty node had not enough; never said of the number of pods. */
  public boolean unresolvable() {
    return name != ResourceName.PODS && requested > capacity;
  }
}
