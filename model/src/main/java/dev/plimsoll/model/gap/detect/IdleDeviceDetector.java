package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.gap.detect.DeviceHolders.Holder;
import dev.plimsoll.model.usage.IdlePods;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Lazy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Finds pods that hold devices and don't use them, by measured usage, and who waits for these. */
final class IdleDeviceDetector implements GapDetector {
  private static final int NAMED = 3;

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
    List<Holder> idle =
        workload.pods().stream()
            .flatMap(
                p ->
                    IdlePods.idleSince(context.cluster(), p)
                        .map(s -> Holder.of(context.cluster(), p, WaitingSince.ofIdle(s)))
                        .stream())
            .sorted(Comparator.comparing(i -> i.pod().name()))
            .toList();
    return idle.isEmpty()
        ? List.of()
        : List.of(finding(context, new DeviceHolders(workload, idle), queue));
  }

  private static Finding finding(
      DetectionContext context, DeviceHolders idle, Supplier<DeviceQueue> queue) {
    WorkloadPods workload = idle.workload();
    List<Pod> pods = idle.pods();
    WaitingForDevices waiting =
        WaitingForDevices.of(context, queue.get(), pods, idle.units().keySet());
    Instant since =
        idle.holders().stream()
            .map(h -> h.since().time())
            .min(Comparator.naturalOrder())
            .orElseThrow();
    IdleRule rule = context.cluster().usage().orElseThrow().rule();
    long others = idle.others(context.cluster());
    return idle.finding(context, GapKind.IdleAllocated)
        .message(message(context, idle) + waitingText(waiting, workload.root().namespace()))
        .evidence("idleSince", since)
        .evidence("thresholdPercent", number(rule.threshold()))
        .evidence("window", DeviceHolders.age(rule.window()))
        .evidence("idlePods", keys(pods))
        .evidence("otherPods", others)
        .evidence("deviceHours", number(idle.hours(context)))
        .evidence("waitingPods", keys(waiting.all().stream().map(Attempt::pod).toList()))
        .waiting(waiting.pods())
        .workloads(workloadsOf(context, waiting))
        .cause(
            context,
            new GapCause.IdleDevices(workload, pods, idle.units(), waiting.all(), others > 0));
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

  private static String message(DetectionContext context, DeviceHolders idle) {
    return idle.words()
        + " and "
        + idle.has()
        + " not used "
        + Counted.verb(idle.units().values().stream().mapToLong(n -> n).sum(), "it", "them")
        + " for at least "
        + idle.age(context)
        + ": "
        + number(idle.hours(context))
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

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
