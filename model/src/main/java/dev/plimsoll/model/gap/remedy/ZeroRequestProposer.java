package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import java.util.List;

/** Proposes to set a zero where a limit range would fill in its default. */
final class ZeroRequestProposer implements RemedyProposer {

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.InjectedDefault injected)
        || !injected.resource().isExtended()) {
      return List.of();
    }
    ResourceName resource = injected.resource();
    Proposal proposal =
        Proposal.ofPods(
            "set "
                + resource
                + ": 0 in the containers of "
                + injected.workload().label()
                + " if they need none",
            PodEdit.ofTemplate(spec -> withZero(spec, resource)));
    return List.of(
        injected.denial().isPresent()
            ? proposal
            : proposal.withOutcome(DefaultRemovalProposer.NO_LONGER_CHARGED));
  }

  private static PodSpec withZero(PodSpec spec, ResourceName resource) {
    return spec.withContainers(spec.containers().stream().map(c -> withZero(c, resource)).toList());
  }

  private static Container withZero(Container container, ResourceName resource) {
    ResourceRequirements resources = container.resources();
    return resources.requests().contains(resource)
        ? container
        : container.withResources(
            resources
                .withLimits(resources.limits().with(resource, Quantity.ZERO))
                .withRequests(resources.requests().with(resource, Quantity.ZERO)));
  }
}
