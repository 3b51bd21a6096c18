package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.object.Pod;
import java.time.Instant;

/**
 * What is set aside for a pod between the extender's yes and the news of its binding.
 *
 * @param pod the pod
 * @param node the node it is being bound to, empty until then
 * @param expires when it lapses if nothing is heard
 */
public record AssumedPod(Pod pod, String node, Instant expires) {

  /** Returns the pod's UID, by which bookings are told apart. */
  public String uid() {
    return uid(pod);
  }

  /** Returns by what the bookings of a pod are told from others. */
  public static String uid(Pod pod) {
    return pod.metadata().uid().isEmpty() ? pod.key() : pod.metadata().uid();
  }
}
