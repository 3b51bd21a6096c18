package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The pods of a cluster that request extended resources and find no node.
 *
 * @param settled the cluster with the pods placed that do get a node
 * @param pods the other pods in the order of kube-scheduler's queue, without gated pods
 */
record DeviceQueue(Simulation settled, List<Pod> pods) {
  private static final int LONGEST = 2000;

  private static final Comparator<Pod> ORDER =
      Comparator.comparingInt((Pod p) -> -p.spec().priority().orElse(0))
          .thenComparing(p -> p.metadata().creationTimestamp().orElse(Instant.EPOCH))
          .thenComparing(Pod::key);

  private record Likeness(String namespace, Map<String, String> labels, PodSpec spec) {}

  DeviceQueue {
    pods = List.copyOf(pods);
  }

  /** Places the pods one after the other. A pod like one that found no node finds none either. */
  static DeviceQueue of(DetectionContext context) {
    PodHolds.Sequence holds = context.holds().start();
    List<Pod> pods =
        context.cluster().list(Pod.class).stream()
            .filter(p -> isWaiting(context.simulation(), p))
            .sorted(ORDER)
            .limit(LONGEST)
            .toList();
    Simulation current = context.simulation();
    Set<Likeness> failed = new HashSet<>();
    List<Pod> unplaced = new ArrayList<>();
    for (Pod pod : pods) {
      Likeness like = new Likeness(pod.namespace(), pod.metadata().labels(), pod.spec());
      Optional<Simulation> placed =
          failed.contains(like)
              ? Optional.empty()
              : Optional.of(current.schedule(pod))
                  .filter(step -> step.attempt().isPlaced() && holds.next(pod).isEmpty())
                  .map(Simulation.Step::after);
      if (placed.isEmpty()) {
        failed.add(like);
        unplaced.add(pod);
      }
      current = placed.orElse(current);
    }
    return new DeviceQueue(current, unplaced);
  }

  private static boolean isWaiting(Simulation simulation, Pod pod) {
    return !pod.isTerminal()
        && !pod.isBound()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().isEmpty()
        && simulation.isScheduled(pod)
        && DetectionContext.requests(pod).names().stream().anyMatch(ResourceName::isExtended);
  }
}
