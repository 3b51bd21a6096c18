package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodSpec;
import dev.plimsoll.model.object.ResourceRequirements;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;

/** Proposes the largest smaller request of an extended resource with which a node is found. */
final class SmallerRequestProposer implements UnschedulablePodsProposer {

  @Override
  public List<Remedy> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod pod = pods.pods().get(0);
    List<Container> requesting =
        pod.spec().containers().stream()
            .filter(c -> c.resources().requests().getOrZero(resource).signum() > 0)
            .toList();
    if (!resource.isExtended() || requesting.size() != 1) {
      return List.of();
    }
    long fits = 0;
    long tooMany = requesting.get(0).resources().requests().getOrZero(resource).value();
    while (tooMany - fits > 1) {
      long middle = fits + (tooMany - fits) / 2;
      Pod smaller = pod.withSpec(requesting(pod.spec(), resource, middle));
      if (context.simulation().hasNodeFor(smaller)) {
        fits = middle;
      } else {
        tooMany = middle;
      }
    }
    return fits == 0
        ? List.of()
        : List.of(remedy(context, pods, resource, requesting.get(0).name(), fits));
  }

  private static PodSpec requesting(PodSpec spec, ResourceName resource, long amount) {
    Quantity quantity = Quantity.of(amount);
    List<Container> containers = new ArrayList<>();
    for (Container container : spec.containers()) {
      ResourceRequirements old = container.resources();
      boolean requests = old.requests().getOrZero(resource).signum() > 0;
      containers.add(
          requests
              ? container.withResources(
                  old.withRequests(old.requests().with(resource, quantity))
                      .withLimits(old.limits().with(resource, quantity)))
              : container);
    }
    return spec.withContainers(containers);
  }

  private static Remedy remedy(
      DetectionContext context,
      UnschedulablePods pods,
      ResourceName resource,
      String container,
      long amount) {
    SimulationRun run = pods.retry(context, spec -> requesting(spec, resource, amount));
    return PodTemplatePatch.ofPodSpec(
            pods.workload(),
            "request " + amount + " " + resource + " instead, if the workload can run with it",
            "containers:\n- name: "
                + container
                + "\n  resources:\n    limits:\n      "
                + resource
                + ": \""
                + amount
                + "\"\n    requests:\n      "
                + resource
                + ": \""
                + amount
                + "\"\n")
        .tried(run);
  }
}
