package dev.plimsoll.extender.requeue;

import dev.plimsoll.model.object.Pod;

/**
 * Something to say about a pod.
 *
 * @param pod the pod
 * @param reason why, in one word
 * @param isWarning whether somebody should do something about it
 * @param text why, in a sentence
 * @param times how often it was found to be so
 */
record PodNotice(Pod pod, String reason, boolean isWarning, String text, long times) {
  PodNotice {
    if (times < 1) {
      throw new IllegalArgumentException("what was never found isn't said");
    }
  }

  PodNotice again() {
    return new PodNotice(pod, reason, isWarning, text, times + 1);
  }
}
