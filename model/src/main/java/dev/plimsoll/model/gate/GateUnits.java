package dev.plimsoll.model.gate;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangSizes;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.gate.GateDecision.Waiting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Groups gated pods that are to be released together, and finds gangs that lack pods. */
final class GateUnits {
  private final GangSizes sizes;
  private final Map<Gang, Integer> released = new HashMap<>();
  private final List<GateUnit> complete = new ArrayList<>();
  private final List<Waiting> incomplete = new ArrayList<>();

  private GateUnits(GangSizes sizes) {
    this.sizes = sizes;
  }

  /**
   * Gathers them.
   *
   * @param gated the pods that wait
   * @param released the pods that run or will, since they aren't gated
   */
  static GateUnits of(GangSizes sizes, Collection<Pod> gated, Collection<Pod> released) {
    GateUnits units = new GateUnits(sizes);
    released.forEach(p -> Gang.of(p).ifPresent(g -> units.released.merge(g, 1, Integer::sum)));
    Map<Gang, List<Pod>> gangs = new LinkedHashMap<>();
    for (Pod pod : gated) {
      Optional<Gang> gang = Gang.of(pod).filter(sizes::isGang);
      if (gang.isPresent()) {
        gangs.computeIfAbsent(gang.get(), g -> new ArrayList<>()).add(pod);
      } else {
        units.complete.add(GateUnit.of(pod));
      }
    }
    gangs.forEach(units::add);
    return units;
  }

  private void add(Gang gang, List<Pod> pods) {
    if (sizes.awaitsPodGroup(gang)) {
      wait(pods, GateReason.Cause.POD_GROUP, "the PodGroup of gang " + gang.name());
      return;
    }
    if (sizes.awaitsJob(gang)) {
      wait(pods, GateReason.Cause.JOB, "the parallelism of " + gang.name());
      return;
    }
    int there = released.getOrDefault(gang, 0);
    int missing = Math.max(0, sizes.size(gang).orElse(0) - there);
    if (missing == 0) {
      pods.forEach(p -> complete.add(GateUnit.of(p)));
    } else if (pods.size() < missing) {
      wait(
          pods,
          GateReason.Cause.GANG,
          Counted.of(missing - pods.size(), "more pod")
              + " of gang "
              + gang.name()
              + " to be created");
    } else {
      List<Pod> oldest = new ArrayList<>(pods);
      oldest.sort(Comparator.comparing(GateUnit::created).thenComparing(Pod::name));
      complete.add(new GateUnit(oldest.subList(0, missing), Optional.of(gang), there > 0));
      if (pods.size() > missing) {
        wait(
            oldest.subList(missing, pods.size()),
            GateReason.Cause.GANG,
            "as many pods of gang " + gang.name() + " as must run together");
      }
    }
  }

  private void wait(List<Pod> pods, GateReason.Cause cause, String text) {
    incomplete.add(new Waiting(pods, new GateReason(cause, text)));
  }

  /** Returns the units that may be released if headroom allows it. */
  List<GateUnit> complete() {
    return complete;
  }

  /** Returns the pods that wait for others of their gang. */
  List<Waiting> incomplete() {
    return incomplete;
  }
}
