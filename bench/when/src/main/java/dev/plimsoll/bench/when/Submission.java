package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import java.time.Duration;
import java.time.Instant;

/**
 * A pod that somebody creates.
 *
 * @param pod the pod, with the time of its creation
 * @param runs how long it runs once it has a node
 */
record Submission(Pod pod, Duration runs) {

  Submission withSpec(PodSpec spec) {
    return new Submission(pod.withSpec(spec), runs);
  }

  Instant created() {
    return pod.metadata().creationTimestamp().orElseThrow();
  }
}
