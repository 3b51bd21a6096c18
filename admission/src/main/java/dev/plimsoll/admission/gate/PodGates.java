package dev.plimsoll.admission.gate;

import dev.plimsoll.model.object.Pod;

/** The gates of the pods that the API server has. */
interface PodGates {

  /** What has become of an attempt. */
  enum Removal {
    /** The gate is gone. */
    DONE,
    /** It isn't removed: the pod has changed, or is gone. */
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
   * Says on a pod what it waits for; it doesn't matter if that fails.
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
