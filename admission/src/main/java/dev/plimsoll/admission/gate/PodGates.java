package dev.plimsoll.admission.gate;

import dev.plimsoll.kubernetes.object.Pod;

/** The gates of the pods that the API server has. */
interface PodGates {

  /** The outcome of an attempt. */
  enum Removal {
    /** The gate is gone. */
    DONE,
    /** The gate isn't removed: the pod has changed, or is gone. */
    OUTDATED,
    /** The state of the gate is unknown. */
    UNKNOWN
  }

  /**
   * Removes the gate of a pod that is as it was observed, and nothing else.
   *
   * @throws dev.plimsoll.kube.live.FencedException if this replica may not write any more
   * @throws GatesUnavailableException if the API server doesn't allow it, or not now
   */
  Removal remove(Pod pod) throws GatesUnavailableException;

  /**
   * Annotates a pod with the reason for which it waits; a failure doesn't matter.
   *
   * @throws dev.plimsoll.kube.live.FencedException if this replica may not write any more
   */
  void annotate(Pod pod, String waitsFor);

  /**
   * Lists the pods that there are now.
   *
   * @throws GatesUnavailableException if the API server doesn't give them
   */
  ListedPods list() throws GatesUnavailableException;
}
