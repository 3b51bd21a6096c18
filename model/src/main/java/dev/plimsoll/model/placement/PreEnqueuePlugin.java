package dev.plimsoll.model.placement;

import java.util.Optional;

/** A plug-in that decides whether a pod is looked at at all. */
public interface PreEnqueuePlugin {

  /** Returns what holds the pod back, if anything does. */
  Optional<Placement.Gated> preEnqueue(PodInfo pod, Snapshot snapshot);
}
