package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.PreEnqueuePlugin;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * Gates pods that have scheduling gates. The text is the one the API server puts into the pod's
 * condition; the scheduler itself writes nothing.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go}, {@code
 * applySchedulingGatedCondition} in {@code pkg/registry/core/pod/strategy.go}.
 */
public final class SchedulingGates implements PreEnqueuePlugin {
  private static final String MESSAGE = "Scheduling is blocked due to non-empty scheduling gates";

  @Override
  public Optional<ScheduleResult.Gated> preEnqueue(PodInfo pod, Snapshot snapshot) {
    List<String> gates = pod.pod().spec().schedulingGates();
    return gates.isEmpty()
        ? Optional.empty()
        : Optional.of(new ScheduleResult.Gated("SchedulingGates", gates, MESSAGE));
  }
}
