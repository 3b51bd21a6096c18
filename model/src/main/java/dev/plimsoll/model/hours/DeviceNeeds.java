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
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.tenancy.SuspendedWork;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the pods that wait for devices, and the first cause of each, as the gaps find it: denied by
 * a quota, held by a share, a scheduling gate, or else whatever placement says.
 *
 * <p>Work that Kueue has not admitted waits for the quota of its queue. Other suspended work counts
 * if a policy counts it as demand.
 */
final class DeviceNeeds {
  private final DetectionContext context;
  private final Map<Pod, DeviceState> holds = new HashMap<>();
  private final List<DeviceNeed> needs = new ArrayList<>();

  private DeviceNeeds(DetectionContext context) {
    this.context = context;
    HeldPods.of(context).forEach(h -> holds.put(h.pod(), cause(h.hold())));
  }

  /** Returns the needs, the largest first. */
  static List<DeviceNeed> of(DetectionContext context, Collection<CapacityPolicy> policies) {
    DeviceNeeds all = new DeviceNeeds(context);
    context
        .examination()
        .each(
            context.workloads(),
            WorkloadPods::root,
            workload -> {
              all.add(workload);
              return List.of();
            });
    all.addSuspended(policies);
    return all.needs.stream().sorted(DeviceNeed.LARGEST_FIRST).toList();
  }

  private void add(WorkloadPods workload) {
    workload.pods().stream().filter(DeviceNeeds::waits).forEach(this::addStored);
    for (PodTemplateOwner owner : workload.templateOwners()) {
      context.createdPodsOf(owner).ifPresent(created -> addMissing(owner, created));
    }
  }

  private void add(Pod pod, boolean isStored, DeviceState cause) {
    DeviceNeed need = DeviceNeed.of(pod, isStored, cause);
    if (!need.devices().isEmpty()) {
      needs.add(need);
    }
  }

  private static boolean waits(Pod pod) {
    return !pod.isTerminal() && !pod.isBound() && !pod.isTerminating();
  }

  private void addStored(Pod pod) {
    if (pod.spec().schedulingGates().isEmpty()) {
      add(pod, true, holds.getOrDefault(pod, DeviceState.OTHER));
    } else {
      Pod open = pod.withSpec(pod.spec().withSchedulingGates(List.of()));
      add(open, true, DeviceState.GATED);
    }
  }

  private void addMissing(PodTemplateOwner owner, CreatedPods created) {
    List<Pod> missing = owner.missingPods();
    DeviceState denied =
        created
            .firstDenied()
            .map(d -> d.unread().isEmpty() ? cause(d.admission().orElseThrow()) : DeviceState.UNKNOWN)
            .orElse(DeviceState.OTHER);
    for (int i = 0; i < missing.size(); i++) {
      add(missing.get(i), false, i < created.admitted() ? DeviceState.OTHER : denied);
    }
  }

  private void addSuspended(Collection<CapacityPolicy> policies) {
    Set<SuspendedDemand> counted = EnumSet.of(SuspendedDemand.KUEUE);
    policies.forEach(p -> counted.addAll(p.suspendedDemand()));
    SuspendedWork work =
        SuspendedWork.of(context.cluster(), context.simulation().workloads(), counted);
    for (PodTemplateOwner owner : work.pods()) {
      boolean isQueued = SuspendedDemand.KUEUE.covers(owner.workload().type());
      DeviceState cause = isQueued ? DeviceState.QUOTA : DeviceState.GATED;
      owner.missingPods().forEach(p -> add(p, false, cause));
    }
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
