package dev.plimsoll.extender.scheduler;

import java.time.Duration;
import java.util.Optional;

/**
 * The phase of a pod in {@link PodTable}. A pod that is bound or gone has no phase: the cluster
 * tells of a bound pod, and of a gone pod only the UID is kept.
 */
sealed interface PodPhase {
  /** How long an unknown pod counts: a pod that exists is shown within a moment. */
  Duration UNKNOWN_TTL = Duration.ofSeconds(5);

  /** Returns how the pod is assumed, if it is. */
  default Optional<Assumed> assumed() {
    return Optional.empty();
  }

  /** The pod has no node, and no answer has let the pod pass since it was rejected last. */
  record Waiting() implements PodPhase {}

  /**
   * The pod counts as placed, because it passed the filter or quota and share are reserved for it.
   *
   * @param node the node that the pod is being bound to; empty until then
   * @param asked the version that passed the filter; absent of a pod that did not pass
   * @param expires when the pod counts no more, in nanoseconds of a ticker
   */
  record Assumed(String node, Optional<String> asked, long expires) implements PodPhase {
    @Override
    public Optional<Assumed> assumed() {
      return Optional.of(this);
    }
  }

  /**
   * The scheduler asked about the pod and no watch has shown it yet.
   *
   * @param assumed how the pod is assumed, if it is
   * @param until when the pod counts no more, however often the scheduler asks
   */
  record Unknown(Optional<Assumed> assumed, long until) implements PodPhase {}
}
