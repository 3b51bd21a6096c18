package dev.plimsoll.model.placement.framework;

import dev.plimsoll.model.placement.snapshot.PodInfo;
import dev.plimsoll.model.placement.snapshot.Snapshot;
import java.util.Optional;

/** A plug-in that decides whether a pod enters the active queue. */
public interface PreEnqueuePlugin {

  /** Returns what gates the pod, if anything does. */
  Optional<ScheduleResult.Gated> preEnqueue(PodInfo pod, Snapshot snapshot);
}
