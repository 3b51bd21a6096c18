package dev.plimsoll.model.gap;

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
final class SmallerRequestProposer implements RemedyCatalog.RemedyProposer {

  @Override
  public List<Remedy> propose(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      ResourceName resource) {
    Pod pod = unschedulablePods.pods().get(0);
    List<Container> asking =
        pod.spec().containers().stream()
            .filter(c -> c.resources().requests().getOrZero(resource).signum() > 0)
            .toList();
    if (!resource.isExtended() || asking.size() != 1) {
      return List.of();
    }
    long fits = 0;
    long tooMany = asking.get(0).resources().requests().getOrZero(resource).value();
    while (tooMany - fits > 1) {
      long middle = fits + (tooMany - fits) / 2;
      Pod smaller = pod.withSpec(asking(pod.spec(), resource, middle));
      if (detectionContext.simulation().hasNodeFor(smaller)) {
        fits = middle;
      } else {
        tooMany = middle;
      }
    }
    return fits == 0
        ? List.of()
        : List.of(
            remedy(detectionContext, unschedulablePods, resource, asking.get(0).name(), fits));
  }

  private static PodSpec asking(PodSpec spec, ResourceName resource, long amount) {
    Quantity quantity = Quantity.of(amount);
    List<Container> containers = new ArrayList<>();
    for (Container container : spec.containers()) {
      ResourceRequirements old = container.resources();
      boolean asks = old.requests().getOrZero(resource).signum() > 0;
      containers.add(
          asks
              ? container.withResources(
                  old.withRequests(old.requests().with(resource, quantity))
                      .withLimits(old.limits().with(resource, quantity)))
              : container);
    }
    return spec.toBuilder().containers(containers).build();
  }

  private static Remedy remedy(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      ResourceName resource,
      String container,
      long amount) {
    SimulationRun simulationRun =
        unschedulablePods.retry(detectionContext, spec -> asking(spec, resource, amount));
    return PodTemplatePatch.ofPodSpec(
            unschedulablePods.group(),
            "ask for " + amount + " " + resource + " instead, if the program can do with it",
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
        .tried(simulationRun);
  }
}
