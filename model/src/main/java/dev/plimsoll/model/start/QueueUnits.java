package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangSizes;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.gate.GatedTenants;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.whatif.Lazy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes units of pods that wait: pods of a gang get nodes at once. */
final class QueueUnits {
  private final Cluster cluster;
  private final PodTimes times;
  private final NodeTable table;
  private final GatedTenants gated;
  private final GangSizes sizes;
  private final Lazy<Map<Gang, Long>> runningOfGangs = new Lazy<>(this::runningOfGangs);

  QueueUnits(Cluster cluster, PodTimes times, NodeTable table, GatedTenants gated) {
    this.cluster = cluster;
    this.times = times;
    this.table = table;
    this.gated = gated;
    this.sizes = new GangSizes(() -> cluster);
  }

  /** Returns the units of pods. */
  List<QueueUnit> of(List<Pod> pods) {
    List<QueueUnit> units = new ArrayList<>();
    Map<Gang, List<Pod>> gangs = new LinkedHashMap<>();
    for (Pod pod : pods) {
      Optional<Gang> gang = Gang.of(pod).filter(sizes::isGang);
      if (gang.isPresent()) {
        gangs.computeIfAbsent(gang.get(), g -> new ArrayList<>()).add(pod);
      } else {
        units.add(unit(List.of(pod), false));
      }
    }
    gangs.forEach((gang, members) -> units.addAll(ofGang(gang, members)));
    return units;
  }

  /** A gang that lacks members that aren't created yet isn't in the queue. */
  private List<QueueUnit> ofGang(Gang gang, List<Pod> members) {
    long running = runningOfGangs.get().getOrDefault(gang, 0L);
    int missing = (int) Math.max(0, sizes.size(gang).orElse(Integer.MAX_VALUE) - running);
    if (members.size() < missing) {
      return List.of();
    }
    List<Pod> inOrder =
        members.stream()
            .sorted(
                Comparator.comparing(times::created)
                    .thenComparing(p -> -PodRun.devices(p))
                    .thenComparing(p -> p.metadata().uid()))
            .toList();
    List<QueueUnit> units = new ArrayList<>();
    if (missing > 0) {
      units.add(unit(inOrder.subList(0, missing), true));
    }
    inOrder.stream().skip(missing).forEach(p -> units.add(unit(List.of(p), false)));
    return units;
  }

  private Map<Gang, Long> runningOfGangs() {
    return cluster.list(Pod.class).stream()
        .filter(p -> p.isBound() && !p.isTerminal() && !p.isTerminating())
        .flatMap(p -> Gang.of(p).stream())
        .collect(Collectors.groupingBy(g -> g, Collectors.counting()));
  }

  /** Returns the units of pods that arrive together. */
  List<QueueUnit> batch(List<Pod> pods) {
    Optional<Gang> gang = Gang.of(pods.get(0)).filter(sizes::isGang);
    return gang.isPresent() && pods.size() > 1
        ? List.of(unit(pods, true))
        : pods.stream().map(p -> unit(List.of(p), false)).toList();
  }

  QueueUnit unit(List<Pod> pods, boolean isGang) {
    List<Pod> largestFirst =
        pods.size() == 1
            ? pods
            : pods.stream()
                .sorted(Comparator.comparingLong((Pod p) -> -PodRun.devices(p)))
                .toList();
    double created =
        pods.stream().mapToDouble(p -> times.seconds(times.created(p))).max().orElse(0);
    Pod first = largestFirst.get(0);
    return new QueueUnit(
        largestFirst,
        largestFirst.stream().map(table::shape).toList(),
        largestFirst.stream().map(times::curve).toList(),
        isGang,
        ShareGate.isOn(first) || (gated.gate(first) && !times.isStored(first)),
        Math.min(0, created),
        largestFirst.stream()
            .mapToDouble(times::jobDeadline)
            .min()
            .orElse(Double.POSITIVE_INFINITY));
  }
}
