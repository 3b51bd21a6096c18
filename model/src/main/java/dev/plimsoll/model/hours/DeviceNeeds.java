package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.CreatedPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.HeldPods;
import dev.plimsoll.model.hold.HoldText;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.NextPods;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.tenancy.SuspendedWork;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the pods that wait for devices, and the first cause of each, by the classes that find gaps.
 * Causes are a quota that denies, a share that holds, a scheduling gate, or else the placement.
 *
 * <p>Work that Kueue has not admitted waits for the quota of its queue. Other suspended work counts
 * if a policy counts it as demand.
 */
final class DeviceNeeds {
  private final DetectionContext context;
  private final NextPods nextPods;
  private final Map<Pod, DeviceState> holds = new HashMap<>();

  private DeviceNeeds(DetectionContext context) {
    this.context = context;
    this.nextPods = new NextPods(context.cluster());
    HeldPods.of(context).forEach(h -> holds.put(h.pod(), cause(h.hold())));
  }

  /** Returns the needs, the largest first. */
  static List<DeviceNeed> of(DetectionContext context, Collection<CapacityPolicy> policies) {
    DeviceNeeds all = new DeviceNeeds(context);
    List<DeviceNeed> ofWorkloads =
        context.examination().each(context.workloads(), WorkloadPods::root, all::of);
    return Stream.concat(ofWorkloads.stream(), all.suspended(policies).stream())
        .filter(n -> !n.devices().isEmpty())
        .sorted(DeviceNeed.LARGEST_FIRST)
        .toList();
  }

  private List<DeviceNeed> of(WorkloadPods workload) {
    List<DeviceNeed> needs = new ArrayList<>();
    workload.pods().stream().filter(DeviceNeeds::waits).map(this::stored).forEach(needs::add);
    for (PodTemplateOwner owner : workload.templateOwners()) {
      context.createdPodsOf(owner).ifPresent(created -> needs.addAll(missing(owner, created)));
    }
    return needs;
  }

  private static boolean waits(Pod pod) {
    return !pod.isTerminal() && !pod.isBound() && !pod.isTerminating();
  }

  private DeviceNeed stored(Pod pod) {
    if (pod.spec().schedulingGates().isEmpty()) {
      return DeviceNeed.of(pod, true, holds.getOrDefault(pod, DeviceState.OTHER));
    }
    Pod open = pod.withSpec(pod.spec().withSchedulingGates(List.of()));
    return DeviceNeed.of(open, true, DeviceState.GATED);
  }

  private List<DeviceNeed> missing(PodTemplateOwner owner, CreatedPods created) {
    List<Pod> missing = owner.missingPods();
    DeviceState denied =
        created
            .firstDenied()
            .map(
                d ->
                    d.unread().isEmpty() ? cause(d.admission().orElseThrow()) : DeviceState.UNKNOWN)
            .orElse(DeviceState.OTHER);
    List<DeviceNeed> needs = new ArrayList<>();
    for (int i = 0; i < missing.size(); i++) {
      needs.add(
          DeviceNeed.of(
              nextPods.admitted(missing.get(i)),
              false,
              i < created.admitted() ? DeviceState.OTHER : denied));
    }
    return needs;
  }

  private List<DeviceNeed> suspended(Collection<CapacityPolicy> policies) {
    Set<SuspendedDemand> counted = EnumSet.of(SuspendedDemand.KUEUE);
    policies.forEach(p -> counted.addAll(p.suspendedDemand()));
    List<DeviceNeed> needs = new ArrayList<>();
    SuspendedWork work =
        SuspendedWork.of(context.cluster(), context.simulation().workloads(), counted);
    for (PodTemplateOwner owner : work.pods()) {
      boolean isQueued = SuspendedDemand.KUEUE.covers(owner.workload().type());
      DeviceState cause = isQueued ? DeviceState.QUOTA : DeviceState.GATED;
      owner
          .missingPods()
          .forEach(p -> needs.add(DeviceNeed.of(nextPods.admitted(p), false, cause)));
    }
    return needs;
  }

  private static DeviceState cause(AdmissionReport denial) {
    return denial.quotaDenial().isPresent() ? DeviceState.QUOTA : DeviceState.OTHER;
  }

  private static DeviceState cause(PodHold hold) {
    if (hold.share().isPresent() || HoldText.isOfShare(hold.text())) {
      return DeviceState.SHARE;
    }
    if (HoldText.isOfQuota(hold.text())) {
      return DeviceState.QUOTA;
    }
    return hold.domain()
        .map(
            lack ->
                switch (lack.kind()) {
                  case FRAGMENTED -> DeviceState.FRAGMENTED;
                  case TOO_LARGE, UNKNOWN_LEVEL -> DeviceState.CONSTRAINTS;
                  case TOO_LITTLE -> DeviceState.OTHER;
                })
        .orElse(DeviceState.OTHER);
  }
}
