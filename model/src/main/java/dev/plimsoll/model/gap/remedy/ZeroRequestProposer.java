package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceRequirements;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;
import java.util.stream.Collectors;

/** Proposes to set a zero where a limit range would fill in its default. */
final class ZeroRequestProposer implements RemedyProposer {

  @Override
  public List<Remedy> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.InjectedDefault injected)
        || !injected.resource().isExtended()) {
      return List.of();
    }
    ResourceName resource = injected.resource();
    SimulationRun run =
        SimulationRun.create(
            context.simulation(),
            injected.denial().map(WorkloadDenial::missingPods).orElse(List.of()).stream()
                .map(p -> withZero(p, resource))
                .toList());
    List<Container> containers =
        injected.workload().templateOwners().get(0).template().spec().containers();
    Remedy remedy =
        PodTemplatePatch.ofPodSpec(
                injected.workload(),
                "set "
                    + resource
                    + ": 0 in the containers of "
                    + injected.workload().label()
                    + " if they need none",
                containers.stream()
                    .map(
                        c ->
                            "- name: %s\n  resources:\n    limits:\n      %s: \"0\"\n"
                                .formatted(c.name(), resource))
                    .collect(Collectors.joining("", "containers:\n", "")))
            .tried(run);
    return List.of(
        injected.denial().isPresent()
            ? remedy
            : remedy.withResult(DefaultRemovalProposer.NO_LONGER_CHARGED));
  }

  private static Pod withZero(Pod pod, ResourceName resource) {
    List<Container> containers =
        pod.spec().containers().stream().map(c -> withZero(c, resource)).toList();
    return pod.withSpec(pod.spec().withContainers(containers));
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
