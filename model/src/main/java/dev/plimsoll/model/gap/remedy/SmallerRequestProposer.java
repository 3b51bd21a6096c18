package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.ArrayList;
import java.util.List;

/**
 * Proposes the largest smaller request of an extended resource with which a node is found. It must
 * be at least half of the original: a pod with a tenth does another job.
 */
final class SmallerRequestProposer implements UnschedulablePodsProposer {

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod pod = pods.pods().get(0);
    List<Container> requesting =
        pod.spec().containers().stream()
            .filter(c -> c.resources().requests().getOrZero(resource).signum() > 0)
            .toList();
    if (!resource.isExtended()
        || requesting.size() != 1
        || !pods.areOfTemplate(spec -> !spec.equals(requesting(spec, resource, 0)))) {
      return List.of();
    }
    long requested = requesting.get(0).resources().requests().getOrZero(resource).value();
    long fits = (requested - 1) / 2;
    long tooMany = requested;
    while (tooMany - fits > 1) {
      long middle = fits + (tooMany - fits) / 2;
      Pod smaller = pod.withSpec(requesting(pod.spec(), resource, middle));
      if (context.simulation().hasNodeFor(smaller)) {
        fits = middle;
      } else {
        tooMany = middle;
      }
    }
    if (2 * fits < requested) {
      return List.of();
    }
    long amount = fits;
    return List.of(
        Proposal.ofPods(
            "request %d %s instead of %d, if the workload can run with it"
                .formatted(amount, resource, requested),
            PodEdit.ofTemplate(spec -> requesting(spec, resource, amount))));
  }

  /** The template of a custom resource may have a limit only. */
  private static PodSpec requesting(PodSpec spec, ResourceName resource, long amount) {
    Quantity quantity = Quantity.of(amount);
    List<Container> containers = new ArrayList<>();
    for (Container container : spec.containers()) {
      ResourceRequirements old = container.resources();
      boolean requests = old.requests().getOrZero(resource).signum() > 0;
      boolean limits = old.limits().getOrZero(resource).signum() > 0;
      ResourceRequirements smaller =
          requests ? old.withRequests(old.requests().with(resource, quantity)) : old;
      containers.add(
          requests || limits
              ? container.withResources(smaller.withLimits(old.limits().with(resource, quantity)))
              : container);
    }
    return spec.withContainers(containers);
  }
}
