package dev.plimsoll.model.hold;

import dev.plimsoll.model.object.Pod;
import java.util.Optional;

/** Says which pods are held at placement. */
@FunctionalInterface
public interface PodHolds {
  /** Holds no pod: no capacity policy holds pods. */
  PodHolds NONE = () -> pod -> Optional.empty();

  /** Returns what is asked about pods one after the other. */
  Sequence start();

  /** Returns the holds for somebody who may not see nodes. */
  default PodHolds withoutNodes() {
    return () -> {
      Sequence whole = start();
      return pod -> whole.next(pod).map(PodHold::withoutNodes);
    };
  }

  /** Pods that pass count for those that are asked about after them. */
  @FunctionalInterface
  interface Sequence {
    /** Returns why the pod is held; empty if it passes. */
    Optional<PodHold> next(Pod pod);
  }
}
