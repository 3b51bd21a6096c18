package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.Optional;

/** A plug-in that decides whether a pod enters the active queue. */
public interface PreEnqueuePlugin {

  /** Returns the gate that keeps the pod from the active queue; empty if the pod may enter it. */
  Optional<ScheduleResult.Gated> preEnqueue(PodInfo pod, Snapshot snapshot);
}
