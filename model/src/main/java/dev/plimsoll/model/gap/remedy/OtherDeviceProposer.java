package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.OtherDevices;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;
import java.util.stream.Stream;

/** Proposes to request an extended resource that nodes have, where none has the requested one. */
final class OtherDeviceProposer implements UnschedulablePodsProposer {
  private static final int MOST_PROPOSED = 2;

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    OtherDevices devices = OtherDevices.of(context);
    return resource.isExtended()
            && !devices.has(resource)
            && pods.areOfTemplate(spec -> requests(spec, resource))
        ? devices.like(resource).stream()
            .limit(MOST_PROPOSED)
            .filter(other -> isAdmitted(context, pods, resource, other))
            .map(other -> proposal(resource, other))
            .toList()
        : List.of();
  }

  private static boolean requests(PodSpec spec, ResourceName resource) {
    return Stream.concat(spec.initContainers().stream(), spec.containers().stream())
        .anyMatch(c -> c.resources().limits().getOrZero(resource).signum() > 0);
  }

  private static Proposal proposal(ResourceName resource, ResourceName other) {
    return Proposal.ofPods(
        "request %s instead of %s, if the workload can run with it".formatted(other, resource),
        PodEdit.ofTemplate(spec -> requesting(spec, resource, other)));
  }

  /** Another quota or limit may count the other resource. */
  private static boolean isAdmitted(
      DetectionContext context, UnschedulablePods pods, ResourceName resource, ResourceName other) {
    List<Pod> edited =
        pods.pods().stream().map(p -> p.withSpec(requesting(p.spec(), resource, other))).toList();
    SimulationRun run =
        SimulationRun.admit(
            context
                .simulation()
                .without(pods.stored())
                .withResync(pods.workload().root().namespace()),
            edited);
    return run.admitted() == edited.size();
  }

  private static PodSpec requesting(PodSpec spec, ResourceName resource, ResourceName other) {
    return spec.withContainers(renamed(spec.containers(), resource, other))
        .withInitContainers(renamed(spec.initContainers(), resource, other));
  }

  private static List<Container> renamed(
      List<Container> containers, ResourceName resource, ResourceName other) {
    return containers.stream()
        .map(
            c ->
                c.withResources(
                    c.resources()
                        .withRequests(renamed(c.resources().requests(), resource, other))
                        .withLimits(renamed(c.resources().limits(), resource, other))))
        .toList();
  }

  private static Resources renamed(Resources amounts, ResourceName resource, ResourceName other) {
    Quantity amount = amounts.getOrZero(resource);
    return amount.isZero()
        ? amounts
        : amounts.without(resource).with(other, amounts.getOrZero(other).add(amount));
  }
}
