package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.usage.HeldDevices;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Pods of one workload that hold devices which nobody uses.
 *
 * @param workload the workload
 * @param holders the pods; at least one
 */
record DeviceHolders(WorkloadPods workload, List<Holder> holders) {
  private static final double SECONDS_AN_HOUR = 3600;

  DeviceHolders {
    holders = List.copyOf(holders);
  }

  /**
   * One pod.
   *
   * @param pod the pod
   * @param since since when nobody uses its devices
   * @param held the devices
   * @param node its node
   */
  record Holder(Pod pod, WaitingSince since, HeldDevices held, Optional<Node> node) {
    static Holder of(Cluster cluster, Pod pod, WaitingSince since) {
      return new Holder(
          pod,
          since,
          HeldDevices.of(cluster, pod),
          cluster.find(Node.class, "", pod.spec().nodeName()));
    }

    private DeviceUnit unit(DetectionContext context, ResourceName resource) {
      return context.totals().devices().unit(node, resource);
    }

    private double devices(DetectionContext context) {
      return held.units().entrySet().stream()
          .mapToDouble(e -> unit(context, e.getKey()).devices(e.getValue()).toDouble())
          .sum();
    }
  }

  List<Pod> pods() {
    return holders.stream().map(Holder::pod).toList();
  }

  /** Returns the units by resource. */
  Map<ResourceName, Long> units() {
    Map<ResourceName, Long> units = new TreeMap<>();
    holders.forEach(h -> h.held().units().forEach((name, n) -> units.merge(name, n, Long::sum)));
    return units;
  }

  /** Returns how many other pods of the workload hold devices. */
  long others(Cluster cluster) {
    List<Pod> pods = pods();
    return workload.pods().stream()
        .filter(p -> !pods.contains(p) && !HeldDevices.of(cluster, p).isEmpty())
        .count();
  }

  /** Starts the finding: its resource is the one of most units, and its cost the idle devices. */
  FindingBuilder finding(DetectionContext context, GapKind kind) {
    ResourceName most =
        units().entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    return FindingBuilder.of(kind, workload.root())
        .resource(most)
        .cost(
            cost ->
                holders.forEach(
                    h ->
                        h.held()
                            .units()
                            .forEach(
                                (name, n) ->
                                    cost.idle(h.unit(context, name), n, Optional.of(h.since())))));
  }

  /** Returns which pods hold which devices, as the start of a sentence. */
  String words() {
    return (holders.size() == 1
            ? "pod " + holders.get(0).pod().name() + " holds "
            : holders.size() + " pods hold ")
        + units().entrySet().stream()
            .map(e -> e.getValue() + " " + e.getKey())
            .collect(Collectors.joining(" and "));
  }

  /** Returns the time since when nobody uses any of the devices. */
  Instant latest() {
    return holders.stream().map(h -> h.since().time()).max(Comparator.naturalOrder()).orElseThrow();
  }

  /** Returns for how long nobody has used any of the devices, in words. */
  String age(DetectionContext context) {
    return age(Duration.between(latest(), context.cluster().asOf()));
  }

  double hours(DetectionContext context) {
    return holders.stream()
        .mapToDouble(
            h ->
                h.devices(context)
                    * (Duration.between(h.since().time(), context.cluster().asOf()).toSeconds()
                        / SECONDS_AN_HOUR))
        .sum();
  }

  /** Returns "has" or "have", as the number of pods wants it. */
  String has() {
    return Counted.verb(holders.size(), "has", "have");
  }

  /** Returns a duration in its two largest units: {@code 3d4h}, {@code 5h12m}, {@code 90m}. */
  static String age(Duration duration) {
    if (duration.toDays() > 0) {
      return duration.toDays()
          + "d"
          + (duration.toHoursPart() > 0 ? duration.toHoursPart() + "h" : "");
    }
    return duration.toHours() > 0
        ? duration.toHours()
            + "h"
            + (duration.toMinutesPart() > 0 ? duration.toMinutesPart() + "m" : "")
        : duration.toMinutes() + "m";
  }
}
