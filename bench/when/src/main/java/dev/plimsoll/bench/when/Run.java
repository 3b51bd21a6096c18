package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.object.Pod;
import java.time.Duration;
import java.time.Instant;

/**
 * A pod that got a node.
 *
 * @param pod the pod as it ran
 * @param started when it got the node
 * @param ended when it ends
 */
record Run(Pod pod, Instant started, Instant ended) {

  Instant created() {
    return pod.metadata().creationTimestamp().orElseThrow();
  }

  Duration waited() {
    return Duration.between(created(), started);
  }
}
