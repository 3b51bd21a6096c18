package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.workload.WorkloadPods;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Proposes to state what a limit range fills in, or to take its default or the whole of it away.
 */
final class LimitRangeProposer {

  private LimitRangeProposer() {}

  /** Takes a limit range that refuses pods away. */
  static List<Remedy> propose(
      DetectionContext detectionContext,
      WorkloadDenials.WorkloadDenial workloadDenial,
      String limitRange) {
    String namespace = workloadDenial.group().root().namespace();
    Change change = new Change.RemoveLimitRange(namespace, limitRange);
    SimulationRun simulationRun =
        SimulationRun.create(
            detectionContext.simulation().with(change), DeniedPodsDetector.missing(workloadDenial));
    return List.of(
        new Remedy(
            "change the request to what limit range "
                + limitRange
                + " allows, or the limit range"
                + " (tried without it)",
            Optional.of("kubectl edit limitrange " + limitRange + " -n " + namespace),
            Optional.empty(),
            List.of("--remove-limitrange", namespace + "/" + limitRange),
            simulationRun.allPlaced(),
            simulationRun.summary()));
  }

  /** States a zero in the pods, or takes the default out of the limit range. */
  static List<Remedy> withoutDefault(
      DetectionContext detectionContext,
      LimitRange limitRange,
      ResourceName resource,
      List<WorkloadPods> groups,
      Optional<WorkloadDenials.WorkloadDenial> refused) {
    List<Remedy> remedies = new ArrayList<>();
    if (resource.isExtended()) {
      remedies.add(stateZero(detectionContext, resource, groups.get(0), refused));
    }
    remedies.add(dropDefault(detectionContext, limitRange, resource, refused));
    return remedies;
  }

  private static Remedy stateZero(
      DetectionContext detectionContext,
      ResourceName resource,
      WorkloadPods group,
      Optional<WorkloadDenials.WorkloadDenial> refused) {
    List<Container> containers = group.templateOwners().get(0).template().spec().containers();
    StringBuilder yaml = new StringBuilder("containers:\n");
    for (Container container : containers) {
      yaml.append("- name: ").append(container.name()).append("\n  resources:\n");
      yaml.append("    limits:\n      ").append(resource).append(": \"0\"\n");
    }
    SimulationRun simulationRun =
        SimulationRun.create(
            detectionContext.simulation(),
            refused.map(DeniedPodsDetector::missing).orElse(List.of()).stream()
                .map(p -> zero(p, resource))
                .toList());
    return PodTemplatePatch.ofPodSpec(
            group,
            "state "
                + resource
                + ": 0 in the containers of "
                + group.label()
                + " if they need none",
            yaml.toString())
        .tried(simulationRun, refused.isPresent() ? "" : "its next pods are charged none");
  }

  private static Pod zero(Pod pod, ResourceName resource) {
    List<Container> containers =
        pod.spec().containers().stream()
            .map(
                c ->
                    c.resources().requests().contains(resource)
                        ? c
                        : c.withResources(
                            c.resources()
                                .withLimits(c.resources().limits().with(resource, Quantity.ZERO))
                                .withRequests(
                                    c.resources().requests().with(resource, Quantity.ZERO))))
            .toList();
    return pod.withSpec(pod.spec().toBuilder().containers(containers).build());
  }

  private static Remedy dropDefault(
      DetectionContext detectionContext,
      LimitRange limitRange,
      ResourceName resource,
      Optional<WorkloadDenials.WorkloadDenial> refused) {
    List<LimitRangeItem> items =
        limitRange.limits().stream().map(i -> without(i, resource)).toList();
    Change change = new Change.Apply(limitRange.withLimits(items));
    SimulationRun simulationRun =
        SimulationRun.create(
            detectionContext.simulation().with(change),
            refused.map(DeniedPodsDetector::missing).orElse(List.of()));
    String where = limitRange.namespace() + "/" + limitRange.name();
    return new Remedy(
        "take " + resource + " out of the defaults of limit range " + limitRange.name(),
        Optional.of(
            "kubectl edit limitrange " + limitRange.name() + " -n " + limitRange.namespace()),
        Optional.empty(),
        limitRange.limits().size() == 1 ? List.of("--remove-limitrange", where) : List.of(),
        refused.isEmpty() || simulationRun.allPlaced(),
        refused.isEmpty() ? "its next pods are charged none" : simulationRun.summary());
  }

  private static LimitRangeItem without(LimitRangeItem item, ResourceName resource) {
    return new LimitRangeItem(
        item.type(),
        item.max(),
        item.min(),
        item.defaultLimits().without(resource),
        item.defaultRequests().without(resource),
        item.maxLimitRequestRatio());
  }
}
