package dev.plimsoll.extender.requeue;

import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;

/**
 * Something to say about an object.
 *
 * @param type the object's kind
 * @param metadata its name, namespace and UID
 * @param reason why, in one word
 * @param isWarning whether somebody should do something about it
 * @param text why, in a sentence
 * @param times how often it was found to be so
 */
record Notice(
    GroupVersionKind type,
    ObjectMeta metadata,
    String reason,
    boolean isWarning,
    String text,
    long times) {
  private static final GroupVersionKind POD = GroupVersionKind.of("v1", "Pod");

  Notice {
    if (times < 1) {
      throw new IllegalArgumentException("what was never found isn't said");
    }
  }

  /** Creates a notice about a pod. */
  Notice(Pod pod, String reason, boolean isWarning, String text, long times) {
    this(POD, pod.metadata(), reason, isWarning, text, times);
  }

  /** Returns whether it is about a pod. */
  boolean isOfPod() {
    return type.equals(POD);
  }

  Notice saying(String sentence) {
    return new Notice(type, metadata, reason, isWarning, sentence, times);
  }

  Notice again() {
    return new Notice(type, metadata, reason, isWarning, text, times + 1);
  }
}
