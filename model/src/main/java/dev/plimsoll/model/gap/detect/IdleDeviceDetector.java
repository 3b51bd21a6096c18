package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.usage.HeldDevices;
import dev.plimsoll.model.usage.IdlePods;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Lazy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Finds pods that hold devices and don't use them, by measured usage, and who waits for these. */
final class IdleDeviceDetector implements GapDetector {
  private static final int NAMED = 3;
  private static final double SECONDS_AN_HOUR = 3600;

  private record Idle(Pod pod, Instant since, HeldDevices held, Optional<Node> node) {
    DeviceUnit unit(DetectionContext context, ResourceName resource) {
      return context.totals().devices().unit(node, resource);
    }

    double devices(DetectionContext context) {
      return held.units().entrySet().stream()
          .mapToDouble(e -> unit(context, e.getKey()).devices(e.getValue()).toDouble())
          .sum();
    }
  }

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.IdleAllocated);
  }

  /** Without measured usage, nobody asked for these gaps. */
  @Override
  public Unread unread(DetectionContext context) {
    return context.cluster().usage().isPresent()
        ? context.unread(List.of(Pod.RESOURCE))
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    if (context.cluster().usage().isEmpty()) {
      return List.of();
    }
    Supplier<DeviceQueue> queue = new Lazy<>(() -> DeviceQueue.of(context));
    return context
        .examination()
        .each(
            context.workloads(),
            WorkloadPods::root,
            w -> context.isSubject(w) ? findings(context, w, queue) : List.of());
  }

  private static List<Finding> findings(
      DetectionContext context, WorkloadPods workload, Supplier<DeviceQueue> queue) {
    List<Idle> idle =
        workload.pods().stream()
            .flatMap(
                p ->
                    IdlePods.idleSince(context.cluster(), p)
                        .map(s -> idle(context.cluster(), p, s))
                        .stream())
            .sorted(Comparator.comparing(i -> i.pod().name()))
            .toList();
    return idle.isEmpty() ? List.of() : List.of(finding(context, workload, idle, queue));
  }

  private static Idle idle(Cluster cluster, Pod pod, Instant since) {
    return new Idle(
        pod,
        since,
        HeldDevices.of(cluster, pod),
        cluster.find(Node.class, "", pod.spec().nodeName()));
  }

  private static Finding finding(
      DetectionContext context,
      WorkloadPods workload,
      List<Idle> idle,
      Supplier<DeviceQueue> queue) {
    Map<ResourceName, Long> units = new TreeMap<>();
    idle.forEach(i -> i.held().units().forEach((name, n) -> units.merge(name, n, Long::sum)));
    ResourceName most =
        units.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    List<Pod> pods = idle.stream().map(Idle::pod).toList();
    WaitingForDevices waiting = WaitingForDevices.of(context, queue.get(), pods, units.keySet());
    Instant since = idle.stream().map(Idle::since).min(Comparator.naturalOrder()).orElseThrow();
    IdleRule rule = context.cluster().usage().orElseThrow().rule();
    long others =
        workload.pods().stream()
            .filter(p -> !pods.contains(p) && !HeldDevices.of(context.cluster(), p).isEmpty())
            .count();
    return FindingBuilder.of(GapKind.IdleAllocated, workload.root())
        .resource(most)
        .message(message(context, idle, units) + waitingText(waiting, workload.root().namespace()))
        .evidence("idleSince", since)
        .evidence("thresholdPercent", number(rule.threshold()))
        .evidence("window", age(rule.window()))
        .evidence("idlePods", keys(pods))
        .evidence("otherPods", others)
        .evidence("deviceHours", number(hours(context, idle)))
        .evidence("waitingPods", keys(waiting.all().stream().map(Attempt::pod).toList()))
        .waiting(waiting.pods())
        .workloads(workloadsOf(context, waiting))
        .cost(
            cost ->
                idle.forEach(
                    i ->
                        i.held()
                            .units()
                            .forEach(
                                (name, n) ->
                                    cost.idle(
                                        i.unit(context, name),
                                        n,
                                        Optional.of(WaitingSince.ofIdle(i.since()))))))
        .cause(context, new GapCause.IdleDevices(workload, pods, units, waiting.all(), others > 0));
  }

  private static List<WorkloadPods> workloadsOf(
      DetectionContext context, WaitingForDevices waiting) {
    return waiting.pods().stream()
        .flatMap(p -> context.simulation().workloads().workloadOf(reference(p)).stream())
        .distinct()
        .toList();
  }

  private static ObjectReference reference(Pod pod) {
    return new ObjectReference("Pod", pod.namespace(), pod.name(), pod.metadata().uid());
  }

  private static String message(
      DetectionContext context, List<Idle> idle, Map<ResourceName, Long> units) {
    Instant latest = idle.stream().map(Idle::since).max(Comparator.naturalOrder()).orElseThrow();
    String who =
        idle.size() == 1
            ? "pod " + idle.get(0).pod().name() + " holds "
            : idle.size() + " pods hold ";
    return who
        + units.entrySet().stream()
            .map(e -> e.getValue() + " " + e.getKey())
            .collect(Collectors.joining(" and "))
        + Counted.verb(idle.size(), " and has", " and have")
        + " not used "
        + Counted.verb(units.values().stream().mapToLong(n -> n).sum(), "it", "them")
        + " for at least "
        + age(Duration.between(latest, context.cluster().asOf()))
        + ": "
        + number(hours(context, idle))
        + " device-hours";
  }

  /** Alerts and events of a tenant have this text, so it names pods of the own namespace only. */
  private static String waitingText(WaitingForDevices waiting, String namespace) {
    if (waiting.isEmpty()) {
      return "; no pod waits for exactly these";
    }
    List<Pod> own =
        waiting.all().stream()
            .map(Attempt::pod)
            .filter(p -> p.namespace().equals(namespace))
            .toList();
    int others = waiting.all().size() - own.size();
    if (own.isEmpty()) {
      return "; " + waits(others, " of other namespaces");
    }
    List<String> named = new ArrayList<>(own.stream().limit(NAMED).map(Pod::key).toList());
    if (own.size() > NAMED) {
      named.add(own.size() - NAMED + " more");
    }
    if (others > 0) {
      named.add(others + " of other namespaces");
    }
    return "; " + waits(own.size() + others, "") + ": " + String.join(", ", named);
  }

  private static String waits(int pods, String whose) {
    return Counted.of(pods, "pod")
        + whose
        + Counted.verb(pods, " waits", " wait")
        + " for exactly these";
  }

  private static String keys(Collection<Pod> pods) {
    return pods.stream().map(Pod::key).collect(Collectors.joining(", "));
  }

  private static double hours(DetectionContext context, List<Idle> idle) {
    return idle.stream()
        .mapToDouble(
            i ->
                i.devices(context)
                    * (Duration.between(i.since(), context.cluster().asOf()).toSeconds()
                        / SECONDS_AN_HOUR))
        .sum();
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  /** Returns a duration in its two largest units: {@code 3d4h}, {@code 5h12m}, {@code 90m}. */
  private static String age(Duration duration) {
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
