package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.object.Pod;

/**
 * A pod that passed the filter but isn't seen on a node yet; its requests count as used.
 *
 * @param pod the pod
 * @param node the node it is being bound to, empty until then
 * @param expires when it expires if nothing is heard, in nanoseconds of a ticker
 */
public record AssumedPod(Pod pod, String node, long expires) {

  /** Returns the pod's UID, which distinguishes assumed pods. */
  public String uid() {
    return uid(pod);
  }

  /** Returns the pod's UID, or its name if it has no UID. */
  public static String uid(Pod pod) {
    return pod.metadata().uid().isEmpty() ? pod.key() : pod.metadata().uid();
  }
}
