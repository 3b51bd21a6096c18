package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.model.lifetime.PodRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes occupants of the pods on nodes. */
final class RunningPods {
  private final PodTimes times;
  private final NodeTable table;
  private final ShareTable charges;

  RunningPods(PodTimes times, NodeTable table, ShareTable charges) {
    this.times = times;
    this.table = table;
    this.charges = charges;
  }

  /**
   * Returns the running pods, in an order in which names decide nothing: each pod's draw depends on
   * its place.
   */
  List<Occupant> occupants() {
    List<Occupant> occupants = new ArrayList<>();
    for (NodeInfo node : table.snapshot().nodes()) {
      for (PodInfo pod : node.pods()) {
        occupants.add(occupant(pod, node.index()));
      }
    }
    occupants.sort(
        Comparator.comparingInt(Occupant::node)
            .thenComparingDouble(o -> -o.age())
            .thenComparing(Occupant::held, Arrays::compare)
            .thenComparingDouble(Occupant::mostSeconds)
            .thenComparingDouble(o -> o.curve().map(c -> c.endingAge(o.age(), 0.5)).orElse(0.0))
            .thenComparingDouble(o -> o.curve().map(c -> c.endingAge(o.age(), 0.1)).orElse(0.0))
            .thenComparing(o -> o.pod().metadata().uid()));
    return occupants;
  }

  private Occupant occupant(PodInfo info, int node) {
    Pod pod = info.pod();
    Optional<Instant> started = PodRun.started(pod);
    double age = started.map(s -> Math.max(0, -times.seconds(s))).orElse(0.0);
    double most = Double.POSITIVE_INFINITY;
    boolean isLeaving = pod.metadata().deletionTimestamp().isPresent();
    if (isLeaving) {
      most = times.seconds(pod.metadata().deletionTimestamp().orElseThrow());
    } else if (pod.spec().activeDeadlineSeconds().isPresent()) {
      most = pod.spec().activeDeadlineSeconds().getAsLong() + PodTimes.grace(pod) - age;
    }
    most = Math.min(most, times.jobDeadline(pod) + PodTimes.grace(pod));
    return new Occupant(
        pod,
        node,
        table.held(info),
        charges.held(pod),
        times.owner(pod).isService(),
        times.curve(pod),
        age,
        Math.max(0, most),
        isLeaving);
  }
}
