package dev.plimsoll.model.hold;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Optional;

/** Says which pods are held at placement. */
@FunctionalInterface
public interface PodHolds {
  /** Holds no pod: no capacity policy holds pods. */
  PodHolds NONE = () -> pod -> Optional.empty();

  /** Starts a sequence of questions about pods, in the order in which kube-scheduler tries them. */
  Sequence start();

  /** Returns the holds once the cluster has changed; the same where that isn't known. */
  default PodHolds on(Cluster changed) {
    return this;
  }

  /**
   * Returns why no domain takes the pod's gang, if the gang must be within one. Pods that don't
   * exist yet count as copies of the pod. Of holds that know no domains, empty.
   */
  default Optional<PodHold> ofDomain(Pod pod) {
    return Optional.empty();
  }

  /** Returns whether a pod that passes may hold a later pod. */
  default boolean countPassed() {
    return this != NONE;
  }

  /** Returns the holds for somebody who may not see nodes. */
  default PodHolds withoutNodes() {
    PodHolds whole = this;
    return new PodHolds() {
      @Override
      public Sequence start() {
        Sequence sequence = whole.start();
        return pod -> sequence.next(pod).map(PodHold::withoutNodes);
      }

      @Override
      public Optional<PodHold> ofDomain(Pod pod) {
        return whole.ofDomain(pod).map(PodHold::withoutNodes);
      }

      @Override
      public PodHolds on(Cluster changed) {
        return whole.on(changed).withoutNodes();
      }

      @Override
      public boolean countPassed() {
        return whole.countPassed();
      }
    };
  }

  /** A sequence of questions. A pod that passes counts in the answers about later pods. */
  @FunctionalInterface
  interface Sequence {
    /** Returns why the pod is held; empty if it passes. */
    Optional<PodHold> next(Pod pod);
  }
}
